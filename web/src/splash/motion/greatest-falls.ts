/** The largest falls of a game. */

import type { GameEvent } from '../../board/types'
import type { Happened } from '../../wire.gen'

export interface Collapse {
  readonly ply: number // before it
  readonly fallen: number // pieces that are no longer part of a highest stack
}

/** The most impressive falls. */
export function collapses(moves: readonly Happened[], most = 3): Collapse[] {
  return moves
    .flatMap(({ ply, events }) => {
      const fell = events.find(({ event }) => event === 'fell')
      return fell ? [{ ply, fallen: fallenOf(fell) }] : []
    })
    .toSorted((a, b) => b.fallen - a.fallen || a.ply - b.ply)
    .slice(0, most)
}

function fallenOf(fell: GameEvent): number {
  const [stacks, highest] = [fell.stacks as string[][], fell.highest as string[]]
  const tower = stacks.find(([bottom]) => bottom === highest[0])!
  return stacks.flat().length - tower.length
}
