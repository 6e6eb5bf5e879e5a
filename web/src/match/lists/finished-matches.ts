/** Finished matches and results of the server and of this browser, merged. */

import type { MatchSummary, Tally } from '../../wire.gen'
import { standing } from '../ending'

export type Against = 'all' | 'computer' | 'people'

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
  return scoreOf(match) !== null && levelOf(match.seats) > 0 === (against === 'computer')
}

/** The results of a server and those of this browser together, by game and level. */
export function together(server: readonly Tally[], here: readonly Played[]): Tally[] {
  const sums = new Map(server.map((tally) => [`${tally.game} ${keyOf(tally)}`, { ...tally }]))
  for (const match of here.toReversed()) {
    const score = scoreOf(match)
    if (!score) continue
    const about = { level: levelOf(match.seats), former: isFormer(match.seats) }
    const key = `${match.game} ${keyOf(about)}`
    const fresh = { won: 0, drawn: 0, lost: 0, streak: 0, best_streak: 0 }
    const sum = sums.get(key) ?? { game: match.game, ...about, ...fresh }
    sum[score]++
    sum.streak = score === 'won' ? sum.streak + 1 : 0
    sum.best_streak = Math.max(sum.best_streak, sum.streak)
    sums.set(key, sum)
  }
  return [...sums.values()].toSorted(
    (a, b) =>
      a.game.localeCompare(b.game) ||
      Number(a.former ?? false) - Number(b.former ?? false) ||
      a.level - b.level,
  )
}
