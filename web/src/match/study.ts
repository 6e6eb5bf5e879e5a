/** What a computer's look at every position says about a game. */

import type { Evaluation, Happened } from '../wire.gen'

export interface Turning {
  readonly ply: number // of the decision
  readonly seat: number
  readonly lost: number // share that the decision gave away
}

const NOTABLE = 0.12

/** The decisions that changed most, the earliest first. */
export function turningPoints(
  evaluations: readonly Evaluation[],
  moves: readonly Happened[],
  most = 5,
): Turning[] {
  const shares = new Map(evaluations.map(({ ply, shares }) => [ply, shares]))
  const found = moves.flatMap(({ ply, seat }) => {
    const [before, after] = [shares.get(ply), shares.get(ply + 1)]
    const lost = before && after ? before[seat - 1]! - after[seat - 1]! : 0
    return lost >= NOTABLE ? [{ ply, seat, lost }] : []
  })
  return found
    .toSorted((a, b) => b.lost - a.lost)
    .slice(0, most)
    .toSorted((a, b) => a.ply - b.ply)
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
