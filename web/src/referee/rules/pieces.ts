/** The thirty pieces: five shapes in six colours, their order, and which of them match. */

export type Piece = string // shape and colour: "Lr" is the large red cube
export type Stack = readonly Piece[] // from bottom to top

export const SHAPES = [...'LSPTO']
export const COLOURS = [...'rygbop']
export const ALL: readonly Piece[] = SHAPES.flatMap((shape) =>
  COLOURS.map((colour) => shape + colour),
)

const PLACES = new Map(ALL.map((piece, place) => [piece, place]))

/** In the order of their codes. */
export function sorted(pieces: readonly Piece[]): Piece[] {
  return [...pieces].sort(inOrder)
}

/** Stacks in the order of their bottom pieces. */
export function sortedStacks(stacks: readonly Stack[]): Stack[] {
  return [...stacks].sort((a, b) => inOrder(a[0]!, b[0]!))
}

/** The same shape or the same colour. */
export function matches(a: Piece, b: Piece): boolean {
  return a !== b && (a[0] === b[0] || a[1] === b[1])
}

/** All but these. */
export function without(pieces: readonly Piece[], gone: readonly Piece[]): Piece[] {
  return pieces.filter((piece) => !gone.includes(piece))
}

/** All choices of so many, in their order. */
export function choices(pieces: readonly Piece[], many: number): Piece[][] {
  if (many === 0) return [[]]
  return pieces.flatMap((first, at) =>
    choices(pieces.slice(at + 1), many - 1).map((rest) => [first, ...rest]),
  )
}

function inOrder(a: Piece, b: Piece): number {
  return PLACES.get(a)! - PLACES.get(b)!
}
