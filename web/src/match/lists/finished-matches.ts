/** Finished matches and results of the server and of this browser, merged. */

import type { MatchSummary, ResultInfo, Statistics, Tally } from '../../wire.gen'
import { givenName } from '../../sentences/moves'
import { standing } from '../ending'

/** Whom somebody has played: anybody, computers or one level of them, people or one by name. */
export type Against = 'all' | 'computer' | 'people' | { level: number } | { opponent: string }

/** A match in the list of one's own games. */
export type Played = Pick<MatchSummary, 'id' | 'game' | 'ply' | 'result' | 'updated'> & {
  readonly seats: readonly Pick<
    MatchSummary['seats'][number],
    'kind' | 'name' | 'level' | 'former' | 'you' | 'given_up'
  >[]
  readonly replayable?: boolean
}

/** The level of the strongest computer somebody played; 0: people, or some of them. */
export function levelOf(seats: Played['seats']): number {
  const others = seats.filter(({ you }) => !you)
  return others.every(({ kind }) => kind === 'computer')
    ? Math.max(0, ...others.map(({ level }) => level ?? 0))
    : 0
}

/** Whether it is one of the eight levels that there were before. */
function isFormer(seats: Played['seats']): boolean {
  return levelOf(seats) > 0 && seats.some(({ former }) => former)
}

/** Whom somebody played, so that results against the same are found. */
function opponent(seats: Played['seats']): string {
  return keyOf({ level: levelOf(seats), former: isFormer(seats) })
}

function keyOf({ level, former = false }: Pick<Tally, 'level' | 'former'>): string {
  return `${level} ${former}`
}

/** How it ended for whoever looks; null: for nobody in particular. */
export function scoreOf({ seats, result }: Played): 'won' | 'lost' | 'drawn' | null {
  if (seats.some(({ you, given_up }) => you && given_up)) return result ? 'lost' : null
  const you = seats.flatMap((seat, i) => (seat.you ? [i + 1] : []))
  const how = standing({ result, you })
  return how === 'watched' || you.length !== 1 ? null : how
}

/** Whether the last game before this one, against the same level, was lost as well. */
export function lostBefore(
  all: readonly Played[],
  match: Pick<Played, 'id' | 'game' | 'seats'>,
): boolean {
  const who = opponent(match.seats)
  const same = all.filter(
    ({ id, game, seats }) => id !== match.id && game === match.game && opponent(seats) === who,
  )
  const last = same.toSorted((a, b) => b.updated - a.updated)[0]
  return !!last && scoreOf(last) === 'lost'
}

export function isWanted(match: Played, game: string, against: Against): boolean {
  if (game && match.game !== game) return false
  if (against === 'all') return true
  if (typeof against === 'object' && 'opponent' in against)
    return match.seats.some(({ you, name }) => !you && name === against.opponent)
  if (scoreOf(match) === null) return false
  const level = levelOf(match.seats)
  return typeof against === 'object'
    ? level === against.level
    : level > 0 === (against === 'computer')
}

/** An opponent as the value of an option, and back. */
export function textOf(against: Against): string {
  return typeof against === 'string' ? against : JSON.stringify(against)
}

export function againstOf(text: string): Against {
  return (text.startsWith('{') ? JSON.parse(text) : text) as Against
}

/** The same as the server is asked for it. */
export function queryOf(game: string, against: Against): URLSearchParams {
  const whom = typeof against === 'object' ? against : against === 'all' ? {} : { against }
  const wanted = Object.entries({ ...(game && { game }), ...whom })
  return new URLSearchParams(wanted.map(([name, value]) => [name, String(value)]))
}

/** Whom one has played, to choose from. */
export function opponents(tallies: readonly Tally[], names: readonly string[]): Against[] {
  const levels = [...new Set(tallies.map(({ level }) => level).filter(Boolean))]
  return [
    'all',
    'computer',
    ...levels.toSorted((a, b) => a - b).map((level) => ({ level })),
    'people',
    ...names.filter(givenName).map((opponent) => ({ opponent })),
  ]
}

/** The results of a server and those of this browser together, by game and level. */
export function together(server: Statistics, here: readonly Played[]): Tally[] {
  const sums = new Map(server.tallies.map((each) => [keyIn(each), { ...each }]))
  const since = [...server.recent, ...here.flatMap(resultOf)]
  for (const { at: _, score, ...about } of since.toSorted((a, b) => a.at - b.at)) {
    const fresh = { won: 0, drawn: 0, lost: 0, streak: 0, best_streak: 0 }
    const sum = sums.get(keyIn(about)) ?? { ...about, ...fresh }
    sum[score]++
    sum.streak = score === 'won' ? sum.streak + 1 : 0
    sum.best_streak = Math.max(sum.best_streak, sum.streak)
    sums.set(keyIn(about), sum)
  }
  return [...sums.values()].toSorted(
    (a, b) =>
      a.game.localeCompare(b.game) ||
      Number(a.former ?? false) - Number(b.former ?? false) ||
      a.level - b.level,
  )
}

/** When the first match with a result ended here: what a server knows since then comes between. */
export function firstResult(here: readonly Played[]): number | null {
  const times = here.flatMap(resultOf).map(({ at }) => at)
  return times.length ? Math.min(...times) : null
}

function keyIn(about: Pick<Tally, 'game' | 'level' | 'former'>): string {
  return `${about.game} ${keyOf(about)}`
}

function resultOf(match: Played): ResultInfo[] {
  const score = scoreOf(match)
  const { game, seats, updated: at } = match
  return score ? [{ game, level: levelOf(seats), former: isFormer(seats), score, at }] : []
}
