/** The form of a new match, converted to a request. */

import type { NewClock, NewSeat } from '../../wire.gen'

export type Against = 'computer' | 'here' | 'link' | 'lobby' | 'mixed'

export const CLOCKS: Readonly<Record<string, NewClock>> = {
  none: { kind: 'none' },
  turn30: { kind: 'turn', seconds: 30 },
  turn90: { kind: 'turn', seconds: 90 },
  fischer5: { kind: 'fischer', seconds: 300, increment: 5 },
  fischer15: { kind: 'fischer', seconds: 900, increment: 10 },
  day1: { kind: 'days', days: 1 },
  day3: { kind: 'days', days: 3 },
}

/** Who shall sit in one seat, where every seat is chosen by itself. */
export interface SeatForm {
  readonly kind: NewSeat['kind']
  readonly level: number
}

export interface MatchForm {
  readonly against: Against
  readonly count: number
  readonly level: number
  readonly starts: number | null // which of the seats begins, counted from 0; null: chance decides
  readonly names: readonly string[]
  readonly seats: readonly SeatForm[] // used if the seats are mixed
}

/** Who sits where; the first seat starts. */
export function seatsFor(form: MatchForm): NewSeat[] {
  return turned(listed(form), form.starts ?? 0)
}

/** The values with one coming first, the others following in order. */
export function turned<T>(values: readonly T[], first: number): T[] {
  return [...values.slice(first), ...values.slice(0, first)]
}

/** The seat somebody in a list gets when one of them begins; null while that is to be drawn. */
export function seatOf(place: number, starts: number | null, count: number): number | null {
  return starts === null ? null : ((place - starts + count) % count) + 1
}

/** Who plays, in the order in which they were asked for. */
function listed({ against, count, level, names, seats }: MatchForm): NewSeat[] {
  const named = (i: number): NewSeat => ({ kind: 'here', name: names[i]!.slice(0, 24) })
  if (against === 'here') return Array.from({ length: count }, (_, i) => named(i))
  if (against === 'mixed') return seats.slice(0, count).map((seat, i) => mixed(seat, named(i)))
  const other: NewSeat = against === 'computer' ? { kind: 'computer', level } : { kind: 'open' }
  const others = Array.from({ length: count - 1 }, () => other)
  return [{ kind: 'me' }, ...others]
}

function mixed({ kind, level }: SeatForm, named: NewSeat): NewSeat {
  if (kind === 'computer') return { kind, level }
  return kind === 'here' ? named : { kind }
}

/** Nobody sits in two seats: who takes another one leaves the first to somebody beside them. */
export function seated(
  seats: readonly SeatForm[],
  seat: number,
  kind: SeatForm['kind'],
): SeatForm[] {
  return seats.map((each, i) => {
    if (i === seat) return { ...each, kind }
    return kind === 'me' && each.kind === 'me' ? { ...each, kind: 'here' } : each
  })
}

/** Whether somebody has to come before the match can begin. */
export function invites(form: Pick<MatchForm, 'against' | 'seats' | 'count'>): boolean {
  if (form.against !== 'mixed') return form.against === 'link' || form.against === 'lobby'
  return form.seats.slice(0, form.count).some(({ kind }) => kind === 'open')
}
