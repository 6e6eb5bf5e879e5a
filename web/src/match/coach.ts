/** The coach of a first game: which rule a turn teaches, and the reason of a suggestion. */

import type { Decision, View } from '../board/types'
import type { Topic } from '../learn/content'
import type { Params } from '../lib/format'
import type { Evaluation, Happened } from '../wire.gen'
import { reach, type Trails } from './trails'

const NEARLY = 0.1 // of a win that a turn may cost which shows a rule

/** Which topics were taught, and at which ply: a page that is loaded anew goes on with its own. */
export type Taught = Readonly<Record<string, number>>

/** The topic of a turn; null: everything was taught. The last topics wait for what play may show. */
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
  const anywhere = left.find(({ topic }) => !topic.kinds.length)
  return (fitting ?? anywhere ?? left[0])?.i ?? null
}

/** Points of the rules that no turn has come to. */
export function untaught(topics: readonly Topic[], taught: Taught): number[] {
  return topics.flatMap(({ points }, i) => (i in taught ? [] : points))
}

/** What a turn should be about if what is suggested fits no topic: decisions of the next one. */
export function wanted(
  topics: readonly Topic[],
  taught: Taught,
  kind: string | undefined,
  legal: readonly Decision[],
): Decision[] {
  const left = topics.filter((_, i) => !(i in taught))
  if (!left.length || left.some(({ kinds, shows }) => (shows ?? kinds).includes(kind ?? '')))
    return []
  const possible = left.map(({ shows = [] }) => legal.filter((each) => shows.includes(each.kind)))
  return possible.find((decisions) => decisions.length) ?? []
}

/** A line nearly as good as the best one that begins with one of these decisions. */
export function fitting(
  { best, lines = [] }: Pick<Evaluation, 'best' | 'lines'>,
  decisions: readonly Decision[],
): readonly string[] | null {
  const shareOf = (text?: string) => lines.find(({ moves }) => moves[0] === text)?.share ?? 1
  const enough = shareOf(best[0]) - NEARLY
  const first = new Set(decisions.map(({ text }) => text))
  const line = lines.find(({ moves, share }) => first.has(moves[0]!) && share >= enough)
  return line?.moves ?? null
}

/**
 * Points of the rules that play has just shown for the first time since they were taught; what
 * happened in the very turn beside which they stood is no news. null: none.
 */
export function recallable(
  topics: readonly Topic[],
  taught: Taught,
  moves: readonly Happened[],
  { since, seat }: { since: number; seat: number },
): readonly number[] | null {
  const moments = topics.flatMap((topic, i) =>
    Object.entries(topic.moments).map(([moment, points]) => {
      const known = nextTurn(moves, taught[i] ?? 0, seat)
      return { points, at: moves.find((move) => move.ply >= known && shows(move, moment))?.ply }
    }),
  )
  return moments.find(({ at }) => at !== undefined && at >= since)?.points ?? null
}

/** The ply at which the turn after this one begins for a seat; none was taught in this game: 0. */
function nextTurn(moves: readonly Happened[], ply: number, seat: number): number {
  if (ply < 0) return 0
  const begun = moves.find(
    (move) => move.ply >= ply && move.events.some((e) => e.event === 'turn' && e.seat === seat),
  )
  return begun ? begun.ply + 1 : Infinity
}

function shows({ events }: Happened, moment: string): boolean {
  return events.some(({ event, how }) => moment === event || moment === `${event}:${how}`)
}

/** The places that a robot goes on to after the first `done` decisions of a line (Robotory). */
export function further(line: readonly string[], done: number): string[] {
  return line.slice(done).flatMap((text) => /^[WBR]([a-e]\d)$/.exec(text)?.slice(1) ?? [])
}

/** Why a turn is good: a key of the coach's reasons, and what it says. */
export interface Reason {
  readonly key: string
  readonly params: Params
}

interface Counted {
  readonly squares?: Readonly<Record<string, string>> // Repulso
  readonly groups?: readonly { readonly count: number }[]
  readonly at_home?: readonly number[] // Robotory
  readonly camps?: Readonly<Record<string, readonly string[]>>
  readonly stocks?: readonly Readonly<Record<string, number>>[]
  readonly reserves?: readonly number[] // NEXUS
  readonly on_board?: readonly number[]
  readonly tower?: readonly string[] // Splash!
}

/** How good a position is for a seat, as a rough estimate. */
export function roughValue({ board, outcome }: View, seat: number): number {
  const me = seat - 1
  if (outcome) return outcome.winners.includes(seat) ? 100 : -100
  const { groups, at_home: home, stocks } = board as Counted
  if (groups) return groups[1 - me]!.count - 2 * groups[me]!.count
  if (!home) return lead(board as Counted, me)
  return home[me]! - home[1 - me]! + Math.min(...Object.values(stocks?.[me] ?? {}), 2) / 10
}

/** What a suggested turn changes for the seat that takes it; `after` null: it is left open. */
export function reasonOf(
  before: View,
  after: View | null,
  kind: string,
  line: readonly string[] = [],
): Reason {
  const me = before.to_move - 1
  if (after?.outcome?.winners.includes(before.to_move)) return { key: 'wins', params: {} }
  const [was, is] = [before.board as Counted, (after?.board ?? before.board) as Counted]
  const decision = before.legal?.find(({ text }) => text === line[0])
  if (kind === 'piece' && was.squares) return piece(was.squares, before.to_move, decision)
  if (was.groups && is.groups)
    return clusters(counts(was.groups), counts(is.groups), me, kind, line)
  if (kind === 'place' && was.at_home) return trail(after, decision, before.to_move)
  if (was.at_home && is.at_home && is.at_home[me]! > was.at_home[me]!)
    return { key: 'home', params: { after: is.at_home[me] } }
  if (kind === 'step' && decision) return { key: 'step', params: { robot: decision.robot } }
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

function clusters(
  was: number[],
  is: number[],
  me: number,
  kind: string,
  line: readonly string[],
): Reason {
  const other = 1 - me
  const change = (seat: number) => ({ before: was[seat], after: is[seat] })
  const slides = line.filter((text) => text.includes('-')).map((text) => text.replace('-', ' → '))
  if (is[me]! < was[me]!) return { key: 'joins', params: { ...change(me), slides } }
  if (kind !== 'piece' && is[other]! > was[other]!) return { key: 'breaks', params: change(other) }
  if (kind === 'stone' && slides.length) return { key: 'pushes', params: { slides } }
  return { key: kind, params: {} }
}

/** A new piece is good a corner away from one of its colour: an action piece can join them. */
function piece(squares: Counted['squares'], seat: number, decision?: Decision): Reason {
  const to = String(decision?.to ?? '')
  const corner = Object.keys(squares!).find(
    (at) => squares![at] === `p${seat}` && apart(at, to, 0) === 1 && apart(at, to, 1) === 1,
  )
  if (corner) return { key: 'corner', params: { at: corner } }
  const any = Object.values(squares!).includes(`p${seat}`)
  return { key: any ? 'piece' : 'first', params: {} }
}

function apart(one: string, other: string, i: number): number {
  return Math.abs(one.charCodeAt(i) - other.charCodeAt(i))
}

/** Which robots can step onto a new disc: both sides may move all of them. */
function trail(after: View | null, decision: Decision | undefined, seat: number): Reason {
  const steps = after?.legal.filter(({ kind, to }) => kind === 'step' && to === decision?.to) ?? []
  const robots = [...new Set(steps.map(({ robot }) => String(robot)))]
  const { camps } = (after?.board ?? {}) as Counted
  const camp = camps?.[seat]?.includes(String(decision?.to)) ? 'own' : 'other'
  if (robots.length === 1) return { key: 'feeds-one', params: { robot: robots[0], camp } }
  if (robots.length) return { key: 'feeds', params: { robots } }
  const walking = after ? reach(after.board as Trails, String(decision?.to)) : []
  return { key: walking.length ? 'extends' : 'place', params: { robots: walking } }
}

function counts(groups: readonly { readonly count: number }[]): number[] {
  return groups.map(({ count }) => count)
}

/** The marbles of all others. */
function marbles({ reserves, on_board }: Counted, me: number): number {
  const all = (reserves ?? []).map((number, i) => number + (on_board?.[i] ?? 0))
  return all.reduce((sum, number, i) => sum + (i === me ? 0 : number), 0)
}

/** How many marbles more a seat has than all others. */
function lead(board: Counted, me: number): number {
  const own = (board.reserves?.[me] ?? 0) + (board.on_board?.[me] ?? 0)
  return own - marbles(board, me)
}

/** How good a turn has to look that is suggested for what it shows. In NEXUS it wins a marble: the
 * rough estimate does not see what happens to one that merely walks. */
export function leastValue(before: View, seat: number): number {
  return roughValue(before, seat) + ('reserves' in (before.board as Counted) ? 1 : -1)
}
