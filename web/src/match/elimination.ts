/** Whether a seat is eliminated while the game goes on. */

import type { View } from '../board/types'
import type { MatchInfo } from '../wire.gen'

/** Only who sits in one seat can be out; around one device the others play on. */
export function isOut({ status, you }: MatchInfo, { board }: View): boolean {
  const left = (board as { seats_in?: readonly number[] }).seats_in
  return status === 'playing' && you.length === 1 && left !== undefined && !left.includes(you[0]!)
}
