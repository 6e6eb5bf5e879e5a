/** What a computer would do, as arrows on the board. */

import type { Stage } from '../board/stage.svelte'
import type { Spot } from '../board/types'

/** Arrows for decisions that are offered now; others cannot be told from their texts alone. */
export function arrowsOf(stage: Stage, best: readonly string[]): { from: Spot; to: Spot }[] {
  const decision = stage.view.legal.find(({ text }) => text === best[0])
  if (!decision) return []
  const path = stage.table.paths(decision, stage.view)[0] ?? []
  const [from, to = from] = path
  return from && to ? [{ from, to }] : []
}
