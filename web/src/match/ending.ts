/** The end of a match from the viewer's side: who won and why, what decided it, and its figures. */

import type { GameEvent, Outline, View } from '../board/types'
import { t, term, w } from '../lib/i18n.svelte'
import { events } from '../sentences/boards'
import { givenName, nameOf, namesOf } from '../sentences/moves'
import type { Happened, MatchInfo } from '../wire.gen'
import { endsTurn } from './play.svelte'

type Seen = Pick<MatchInfo, 'result' | 'you'> & Partial<Pick<MatchInfo, 'gave_up'>>

export type Standing = 'won' | 'lost' | 'drawn' | 'watched'

/**
 * How it ended for whoever looks: several seats on one device are nobody's in particular, and who
 * gave up a match that went on has lost it.
 */
export function standing({ result, you, gave_up = [] }: Seen): Standing {
  if (result && !you.length && gave_up.length === 1) return 'lost'
  if (!result || you.length !== 1) return result?.winners.length === 0 ? 'drawn' : 'watched'
  if (!result.winners.length) return 'drawn'
  return result.winners.includes(you[0]!) ? 'won' : 'lost'
}

/** The line above everything: "You win", "(name) wins". */
export function headline(info: MatchInfo): string {
  const how = standing(info)
  const winners = info.result?.winners ?? []
  if (how === 'won') return winners.length > 1 ? t('ending.teamWins') : t('ending.youWin')
  if (how === 'lost') return t('ending.youLose')
  if (how === 'drawn') return t('ending.draw')
  return winnersOf(info).replace(/\.$/, '')
}

function winnersOf(info: MatchInfo): string {
  return w(info.game, 'events.won', { seats: info.result!.winners }, namesOf(info))
}

/** Why it ended so, in the second person where it is about the viewer. */
export function cause(info: MatchInfo): string {
  const { reason, winners } = info.result!
  const left = info.gave_up.map((seat) => departure(info, seat)) // the others played on
  if (left.length) return [...left, winners.length ? winnersOf(info) : ''].join(' ').trim()
  if (reason === 'resigned' || reason === 'time') return departed(info, reason, loserOf(info))
  const all = info.seats.map(({ seat }) => seat)
  const losers = all.filter((seat) => !winners.includes(seat))
  const about = { who: standing(info), seats: winners, losers }
  return w(info.game, `outcomes.${reason}`, about, namesOf(info))
}

/** Who gave up last; in matches stored by former versions, the first who lost. */
function loserOf({ seats, result }: MatchInfo): number {
  const last = seats.find(({ given_up, kind }) => given_up && kind === 'person')
  return (last ?? seats.find(({ seat }) => !result!.winners.includes(seat)))!.seat
}

/** Who sits at a table, and who of them has left. */
export type People = Pick<MatchInfo, 'game' | 'seats' | 'you' | 'gave_up'>

/** That somebody gave up a seat, or ran out of time in it. */
export function departure(info: People, seat: number): string {
  return departed(info, info.seats[seat - 1]!.timed_out ? 'time' : 'resigned', seat)
}

function departed(info: People, how: 'resigned' | 'time', seat: number): string {
  const { kind, name } = info.seats[seat - 1]!
  const mine = info.gave_up.includes(seat) || (info.you.length === 1 && info.you[0] === seat)
  const former = givenName(name) ?? term(info.game, 'seat', seat) // of whom a computer plays for
  return t(`ending.${how}`, {
    who: mine ? 'you' : 'other',
    name: kind === 'computer' ? former : nameOf(info, seat),
  })
}

const TOLD_BY_THE_RESULT = new Set(['won', 'drawn', 'turn'])

/** The end for a screen reader: how it ended comes before what was done last. */
export function announced(info: MatchInfo, last: readonly GameEvent[]): string {
  const said = headline(info)
  const others = last.filter(({ event }) => !TOLD_BY_THE_RESULT.has(event))
  const moves = events(info.game, others, namesOf(info))
  return [/[.!]$/.test(said) ? said : `${said}.`, cause(info), ...moves].join(' ')
}

/** What decided the match, to be outlined on the board. */
export function decisive({ result }: MatchInfo, view: View): Outline[] {
  const board = view.board as Partial<Boards>
  const won = (seat: number) => result?.winners.includes(seat) ?? false
  if (result?.reason === 'stuck') return [] // whatever the clusters say
  if (board.groups)
    return board.groups.flatMap(({ squares }, i) =>
      squares.map((spots) => ({ spots, label: String(spots.length), won: won(i + 1) })),
    )
  if (board.camps && board.robots)
    return Object.values(board.robots).map((at) => {
      const home = Object.entries(board.camps!).find(([, spots]) => spots.includes(at))
      return { spots: [at], label: '', won: won(Number(home?.[0] ?? 0)) }
    })
  if (board.rings)
    return board.rings
      .filter(({ marbles }) => marbles.some((n, i) => n > 0 && won(i + 1)))
      .map(({ at }) => ({ spots: [at], label: '', won: true }))
  return []
}

interface Boards {
  groups: readonly { squares: readonly string[][]; sizes: readonly number[] }[]
  camps: Readonly<Record<string, readonly string[]>>
  robots: Readonly<Record<string, string>>
  at_home: readonly number[]
  rings: readonly { at: string; marbles: readonly number[] }[]
  on_board: readonly number[]
  drops: readonly number[]
}

export interface Figure {
  readonly key: FigureKey
  readonly values: readonly string[] // one of the game, or one of every seat, in their order
}

type FigureKey =
  | 'turns'
  | 'length'
  | 'clusters'
  | 'largest'
  | 'home'
  | 'eaten'
  | 'captured'
  | 'sacrificed'
  | 'marbles'
  | 'highest'
  | 'falls'
  | 'drops'

/** The numbers of a game. */
export function figures(info: MatchInfo, view: View, moves: readonly Happened[]): Figure[] {
  const board = view.board as Partial<Boards>
  const played = moves.filter(({ ply }) => ply >= info.dealt)
  const begun = played.length && !endsTurn(played.at(-1)!) ? 1 : 0
  const turns = played.filter(endsTurn).length + begun
  const rows: Figure[] = [
    { key: 'turns', values: [String(turns)] },
    { key: 'length', values: [lengthText(info.updated - info.created)] },
  ]
  const add = (key: FigureKey, values: readonly (number | undefined)[]) =>
    rows.push({ key, values: values.map((value) => String(value ?? 0)) })
  const count = (event: string, of: (event: Record<string, unknown>) => unknown) =>
    info.seats.map(({ seat }) => counted(moves, event, (each) => of(each) === seat))
  if (board.groups) {
    add(
      'clusters',
      board.groups.map(({ squares }) => squares.length),
    )
    add(
      'largest',
      board.groups.map(({ sizes }) => Math.max(0, ...sizes)),
    )
  }
  if (board.at_home) {
    add('home', board.at_home)
    add(
      'eaten',
      count('stepped', ({ seat }) => seat),
    )
  }
  if (board.rings) {
    add('marbles', board.on_board ?? [])
    add(
      'captured',
      count('removed', ({ by }) => by),
    )
    add(
      'sacrificed',
      count('sacrificed', ({ seat }) => seat),
    )
  }
  if (board.drops) {
    const heights = moves.flatMap(({ events }) => events.map(({ height }) => Number(height ?? 0)))
    add('highest', [Math.max(0, ...heights)])
    add('falls', [counted(moves, 'fell', () => true)])
    add('drops', board.drops)
  }
  return rows
}

function counted(
  moves: readonly Happened[],
  event: string,
  counts: (event: Record<string, unknown>) => boolean,
): number {
  return moves
    .flatMap(({ events }) => events)
    .filter((each) => each.event === event && counts(each))
    .reduce((sum, each) => sum + Number(each.number ?? 1), 0)
}

const MINUTE = 60_000

/** How long a match took, as people say it. */
export function lengthText(ms: number): string {
  const minutes = Math.round(ms / MINUTE)
  if (minutes < 1) return t('ending.underAMinute')
  if (minutes < 120) return t('ending.minutes', { n: minutes })
  const hours = Math.round(minutes / 60)
  return hours < 48
    ? t('ending.hours', { n: hours })
    : t('ending.days', { n: Math.round(hours / 24) })
}

/** The level to go on with: one more after a win, one less after losses in a row; null: stay.
 *  Nobody is led from a level that there was before to one of another size. */
export function nextLevel(info: MatchInfo, highest: number, again: boolean): number | null {
  const how = standing(info)
  const levels = info.seats.filter(({ kind }) => kind === 'computer').map(({ level }) => level ?? 0)
  const people = info.seats.some(({ kind, you }) => kind === 'person' && !you)
  if (info.seats.some(({ former }) => former)) return null
  if (!levels.length || people || (how !== 'won' && how !== 'lost')) return null
  if (how === 'lost' && !again) return null
  const level = Math.max(...levels) + (how === 'won' ? 1 : -1)
  return level >= 1 && level <= highest ? level : null
}
