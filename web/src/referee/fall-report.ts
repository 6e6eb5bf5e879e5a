/** The state of a fall report: where the tower broke, or stacks assembled by hand. */

import { sortedStacks, type Piece, type Stack } from './rules/pieces'
import { stacksText } from './rules/notation'

/** The pieces of a tower that no longer lie on the one below. */
export type Breaks = ReadonlySet<Piece>

/** At first only the new piece has fallen. */
export function newest(tower: Stack): Breaks {
  return new Set([tower.at(-1)!])
}

/** A piece that fell takes all above it along; tapped again, it lies on the one below after all. */
export function tapped(tower: Stack, breaks: Breaks, piece: Piece): Breaks {
  const at = tower.indexOf(piece)
  if (at === 0) return breaks
  const after = new Set(breaks)
  if (!after.delete(piece)) for (const fallen of tower.slice(at)) after.add(fallen)
  return after
}

/** The stacks that are left, in the order of the tower. */
export function cut(tower: Stack, breaks: Breaks): Stack[] {
  const stacks: Piece[][] = []
  for (const piece of tower) {
    if (!stacks.length || breaks.has(piece)) stacks.push([piece])
    else stacks.at(-1)!.push(piece)
  }
  return stacks
}

/** The stacks put together by hand; what was not touched lies alone. */
export function arranged(tower: Stack, stacks: readonly Stack[]): Stack[] {
  const used = new Set(stacks.flat())
  const alone = tower.filter((piece) => !used.has(piece)).map((piece) => [piece])
  return [...stacks.filter(({ length }) => length), ...alone]
}

/** The stacks of which one may be the highest. */
export function high(stacks: readonly Stack[]): Stack[] {
  return stacks.filter(({ length }) => length > 1)
}

/** As the rules are told it, the highest stacks marked. */
export function reportText(
  word: string,
  stacks: readonly Stack[],
  highest: readonly Stack[] = high(stacks),
): string {
  const marked = highest.map(([bottom]) => bottom!)
  return `${word}:${stacksText({ stacks: sortedStacks(stacks), marked })}`
}
