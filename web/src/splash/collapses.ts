/** The falls of a game, the greatest first. */

import type { Happened } from '../wire.gen'

export interface Collapse {
  readonly ply: number // before it
  readonly fallen: number // pieces that are no longer part of the highest stack
}

/** The most impressive falls. */
export function collapses(moves: readonly Happened[], most = 3): Collapse[] {
  return moves
    .flatMap(({ ply, events }) => {
      const fell = events.find(({ event }) => event === 'fell')
      return fell ? [{ ply, fallen: fallenOf(fell.stacks as string[][]) }] : []
    })
    .toSorted((a, b) => b.fallen - a.fallen || a.ply - b.ply)
    .slice(0, most)
}

function fallenOf(stacks: readonly (readonly string[])[]): number {
  const all = stacks.reduce((sum, stack) => sum + stack.length, 0)
  return all - Math.max(...stacks.map(({ length }) => length))
}
