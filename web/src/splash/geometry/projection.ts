/** Projection of pieces to flat shapes from any side. */

import type { Layout } from '../motion/motion'
import { colourOf, cornersOf, PAINT, sidesOf, type Piece, type Side } from '../pieces'
import { heightOf, spreadOf } from './holding'
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
  return ordered(layout, axes(eye)).map(([piece, pose]) => ({
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

/** What the flat view shows: half its width, and up to which height; a high tower fills it. */
export function paneOf(layout: Layout, hand: boolean): { half: number; high: number } {
  const high = Math.max(heightOf(layout) + (hand ? 34 : 14), 46)
  return { half: Math.max(high * 0.36, spreadOf(layout) + 22, 44), high }
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

/** What is behind another piece, as seen from somewhere, is drawn before it. */
function ordered(layout: Layout, { right, up, near }: Axes): [Piece, Pose][] {
  const bodies = [...layout].map(([piece, pose]): Body => {
    const corners = cornersOf(piece, pose)
    return {
      entry: [piece, pose],
      corners,
      normals: sidesOf(piece).map(({ normal }) => rotated(turnOf(pose), normal)),
      away: -dot([pose[0], pose[1], pose[2]], near),
      x: span(corners, right),
      y: span(corners, up),
    }
  })
  const left = bodies.toSorted((a, b) => b.away - a.away) // the farthest first, where free
  const behind = new Map(
    left.map((body) => [body, left.filter((other) => isBehind(other, body, near))]),
  )
  const drawn = new Set<Body>()
  while (drawn.size < bodies.length) {
    const open = left.filter((body) => !drawn.has(body))
    const next = open.find((body) => behind.get(body)!.every((other) => drawn.has(other)))
    drawn.add(next ?? open[0]!) // pieces that hide each other in a circle have no order
  }
  return [...drawn].map(({ entry }) => entry)
}

interface Body {
  readonly entry: [Piece, Pose]
  readonly corners: readonly Vector[]
  readonly normals: readonly Vector[]
  readonly away: number
  readonly x: Span // in the picture
  readonly y: Span
}

type Span = readonly [low: number, high: number]

function span(corners: readonly Vector[], axis: Vector): Span {
  const along = corners.map((corner) => dot(corner, axis))
  return [Math.min(...along), Math.max(...along)]
}

/** How far apart two spans are; below 0 they overlap. */
function gap([a, b]: Span, [c, d]: Span): number {
  return Math.max(a - d, c - b)
}

/** Whether a plane between two pieces that overlap in the picture has `a` on its far side. */
function isBehind(a: Body, b: Body, near: Vector): boolean {
  if (a === b || gap(a.x, b.x) >= 0 || gap(a.y, b.y) >= 0) return false
  let widest = -Infinity
  let behind = a.away > b.away
  for (const axis of [...a.normals, ...b.normals]) {
    const [one, other, slope] = [span(a.corners, axis), span(b.corners, axis), dot(axis, near)]
    const wide = gap(one, other)
    if (wide <= widest || Math.abs(slope) < 0.001) continue
    widest = wide
    behind = one[1] - other[0] < other[1] - one[0] === slope > 0
  }
  return behind
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
