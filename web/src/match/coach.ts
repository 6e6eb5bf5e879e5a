/** A coached first game: which rule a turn teaches, and why a turn is suggested. */

import type { GameEvent, View } from '../board/types'
import type { Topic } from '../learn/content'
import type { Params } from '../lib/format'

/** Which topics were taught, and at which ply: a page that is loaded anew goes on with its own. */
export type Taught = Readonly<Record<string, number>>

/** The topic of a turn; null: everything was taught. */
export function topicAt(
  topics: readonly Topic[],
  taught: Taught,
  ply: number,
  kind: string | undefined,
): number | null {
  const now = Object.entries(taught).find(([, at]) => at === ply)
  if (now) return Number(now[0])
  const left = topics.flatMap((topic, i) => (i in taught ? [] : [{ topic, i }]))
  const fitting = left.find(({ topic }) => kind !== undefined && topic.kinds.includes(kind))
  return (fitting ?? left[0])?.i ?? null
}

/** The first topic that something has just shown, other than those that were recalled; null: none. */
export function recallable(
  topics: readonly Topic[],
  recalled: ReadonlySet<number>,
  events: readonly GameEvent[],
): number | null {
  const shown = new Set(events.flatMap(({ event, how }) => [event, `${event}:${how}`]))
  const at = topics.findIndex(
    ({ moments }, i) => !recalled.has(i) && moments.some((moment) => shown.has(moment)),
  )
  return at < 0 ? null : at
}

/** Why a turn is good: a key of the coach's reasons, and what it says. */
export interface Reason {
  readonly key: string
  readonly params: Params
}

interface Counted {
  readonly groups?: readonly { readonly count: number }[] // Repulso
  readonly at_home?: readonly number[] // Robotory
  readonly reserves?: readonly number[] // NEXUS
  readonly on_board?: readonly number[]
  readonly tower?: readonly string[] // Splash!
}

/** What a suggested turn changes for the seat that takes it; `after` null: it is left open. */
export function reasonOf(before: View, after: View | null, kind: string): Reason {
  const me = before.to_move - 1
  if (after?.outcome?.winners.includes(before.to_move)) return { key: 'wins', params: {} }
  const [was, is] = [before.board as Counted, (after?.board ?? before.board) as Counted]
  if (was.groups && is.groups) return clusters(counts(was.groups), counts(is.groups), me, kind)
  if (was.at_home && is.at_home && is.at_home[me]! > was.at_home[me]!)
    return { key: 'home', params: { after: is.at_home[me] } }
  if (kind === 'give' && was.tower?.length === 0) return { key: 'first', params: {} }
  const n = marbles(was, me) - marbles(is, me)
  if (n > 0) return { key: 'captures', params: { n } }
  return { key: KEYS[kind] ?? kind, params: {} }
}

const KEYS: Readonly<Record<string, string>> = {
  leap: 'walk',
  lift: 'rings',
  lay: 'rings',
  remove: 'enter',
  stop: 'step',
}

function clusters(was: number[], is: number[], me: number, kind: string): Reason {
  const other = 1 - me
  const change = (seat: number) => ({ before: was[seat], after: is[seat] })
  if (is[me]! < was[me]!) return { key: 'joins', params: change(me) }
  if (kind !== 'piece' && is[other]! > was[other]!) return { key: 'breaks', params: change(other) }
  return { key: kind, params: {} }
}

function counts(groups: readonly { readonly count: number }[]): number[] {
  return groups.map(({ count }) => count)
}

/** The marbles of all others. */
function marbles({ reserves, on_board }: Counted, me: number): number {
  const all = (reserves ?? []).map((number, i) => number + (on_board?.[i] ?? 0))
  return all.reduce((sum, number, i) => sum + (i === me ? 0 : number), 0)
}
