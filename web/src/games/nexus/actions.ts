/** The three actions of NEXUS: which are available, why others are not, and their progress. */

import type { Nexus, Ring } from './table'
import type { Decision, GameEvent, View } from '../../board/types'

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
const PARTS: Readonly<Record<Action, number>> = { enter: 3, steps: 2, rings: 8 }

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

const STEP = ['actions.asked.to', 'actions.leap.to', 'actions.leap.which'] // after so many touches

/** What has to be touched next for the action that was chosen; null: its phase says so. */
export function prompt(
  view: View<Nexus>,
  chosen: string | null,
  touched: readonly string[],
): Why | null {
  const { board, to_move: seat } = view
  const action = current(view, chosen, touched)
  if (action === 'steps' && touched.length)
    return why(leapsOnly(view, touched) ? 'actions.leap.only' : STEP[touched.length - 1]!)
  if (!action || board.under_way || !board.entered[seat - 1]) return null
  return why(`actions.asked.${action}`)
}

const COMPLETED_BY: Readonly<Record<string, Action>> = {
  entered: 'enter',
  walked: 'steps',
  leapt: 'steps',
  laid: 'rings',
}

/** The action that a tried turn has completed; null: none so far. */
export function completed({ board }: View<Nexus>, tried: readonly GameEvent[]): Action | null {
  const last = tried.findLast(({ event }) => event in COMPLETED_BY)
  return last && !board.under_way ? COMPLETED_BY[last.event]! : null
}

/** Why an action cannot be chosen; null: it can. */
export function closed(view: View<Nexus>, action: Action): Why | null {
  const { board, legal, to_move: seat } = view
  if (board.under_way) return current(view, null, []) === action ? null : why('actions.closed.busy')
  if (legal.some(({ kind }) => ACTION_OF[kind] === action)) return null
  if (!board.entered[seat - 1]) return why('reasons.first-turn')
  return { enter: noEntry, steps: () => why('actions.closed.steps'), rings: noChange }[action](view)
}

/** Whether a marble was touched that can leap, and do nothing else. */
export function leapsOnly({ legal }: View<Nexus>, touched: readonly string[]): boolean {
  const own = legal.filter(({ from, kind }) => from === touched[0] && kind !== 'lift')
  return touched.length === 1 && own.length > 0 && own.every(({ kind }) => kind === 'leap')
}

/** Why nobody can leap now; null: it is possible. */
export function noLeap(view: View<Nexus>, touched: readonly string[]): Why | null {
  const way = view.board.under_way
  const shut = closed(view, 'steps')
  if (shut) return shut
  if (way?.action === 'steps' && way.leapt) return why('reasons.leap-twice')
  if (!view.legal.some(({ kind }) => kind === 'leap')) return why('actions.leap.none')
  return touched.length ? null : why('actions.leap.first')
}

/** How many parts of the current action are done, and how many there are. */
export function progress(
  { board }: View<Nexus>,
  action: Action,
  whole = false, // it is completed
): { done: number; all: number } {
  const [way, all] = [board.under_way, PARTS[action]]
  if (whole) return { done: all, all }
  if (way?.action !== action) return { done: 0, all }
  return { done: all - (way.action === 'rings' ? way.lifts + way.lays : way.left), all }
}

function noEntry({ board, to_move: seat }: View<Nexus>): Why {
  const number = board.reserves[seat - 1]!
  return number < PARTS.enter ? why('reasons.reserve', { number }) : why('actions.closed.enter')
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
