/** The score of each seat, in the terms of the game's goal. */

import type { View } from '../board/types'

interface Counted {
  readonly groups?: readonly { readonly count: number }[] // Repulso: clusters
  readonly at_home?: readonly number[] // Robotory: robots
  readonly reserves?: readonly number[] // NEXUS: marbles
  readonly on_board?: readonly number[]
  readonly stocks?: readonly (readonly string[])[] // Splash!: pieces left, and water drops
  readonly drops?: readonly number[]
}

/** What a seat has of what counts. */
export interface Score {
  readonly n: number
  readonly drops?: number
}

/** The score of every seat; empty for a game whose goal is not counted here. */
export function standing({ board }: Pick<View, 'board'>): Score[] {
  const { groups, at_home, reserves, on_board, stocks, drops } = board as Counted
  if (groups) return groups.map(({ count }) => ({ n: count }))
  if (at_home) return at_home.map((n) => ({ n }))
  if (drops) return drops.map((drops, i) => ({ n: stocks![i]!.length, drops }))
  return reserves && on_board ? reserves.map((number, i) => ({ n: number + on_board[i]! })) : []
}
