/** Derived data of an analysis: remarks, graph and turning points. */

import type { Evaluation, LineInfo, Result } from '../../wire.gen'

/** The share every seat can expect at a ply. */
export interface Chances {
  readonly ply: number
  readonly shares: readonly number[]
}

/** The decisions that are worth a remark; the server says which. */
export function remarked(evaluations: readonly Evaluation[]): Evaluation[] {
  return evaluations.filter(({ verdict }) => verdict)
}

/** How the chances went, up to the result. */
export function chances(
  evaluations: readonly Evaluation[],
  result: Result | null,
  plies: number,
): Chances[] {
  const seats = evaluations[0]?.shares.length ?? 0
  if (!result || !seats) return [...evaluations]
  const { winners } = result
  const shares = Array.from({ length: seats }, (_, i) => {
    if (!winners.length) return 1 / seats
    return winners.includes(i + 1) ? 1 / winners.length : 0
  })
  return [...evaluations, { ply: plies, shares }]
}

/** The chances at a ply, or at the last one before it that is known; the result comes last. */
export function chancesAt(all: readonly Chances[], ply: number): Chances | undefined {
  return all.findLast((each) => each.ply <= ply) ?? all[0]
}

/** The best ways to go on, as far as they are known. */
export function linesOf({ lines = [], best, shares, seat }: Evaluation): LineInfo[] {
  if (lines.length || !best.length) return lines
  return [{ moves: best, share: shares[seat - 1] ?? 0 }]
}

/** A seat's share over the game as the points of a line, in a box 1 wide and 1 high. */
export function shareLine(all: readonly Chances[], seat: number, plies: number): string {
  return all
    .map(
      ({ ply, shares }) =>
        `${(ply / Math.max(plies, 1)).toFixed(4)},${(1 - shares[seat - 1]!).toFixed(4)}`,
    )
    .join(' ')
}
