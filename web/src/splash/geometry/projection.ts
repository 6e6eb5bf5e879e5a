/** Projection of pieces to flat shapes from any side. */

import type { Layout } from '../motion/motion'
import { colourOf, cornersOf, PAINT, sidesOf, type Piece, type Side } from '../pieces'
import { dot, placed, rotated, turnOf, type Pose, type Vector } from './space'

/** Where one looks from, in degrees: around the table (0 is its front), and from how high. */
export interface Eye {
  readonly around: number
  readonly above: number
}

/** A visible side of a piece. */
export interface Facet {
  readonly path: string
  readonly shade: number // 1 in full light
  readonly mark: string // a transform, for SVG and CSS, that lays a mark of the right size on it
}

export interface Figure {
  readonly piece: Piece
  readonly facets: readonly Facet[]
}

interface Axes {
  readonly right: Vector
  readonly up: Vector
  readonly near: Vector // towards the eye
  readonly light: Vector // from where it comes: over the left shoulder
}

export function axes({ around, above }: Eye): Axes {
  const [a, e] = [(around * Math.PI) / 180, (above * Math.PI) / 180]
  const [sa, ca, se, ce] = [Math.sin(a), Math.cos(a), Math.sin(e), Math.cos(e)]
  return {
    right: [ca, sa, 0],
    up: [-sa * se, ca * se, ce],
    near: [sa * ce, -ca * ce, se],
    light: [-0.35 * ca + 0.45 * sa, -0.35 * sa - 0.45 * ca, 0.82],
  }
}

/** A point as it is seen: x to the right, y down. */
export function seen(point: Vector, eye: Eye): { x: number; y: number } {
  const { right, up } = axes(eye)
  return { x: dot(point, right), y: -dot(point, up) }
}

/** All pieces as they are seen, the farthest first. */
export function figures(layout: Layout, eye: Eye): Figure[] {
  return ordered(layout, axes(eye).near).map(([piece, pose]) => ({
    piece,
    facets: facets(piece, pose, axes(eye)),
  }))
}

/** The smallest frame that shows all points of a layout. */
export function frame(layout: Layout, eye: Eye): { x: number; y: number; w: number; h: number } {
  const points = [...layout].flatMap(([piece, pose]) =>
    cornersOf(piece, pose).map((corner) => seen(corner, eye)),
  )
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y }
}

/** The colour of a side in some light. */
export function tinted(piece: Piece, shade: number): string {
  const paint = PAINT[colourOf(piece)]!
  const parts = [1, 3, 5].map((at) => parseInt(paint.slice(at, at + 2), 16))
  const lit = parts.map((part) => Math.min(255, Math.round(part * (0.52 + 0.6 * shade))))
  return `rgb(${lit.join(' ')})`
}

function facets(piece: Piece, pose: Pose, { right, up, near, light }: Axes): Facet[] {
  const turned = turnOf(pose)
  const flat = (point: Vector) => [dot(point, right), -dot(point, up)] as const
  return sidesOf(piece)
    .filter(({ normal }) => dot(rotated(turned, normal), near) > 0.001)
    .map((side) => {
      const normal = rotated(turned, side.normal)
      const along = rotated(turned, side.along)
      const corners = side.corners.map((corner) => flat(placed(pose, corner)))
      const centre = flat(placed(pose, side.centre))
      const [u, v] = [flat(along), flat(cross(normal, along))]
      const numbers = [u[0], u[1], -v[0], -v[1]].map((part) => part * markSize(side))
      numbers.push(...centre)
      return {
        path: `M${corners.map((point) => point.map(short).join(' ')).join('L')}Z`,
        shade: Math.max(0, dot(normal, light)),
        mark: `matrix(${numbers.map(short).join(', ')})`,
      }
    })
}

/** The radius of a mark: as large as the side allows, up to a size. */
export function markSize({ corners, centre, along, normal }: Side): number {
  const across = cross(normal, along)
  const half = (axis: Vector) =>
    Math.max(...corners.map((corner) => Math.abs(dot(minus(corner, centre), axis))))
  return Math.min(3.2, 0.58 * Math.min(half(along), half(across)))
}

/** What lies under something is drawn before it, and else what is farther away. */
function ordered(layout: Layout, near: Vector): [Piece, Pose][] {
  const spans = new Map(
    [...layout].map(([piece, pose]) => {
      const heights = cornersOf(piece, pose).map(([, , z]) => z)
      return [piece, { low: Math.min(...heights), high: Math.max(...heights) }]
    }),
  )
  const before = ([a, p]: [Piece, Pose], [b, q]: [Piece, Pose]): boolean => {
    const [s, t] = [spans.get(a)!, spans.get(b)!]
    if (s.high <= t.low + 0.5) return true
    if (t.high <= s.low + 0.5) return false
    return dot([p[0], p[1], p[2]], near) < dot([q[0], q[1], q[2]], near)
  }
  const sorted: [Piece, Pose][] = []
  for (const entry of layout) {
    const at = sorted.findIndex((other) => before(entry, other))
    sorted.splice(at < 0 ? sorted.length : at, 0, entry)
  }
  return sorted
}

function cross([a, b, c]: Vector, [x, y, z]: Vector): Vector {
  return [b * z - c * y, c * x - a * z, a * y - b * x]
}

function minus([a, b, c]: Vector, [x, y, z]: Vector): Vector {
  return [a - x, b - y, c - z]
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100)
}
