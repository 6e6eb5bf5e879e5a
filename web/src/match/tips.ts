/** Advice that a position calls for. */

import type { View } from '../board/types'
import type { Reason } from './coach'

type Discs = Readonly<Record<'w' | 'b', number>>

interface Seen {
  readonly squares?: Readonly<Record<string, string>> // Repulso
  readonly supplies?: readonly { readonly pieces: number }[]
  readonly at_home?: readonly number[] // Robotory
  readonly stocks?: readonly Discs[]
  readonly lid?: Discs
}

const FEW = 3 // spaces that are left for the pieces of a colour
const FULL = 4 // discs in a supply after a refill

/** What a seat should mind now: a key of the coach's advice, and what it says; null: nothing. */
export function pressing({ board, options }: View, seat: number): Reason | null {
  const seen = board as Seen
  if (seen.squares) return narrow(seen, seat)
  if (seen.lid) return ending(seen, seat, options.end === 'all')
  return null
}

function narrow({ squares, supplies }: Seen, seat: number): Reason | null {
  const left = (of: number) => (supplies?.[of - 1]?.pieces ? places(squares!, of).length : Infinity)
  const [mine, other] = [left(seat), left(3 - seat)]
  if (mine && mine <= FEW) return { key: 'stuck-me', params: { n: mine } }
  return other && other <= FEW ? { key: 'stuck-other', params: { n: other } } : null
}

const SQUARES = [...'abcdef'].flatMap((file) => [...'123456'].map((rank) => file + rank))
const SIDES = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
] as const

/** The spaces on which a seat can place a playing piece (Repulso). */
export function places(squares: Readonly<Record<string, string>>, seat: number): string[] {
  const beside = (at: string) =>
    SIDES.map(([x, y]) => String.fromCharCode(at.charCodeAt(0) + x, at.charCodeAt(1) + y))
  const own = (at: string) => squares[at] === `p${seat}`
  return SQUARES.filter((at) => !squares[at] && !beside(at).some(own))
}

/** Whether a refill can end the game, now or after this turn (Robotory). */
function ending({ at_home, stocks, lid }: Seen, seat: number, all: boolean): Reason | null {
  const params = { wins: at_home![seat - 1]! > 1 ? 'yes' : 'no' }
  if (exhausts(stocks![seat - 1]!, lid!, all)) return { key: 'ends', params }
  return exhausts(stocks![2 - seat]!, lid!, all) ? { key: 'ends-next', params } : null
}

/** Whether a refill could take the last disc of a colour, or of all. */
function exhausts(stock: Discs, lid: Discs, all: boolean): boolean {
  const needed = FULL - stock.w - stock.b
  const fewest = all ? lid.w + lid.b : Math.min(lid.w, lid.b)
  return needed > 0 && fewest <= needed
}
