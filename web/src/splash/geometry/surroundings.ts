/** Positions around the tower: stocks, heap, drops. */

import { heldPose, straight, topOf } from './holding'
import type { Layout } from '../motion/motion'
import { COLOURS, SHAPES, type Piece } from '../pieces'
import type { Point, Pose } from './space'
import type { SplashBoard } from '../types'

const STEP = 25 // between two pieces that lie side by side
const INNER = 74 // where stocks begin, from the tower
const OUTER = 150 // and at the farthest, when something has rolled away
const ASKEW = 32 // degrees
const CLEAR = 24 // between what lies about and the stocks
const BARE = topOf([], new Map())
const ORDER = Object.keys(SHAPES)

/** Where a seat sits, in degrees around the table from its front; clockwise seen from above. */
export function seatAngle(seat: number, seats: number): number {
  return -((seat - 1) * 360) / seats
}

/** A point of the table as a seat sees it: to its right, and away from it. */
export function before(seat: number, seats: number, right: number, away: number): Point {
  const angle = (seatAngle(seat, seats) * Math.PI) / 180
  const [s, c] = [Math.sin(angle), Math.cos(angle)]
  return [right * c - away * s, right * s + away * c]
}

/** The ring of stocks: around the tower, and outside of everything that has fallen. */
export interface Ring {
  readonly centre: Point
  readonly inner: number
}

export function ringAround(tower: readonly Piece[], poses: Layout): Ring {
  const base = poses.get(tower[0] ?? '')
  const centre: Point = base ? [base[0], base[1]] : [0, 0]
  const far = [...poses.values()].map(([x, y]) => Math.hypot(x - centre[0], y - centre[1]))
  const inner = Math.max(INNER, ...far.map((reach) => reach + CLEAR))
  return { centre, inner: Math.min(inner, OUTER) }
}

/** The middle of what lies about, and how far it reaches from there. */
export function extentOf(poses: Layout): { centre: Point; reach: number } {
  const places = [...poses.values()]
  const middle = (axis: 0 | 1) => {
    const all = places.map((pose) => pose[axis])
    return all.length ? (Math.min(...all) + Math.max(...all)) / 2 : 0
  }
  const centre: Point = [middle(0), middle(1)]
  const far = places.map(([x, y]) => Math.hypot(x - centre[0], y - centre[1]))
  return { centre, reach: Math.max(0, ...far) + CLEAR }
}

/** The pieces that lie around the tower. */
export function aroundTower(board: SplashBoard, ring: Ring): Layout {
  const seats = board.stocks.length
  const lying = new Map<Piece, Pose>()
  board.stocks.forEach((stock, i) =>
    stock.forEach((piece, k) => {
      const [right, row] = slot(k, stock.length, seats)
      const [x, y] = before(i + 1, seats, right, -ring.inner - row)
      const [cx, cy] = ring.centre
      lying.set(piece, flat(piece, cx + x, cy + y, seatAngle(i + 1, seats)))
    }),
  )
  for (const piece of board.pool) lying.set(piece, flat(piece, ...heap(piece), 0))
  return lying
}

/** Where a drop of a seat lies: right beside its stock. */
export function dropAt(seat: number, seats: number, number: number, ring: Ring): Point {
  const wide = (columns(seats) * STEP) / 2
  const [x, y] = before(seat, seats, wide + 3, -(ring.inner + number * 16))
  return [ring.centre[0] + x, ring.centre[1] + y]
}

/** The place of one piece of a stock: to the right of its seat, and rows outwards. */
function slot(k: number, count: number, seats: number): Point {
  const row = columns(seats)
  const here = Math.min(row, count - Math.floor(k / row) * row)
  return [((k % row) - (here - 1) / 2) * STEP, Math.floor(k / row) * STEP]
}

function columns(seats: number): number {
  return [0, 0, 6, 5, 4, 3, 3][seats]!
}

/** Every piece has its place in the heap: a row for each shape, a column for each colour. */
function heap(piece: Piece): Point {
  const [row, column] = [ORDER.indexOf(piece[0]!), COLOURS.indexOf(piece[1]!)]
  return [(column - 2.5) * STEP, (2 - row) * STEP]
}

/** Sticks lie askew, so that each is seen as one. */
function flat(piece: Piece, x: number, y: number, yaw: number): Pose {
  const askew = piece[0] === 'T' ? ASKEW : 0
  return heldPose(BARE, piece, { ...straight(piece), x, y, yaw: yaw + askew })
}

/** A step as the viewer sees it, on the table. */
export function onTable(around: number, right: number, away: number): Point {
  const angle = (around * Math.PI) / 180
  const [s, c] = [Math.sin(angle), Math.cos(angle)]
  return [right * c - away * s, right * s + away * c]
}

/** A place on the table, as the viewer sees it. */
export function asSeen(around: number, x: number, y: number): Point {
  return onTable(-around, x, y)
}
