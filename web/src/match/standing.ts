/** How a game stands, seat by seat, in the number its goal is about. */

import type { View } from '../board/types'

interface Counted {
  readonly groups?: readonly { readonly count: number }[] // Repulso: clusters
  readonly at_home?: readonly number[] // Robotory: robots
  readonly reserves?: readonly number[] // NEXUS: marbles
  readonly on_board?: readonly number[]
}

/** One number for every seat; empty for a game whose goal is not counted here. */
export function standing({ board }: Pick<View, 'board'>): number[] {
  const { groups, at_home, reserves, on_board } = board as Counted
  if (groups) return groups.map(({ count }) => count)
  if (at_home) return [...at_home]
  return reserves && on_board ? reserves.map((number, i) => number + on_board[i]!) : []
}
