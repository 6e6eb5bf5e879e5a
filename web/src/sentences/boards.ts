/** Descriptions of boards for screen readers and captions. */

import type { Decision, GameEvent, Spot, Table, Message, View } from '../board/types'
import { isGame, isOwn } from '../lib/game-list.svelte'
import { has, maybe, t, term, w, type Names } from '../lib/i18n.svelte'
import type { Params } from '../lib/format'
import type { Problem } from '../wire.gen'

/** What there is at a spot. */
export function spotName(table: Table, view: View, spot: Spot): string {
  return table
    .tell(spot, view)
    .map(({ key, params }) => w(table.game, `cells.${key}`, spoken(table.game, params)))
    .join(', ')
}

/** What is to be done now: by you, or by somebody else. */
export function phase(table: Table, view: View, you: boolean, names?: Names): string {
  const { key, params } = table.phase(view)
  return w(table.game, `phases.${key}.${you ? 'you' : 'other'}`, params, names)
}

/** What happened, as sentences. */
export function events(game: string, happened: readonly GameEvent[], names?: Names): string[] {
  // Nobody's turn comes after the last decision.
  const over = happened.some(({ event }) => event === 'won' || event === 'drawn')
  const shown = over ? happened.filter(({ event }) => event !== 'turn') : happened
  return shown
    .map((event) => w(game, `events.${event.event}`, counted(game, event), names))
    .filter(Boolean)
}

/** What a decision would do, to choose it by name. */
export function choice(game: string, decision: Decision): string {
  return w(game, `kinds.${decision.kind}.choice`, counted(game, decision))
}

/** What a decision does where the board marks it, so that no place has to be named. */
export function markedChoice(game: string, decision: Decision): string {
  return w(game, `kinds.${decision.kind}.marked`, decision)
}

/** With how many stacks and single pieces a fall has left, and whether only one piece fell. */
export function counted(game: string, params: Params): Params {
  const { stacks, piece } = params
  if (!Array.isArray(stacks) || !has(game, 'left')) return params
  const single = stacks.filter((stack: readonly string[]) => stack.length === 1)
  const counts = { single: single.length, several: stacks.length - single.length }
  const alone = stacks.length === 2 && single.some(([only]) => only === piece)
  return { ...params, alone, left: w(game, 'left', counts) }
}

/** That a decision or a turn ends the game, and how; empty where it goes on. */
export function endOf(before: View, after: View, names?: Names): string {
  const winners = after.outcome?.winners
  if (!winners) return ''
  const [winner] = winners
  const who = winner === undefined ? 'nobody' : winners.includes(before.to_move) ? 'you' : 'other'
  const name = winner === undefined ? '' : (names?.(winner) ?? term(before.game, 'seat', winner))
  return t('match.endsGame', { who, name })
}

/** Why something was refused, in one sentence; `game` says whose table refused it. */
export function problem({ code, params = {}, message }: Problem, game = 'splash'): string {
  const [whose, rule] = code.split('.') as [string, string | undefined]
  if (whose === 'table') return placement(game, rule!, params, message)
  if (whose === 'stored') return t(`stored.${rule as 'failed'}`)
  for (const key of [`reasons.${rule}`, `errors.${rule ?? code}`]) {
    if (has(whose, key)) return w(whose, key, params)
  }
  if (rule && isGame(whose)) return message
  return maybe(`refusals.${whose}`, params) ?? t('refusals.other')
}

/** Why a piece cannot be set down; otherwise the simulation itself has failed. */
function placement(game: string, code: string, params: Params, message: string): string {
  const key = `placement.${code}`
  if (has(game, key)) return w(game, key, params)
  return isOwn(game) || code === 'table-failed' ? t('refusals.table-failed') : message
}

/** Why a record was refused, and where in its text. */
export function recordProblem(refused: Problem, record: string): string {
  const { code, params = {} } = refused
  const game = /"game": ?"(\w+)"|^Game: *(\w+)/m.exec(record)?.slice(1).find(Boolean) ?? 'common'
  const rule = code.replace(/^record\./, '')
  const own = maybe(`records.errors.${rule}`, params)
  const what =
    own ?? problem({ ...refused, code: has(game, `reasons.${rule}`) ? `${game}.${rule}` : code })
  const place = /^line (\d+), column (\d+):/.exec(refused.message)
  return place ? t('records.at', { line: place[1], column: place[2], what }) : what
}

function spoken(game: string, params: Params): Params {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      areMessages(value) ? parts(game, value) : value,
    ]),
  )
}

function parts(game: string, items: readonly Message[]): string[] {
  return items.map(({ key, params }) => w(game, `cells.${key}`, params))
}

function areMessages(value: unknown): value is Message[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'object' && 'key' in each)
}
