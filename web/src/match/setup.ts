/** From what somebody ticks on the page to what the server is asked for. */

import type { NewClock, NewSeat } from '../wire.gen'

export type Against = 'computer' | 'here' | 'link' | 'lobby'
export type First = 'me' | 'other' | 'random'

export const CLOCKS: Readonly<Record<string, NewClock>> = {
  none: { kind: 'none' },
  turn30: { kind: 'turn', seconds: 30 },
  turn90: { kind: 'turn', seconds: 90 },
  fischer5: { kind: 'fischer', seconds: 300, increment: 5 },
  fischer15: { kind: 'fischer', seconds: 900, increment: 10 },
  day1: { kind: 'days', days: 1 },
  day3: { kind: 'days', days: 3 },
}

export interface Wish {
  readonly against: Against
  readonly count: number
  readonly level: number
  readonly first: First
  readonly names: readonly string[]
}

/** Who sits where; the first seat starts. */
export function seatsFor({ against, count, level, first, names }: Wish): NewSeat[] {
  if (against === 'here') {
    return Array.from({ length: count }, (_, i) => ({ kind: 'here', name: names[i]!.slice(0, 24) }))
  }
  const other: NewSeat = against === 'computer' ? { kind: 'computer', level } : { kind: 'open' }
  const others = Array.from({ length: count - 1 }, () => other)
  const me: NewSeat = { kind: 'me' }
  return first === 'other' ? [...others, me] : [me, ...others]
}
