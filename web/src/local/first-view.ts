/**
 * A local match before Python has started: its first picture, with all that can be touched there.
 * What is shown comes from the rules (`virtual:first-views`); as soon as Python speaks, its word counts.
 */

import games from 'virtual:games'
import { turned } from '../match/setup/new-match'
import type {
  ClockInfo,
  MatchInfo,
  MatchSummary,
  NewClock,
  NewMatch,
  NewSeat,
  SeatInfo,
  View,
} from '../wire.gen'

/** What is asked of Python. */
export interface Start {
  readonly id: string
  readonly match: NewMatch // who begins has the first seat
  readonly drawn: boolean
  readonly name: string
}

export interface Beginning {
  readonly match: MatchInfo
  readonly view: View
}

const DAY = 86_400 // seconds

/** Draw who begins, if chance decides. */
export function starting(id: string, match: NewMatch, name: string): Start {
  if ((match.starter ?? 'fixed') === 'fixed') return { id, match, drawn: false, name }
  const [number] = crypto.getRandomValues(new Uint32Array(1))
  const seats = turned(match.seats, number! % match.seats.length)
  return { id, match: { ...match, seats }, drawn: true, name }
}

/** The match as it will begin; null if only Python knows how. */
export async function beginning({ id, match, name }: Start): Promise<Beginning | null> {
  const { default: views } = await import('virtual:first-views')
  const start = views[match.game]
  const game = games.find((each) => each.name === match.game)
  if (!start || !game || match.position || match.origin) return null
  const defaults = Object.fromEntries(game.options.map(({ name, values }) => [name, values[0]!]))
  const options = { ...defaults, ...game.rulebooks[match.rulebook ?? ''], ...match.options }
  const which = start.matters.map((option) => options[option]).join(',')
  const begins = start.views[which]?.[match.seats.length]
  if (!begins) return null
  const { view: first, dealt } = begins
  const seats = seated(match, name)
  const you = seats.filter((seat) => seat.you).map(({ seat }) => seat)
  const mine = you.includes(first.to_move)
  const view = { ...first, options, seat: mine ? first.to_move : (you[0] ?? null) }
  return {
    match: { ...info(id, match, seats.length), options, rules: first.version, dealt, seats, you },
    view: mine ? view : { ...view, legal: [] },
  }
}

/** How it stands in a list. */
export function listed({ id, match, name }: Start): MatchSummary {
  const seats = seated(match, name)
  const options = match.options ?? {}
  return { ...info(id, match, seats.length), options, seats, replayable: true }
}

function seated(match: NewMatch, me: string): SeatInfo[] {
  return match.seats.map((seat, i) => seatInfo(seat, i + 1, me))
}

function seatInfo({ kind, name, level }: NewSeat, seat: number, me: string): SeatInfo {
  const computer = kind === 'computer'
  return {
    seat,
    kind: computer ? 'computer' : 'person',
    name: computer ? 'Computer' : (name ?? me),
    level: computer ? (level ?? 1) : null,
    you: !computer,
    online: true,
    given_up: false,
    timed_out: false,
  }
}

/** All but the seats and what the rules say. */
function info(id: string, match: NewMatch, seats: number): Omit<MatchInfo, 'seats' | 'you'> {
  const now = Date.now()
  return {
    id,
    seq: 0, // Python begins with 1
    gave_up: [],
    game: match.game,
    rules: 0,
    options: {},
    owner: true,
    status: 'playing',
    public: false,
    starter: match.starter ?? 'fixed',
    hints: match.hints ?? match.seats.filter(({ kind }) => kind !== 'computer').length < 2,
    takebacks: match.takebacks ?? true,
    clock: clock(match.clock ?? {}, seats),
    ply: 0,
    dealt: 0,
    to_move: 1,
    table: null,
    offers: [],
    hastened: false,
    result: null,
    called_off: null,
    previous: null,
    next: null,
    created: now,
    updated: now,
    watchers: 0,
  }
}

/** It does not run yet. */
function clock(wish: NewClock, seats: number): ClockInfo {
  const base = ((wish.seconds ?? 0) + (wish.days ?? 0) * DAY) * 1000
  return {
    kind: wish.kind ?? 'none',
    base,
    increment: (wish.increment ?? 0) * 1000,
    left: Array.from({ length: seats }, () => base),
    running: null,
    placement: (wish.placement ?? 0) * 1000,
    placing: null,
  }
}
