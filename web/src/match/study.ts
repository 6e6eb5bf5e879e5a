/** What a computer's look at every position says about a game. */

import type { Evaluation } from '../wire.gen'

/** The decisions that are worth a remark; the server says which. */
export function remarked(evaluations: readonly Evaluation[]): Evaluation[] {
  return evaluations.filter(({ verdict }) => verdict)
}

/** A seat's share over the game as the points of a line, in a box 1 wide and 1 high. */
export function shareLine(evaluations: readonly Evaluation[], seat: number, plies: number): string {
  return evaluations
    .map(
      ({ ply, shares }) =>
        `${(ply / Math.max(plies, 1)).toFixed(4)},${(1 - shares[seat - 1]!).toFixed(4)}`,
    )
    .join(' ')
}
