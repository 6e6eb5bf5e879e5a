/** Data of the pieces: shapes, faces, colours, and a mark for each colour. */

import data from './pieces.json'
import {
  dot,
  middle,
  placed,
  placeOf,
  rotated,
  turn,
  turnOf,
  UPRIGHT,
  type Point,
  type Pose,
  type Turn,
  type Vector,
} from './geometry/space'

export type Piece = string // shape and colour: "Lr"
export type Face = string // the side that goes down: "flat", "standing" …

export interface Shape {
  readonly form: 'box' | 'octagon'
  readonly size: Vector // along its own x, y and z
  readonly faces: readonly Face[]
}

/** One side of a body; `along` is the way its grain runs. */
export interface Side {
  readonly corners: readonly Vector[]
  readonly normal: Vector
  readonly centre: Vector
  readonly along: Vector
}

export const SHAPES = data.shapes as unknown as Readonly<Record<string, Shape>>
export const PAINT: Readonly<Record<string, string>> = data.paint
export const COLOURS = Object.keys(PAINT)

/** Marks for the colour-blind, drawn around the origin with a radius of about 1. */
export const MARKS: Readonly<Record<string, string>> = {
  r: 'M-.9 0A.9 .9 0 1 1 .9 0A.9 .9 0 1 1-.9 0ZM-.45 0A.45 .45 0 1 0 .45 0A.45 .45 0 1 0-.45 0Z',
  y: star(5, 1.05, 0.44),
  g: 'M0-.95L.95 .75H-.95Z',
  b: 'M-.78-.78H.78V.78H-.78Z',
  o: star(4, 1.1, 0.62, 0),
  p: 'M-.3-.95H.3V-.3H.95V.3H.3V.95H-.3V.3H-.95V-.3H-.3Z',
}

export function shapeOf(piece: Piece): Shape {
  return SHAPES[piece[0]!]!
}

export function colourOf(piece: Piece): string {
  return piece[1]!
}

export function paintOf(piece: Piece): string {
  return PAINT[colourOf(piece)]!
}

/** The turn that sets a piece down on a face: its first leaves z up, its second raises x. */
export function restingOn(piece: Piece, face: Face): Turn {
  return shapeOf(piece).faces.indexOf(face) === 1 ? turn('y', -90) : UPRIGHT
}

/** The outline of a shape's base in its own x-y plane. */
export function baseOf({ form, size }: Shape): Point[] {
  const [x, y] = [size[0] / 2, size[1] / 2]
  if (form === 'box')
    return [
      [x, y],
      [-x, y],
      [-x, -y],
      [x, -y],
    ]
  const reach = x / Math.cos(Math.PI / 8)
  return Array.from({ length: 8 }, (_, i) => {
    const angle = (Math.PI / 4) * (i + 0.5)
    return [reach * Math.cos(angle), reach * Math.sin(angle)] as const
  })
}

/** All sides of a piece, each with its corners counterclockwise seen from outside. */
export function sidesOf(piece: Piece): readonly Side[] {
  return (SIDES[piece[0]!] ??= sides(shapeOf(piece)))
}

const SIDES: Record<string, readonly Side[]> = {}

function sides(shape: Shape): Side[] {
  const half = shape.size[2] / 2
  const base = baseOf(shape)
  const at = ([x, y]: Point, z: number): Vector => [x, y, z]
  const above = base.map((corner) => at(corner, half))
  const below = base.map((corner) => at(corner, -half)).toReversed()
  const upright = base.map((start, i) => {
    const end = base[(i + 1) % base.length]!
    return [at(start, -half), at(end, -half), at(end, half), at(start, half)]
  })
  const long: Vector = [1, 0, 0]
  return [
    sideOf(above, [0, 0, 1], long),
    sideOf(below, [0, 0, -1], long),
    ...upright.map((corners) => {
      const [x, y] = middle(corners)
      const size = Math.hypot(x, y)
      return sideOf(corners, [x / size, y / size, 0], [-y / size, x / size, 0])
    }),
  ]
}

function sideOf(corners: Vector[], normal: Vector, along: Vector): Side {
  return { corners, normal, centre: middle(corners), along }
}

/** Where the corners of a piece are. */
export function cornersOf(piece: Piece, pose: Pose): Vector[] {
  return sidesOf(piece)
    .slice(0, 2)
    .flatMap(({ corners }) => corners.map((corner) => placed(pose, corner)))
}

/** The corners of the side whose middle is the highest, or the lowest. */
export function sideAt(piece: Piece, pose: Pose, which: 'upper' | 'lower'): Vector[] {
  const way: Vector = which === 'upper' ? [0, 0, 1] : [0, 0, -1]
  const height = (side: Side) => dot(rotated(turnOf(pose), side.centre), way)
  const highest = sidesOf(piece).reduce((best, side) => (height(side) > height(best) ? side : best))
  return highest.corners.map((corner) => placed(pose, corner))
}

/** How heavy a piece is, as a volume. */
export function weightOf(piece: Piece): number {
  const { form, size } = shapeOf(piece)
  return size[0] * size[1] * size[2] * (form === 'box' ? 1 : 2 * (Math.SQRT2 - 1))
}

/** The common centre of mass of some pieces. */
export function massCentre(pieces: ReadonlyMap<Piece, Pose>): Vector {
  const sum: [number, number, number] = [0, 0, 0]
  let all = 0
  for (const [piece, pose] of pieces) {
    const weight = weightOf(piece)
    placeOf(pose).forEach((part, i) => (sum[i]! += part * weight))
    all += weight
  }
  return [sum[0] / all, sum[1] / all, sum[2] / all]
}

function star(points: number, outer: number, inner: number, start = -90): string {
  const corners = Array.from({ length: points * 2 }, (_, i) => {
    const angle = ((start + (i * 180) / points) * Math.PI) / 180
    const reach = i % 2 ? inner : outer
    return `${(reach * Math.cos(angle)).toFixed(3)} ${(reach * Math.sin(angle)).toFixed(3)}`
  })
  return `M${corners.join('L')}Z`
}
