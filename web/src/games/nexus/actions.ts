/** The three actions of NEXUS: which are available, why others are not, and their progress. */

import type { Nexus, Ring } from './table'
import type { Decision, View } from '../../board/types'

export const ACTIONS = ['enter', 'steps', 'rings'] as const
export type Action = (typeof ACTIONS)[number]

/** A message of the game's words: why something cannot be chosen. */
export interface Why {
  readonly key: string
  readonly params: Readonly<Record<string, unknown>>
}

const ACTION_OF: Readonly<Record<string, Action>> = {
  enter: 'enter',
  walk: 'steps',
  leap: 'steps',
  lift: 'rings',
}
const NEEDED = 3 // marbles to bring in

/** A ring with marbles of several seats: none can leave it. */
export function isFrozen({ marbles }: Ring): boolean {
  return marbles.filter(Boolean).length > 1
}

/** Rings are only lifted by those who have chosen to change them. */
export function offers({ legal, turn_begins }: View<Nexus>, action: string | null): Decision[] {
  if (!turn_begins) return [...legal]
  return legal.filter(({ kind }) =>
    action === null ? kind !== 'lift' : ACTION_OF[kind] === action,
  )
}

/** Steps may capture; what surrounds does so when its action ends. */
export function foresees({ kind }: Decision, { board }: View<Nexus>): boolean {
  const way = board.under_way
  if (kind === 'enter') return way?.action === 'enter' && way.left === 1
  if (kind === 'lay') return way?.action === 'rings' && way.lays === 1
  return kind === 'walk' || kind === 'leap'
}

/** The action that is under way, or that somebody has begun to touch. */
export function current(
  { board, to_move }: View<Nexus>,
  chosen: string | null,
  [touched]: readonly string[],
): Action | null {
  const way = board.under_way
  if (way) return way.action === 'remove' ? null : way.action
  if (chosen) return chosen as Action
  if (touched === undefined) return null
  const own = board.rings.some(({ at, marbles }) => at === touched && marbles[to_move - 1])
  return own ? 'steps' : 'enter'
}

/** Why an action cannot be chosen; null: it can. */
export function closed(view: View<Nexus>, action: Action): Why | null {
  const { board, legal, to_move: seat } = view
  if (board.under_way) return current(view, null, []) === action ? null : why('actions.closed.busy')
  if (legal.some(({ kind }) => ACTION_OF[kind] === action)) return null
  if (!board.entered[seat - 1]) return why('reasons.first-turn')
  return { enter: noEntry, steps: () => why('actions.closed.steps'), rings: noChange }[action](view)
}

/** Why nobody can leap now; null: it is possible. */
export function noLeap({ board, legal }: View<Nexus>, touched: readonly string[]): Why | null {
  const way = board.under_way
  if (way?.action === 'steps' && way.leapt) return why('reasons.leap-twice')
  if (!legal.some(({ kind }) => kind === 'leap')) return why('actions.leap.none')
  return touched.length ? null : why('actions.leap.first')
}

/** How many parts of the current action are done, and how many there are. */
export function progress({ board }: View<Nexus>, action: Action): { done: number; all: number } {
  const way = board.under_way
  if (action === 'enter') return { done: way?.action === 'enter' ? NEEDED - way.left : 0, all: 3 }
  if (action === 'steps') return { done: way?.action === 'steps' ? 2 - way.left : 0, all: 2 }
  return { done: way?.action === 'rings' ? 8 - way.lifts - way.lays : 0, all: 8 }
}

function noEntry({ board, to_move: seat }: View<Nexus>): Why {
  const number = board.reserves[seat - 1]!
  return number < NEEDED ? why('reasons.reserve', { number }) : why('actions.closed.enter')
}

function noChange({ board, to_move: seat }: View<Nexus>): Why {
  if (board.last && board.previous[board.last - 1] === 'r')
    return why('reasons.change-after-change')
  if (board.previous[seat - 1] === 'r') return why('reasons.change-again')
  return why('actions.closed.rings')
}

function why(key: string, params: Why['params'] = {}): Why {
  return { key, params }
}
