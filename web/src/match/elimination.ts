/** Seats that are eliminated while the game goes on. */

import type { View } from '../board/types'
import type { MatchInfo } from '../wire.gen'

/** Only who sits in one seat can be out; around one device the others play on. */
export function isOut({ status, you }: MatchInfo, { board }: View): boolean {
  const left = seatsIn(board)
  return status === 'playing' && you.length === 1 && left !== undefined && !left.includes(you[0]!)
}

/** Whether nobody but computers is left: they can be made to hurry. */
export function computersAlone({ seats }: Pick<MatchInfo, 'seats'>, { board }: View): boolean {
  return !!seatsIn(board)?.every((seat) => seats[seat - 1]!.kind === 'computer')
}

function seatsIn(board: View['board']): readonly number[] | undefined {
  return (board as { seats_in?: readonly number[] }).seats_in
}
