/** The pose of a held piece over the tower. */

import type { Layout, Spot } from '../motion/motion'
import { cornersOf, massCentre, restingOn, shapeOf, sideAt, type Face, type Piece } from '../pieces'
import {
  depthInside,
  overlap,
  placeOf,
  posed,
  times,
  turn,
  type Point,
  type Pose,
  type Vector,
} from './space'

const GAP = 0.02 // between the tower and a piece that is let go
const ASIDE = 6 // how far from the middle of the tower a piece is taken up
const BASE = 60 // how far from the middle of the table a base is laid here

/** The upper side of the tower, or the middle of the bare table. */
export interface Top {
  readonly piece: Piece | null
  readonly at: Vector
  readonly outline: readonly Point[]
}

/** The upper side of the last of these pieces. */
export function topOf(tower: readonly Piece[], layout: Layout): Top {
  const piece = tower.at(-1)
  const pose = piece ? layout.get(piece) : undefined
  if (!piece || !pose) return { piece: null, at: [0, 0, 0], outline: [] }
  const side = sideAt(piece, pose, 'upper')
  const mean = (axis: 0 | 1) => side.reduce((sum, corner) => sum + corner[axis], 0) / side.length
  const high = Math.max(...cornersOf(piece, pose).map(([, , z]) => z))
  return { piece, at: [mean(0), mean(1), high], outline: side.map(([x, y]) => [x, y]) }
}

/** Straight over the middle. */
export function straight(piece: Piece): Spot {
  return { face: shapeOf(piece).faces[0]!, yaw: 0, x: 0, y: 0 }
}

/**
 * How a piece is taken up: over the tower, but never over its middle, so that it has to be aimed.
 * The same for everybody who looks at this decision.
 */
export function takenUp(piece: Piece, top: Top, ply: number): Spot {
  const spot = straight(piece)
  if (!top.piece) return spot // anywhere on the table is as good
  const lower = flat(sideAt(piece, heldPose(top, piece, spot), 'lower'))
  const middle: Point = [top.at[0], top.at[1]]
  const over = depthInside(middle, top.outline) + depthInside(middle, lower)
  const far = Math.min(ASIDE, over * 0.75)
  const angle = scrambled(`${ply} ${piece}`) * 2 * Math.PI
  return { ...spot, x: tidy(far * Math.cos(angle)), y: tidy(far * Math.sin(angle)) }
}

/** Where a held piece is, `lift` millimetres above the place it is let go. */
export function heldPose(top: Top, piece: Piece, spot: Spot, lift = 0): Pose {
  const turned = times(turn('z', spot.yaw), restingOn(piece, spot.face))
  const lowest = Math.min(...cornersOf(piece, posed([0, 0, 0], turned)).map(([, , z]) => z))
  const [x, y, z] = top.at
  return posed([x + spot.x, y + spot.y, z + GAP - lowest + lift], turned)
}

/** The same, moved aside, but never far from the tower. */
export function moved(spot: Spot, top: Top, piece: Piece, dx: number, dy: number): Spot {
  const [far, wide] = reach(top, piece)
  return { ...spot, x: within(spot.x + dx, far), y: within(spot.y + dy, wide) }
}

/** How far to the side a piece can be held and still be over the top: along x and along y. */
export function reach(top: Top, piece: Piece): Point {
  if (!top.piece) return [BASE, BASE]
  const half = Math.hypot(...shapeOf(piece).size) / 2
  const far = (axis: 0 | 1) => Math.max(...top.outline.map((p) => Math.abs(p[axis] - top.at[axis])))
  return [far(0) + half, far(1) + half]
}

/** The same, turned further, between -180 and 180 degrees. */
export function turned(spot: Spot, degrees: number): Spot {
  const yaw = ((((spot.yaw + degrees + 180) % 360) + 360) % 360) - 180
  return { ...spot, yaw: tidy(yaw === -180 ? 180 : yaw) }
}

export function setDown(spot: Spot, face: Face): Spot {
  return { ...spot, face }
}

/** The same on the next of its faces. */
export function tipped(spot: Spot, piece: Piece): Spot {
  const { faces } = shapeOf(piece)
  return setDown(spot, faces[(faces.indexOf(spot.face) + 1) % faces.length]!)
}

/** What can be said about a held piece before it is let go. */
export interface Balance {
  readonly over: boolean // whether any of it is above the top
  readonly centre: Point // where its weight goes down
  readonly safe: number // how far inside the top that is; negative: beside it
  readonly weak: Weak | null // the joint of the tower that would carry its load worst
}

export interface Weak {
  readonly below: Piece
  readonly at: Point // where the weight above goes down
  readonly safe: number
}

export function balance(
  tower: readonly Piece[],
  layout: Layout,
  piece: Piece,
  spot: Spot,
): Balance {
  const top = topOf(tower, layout)
  const pose = heldPose(top, piece, spot)
  const centre: Point = [pose[0], pose[1]]
  if (!top.piece) return { over: true, centre, safe: Infinity, weak: null }
  const lower = flat(sideAt(piece, pose, 'lower'))
  return {
    over: overlap(top.outline, lower),
    centre,
    safe: depthInside(centre, top.outline),
    weak: weakestJoint([...tower, piece], new Map([...layout, [piece, pose]])),
  }
}

/** The joint whose load, all pieces above together, is the least far inside the piece below. */
export function weakestJoint(tower: readonly Piece[], layout: Layout): Weak | null {
  const joints = tower.slice(0, -1).map((below, i): Weak => {
    const above = new Map(tower.slice(i + 1).map((piece) => [piece, layout.get(piece)!]))
    const [x, y] = massCentre(above)
    const outline = flat(sideAt(below, layout.get(below)!, 'upper'))
    return { below, at: [x, y], safe: depthInside([x, y], outline) }
  })
  return joints.toSorted((a, b) => a.safe - b.safe)[0] ?? null
}

/** How high a layout reaches. */
export function heightOf(layout: Layout): number {
  return Math.max(
    0,
    ...[...layout].flatMap(([piece, pose]) => cornersOf(piece, pose).map(([, , z]) => z)),
  )
}

/** How far from the middle of the table a layout reaches. */
export function spreadOf(layout: Layout): number {
  return Math.max(
    0,
    ...[...layout.values()].map((pose) => Math.hypot(...placeOf(pose).slice(0, 2))),
  )
}

/** A number from 0 up to 1 that only the text decides. */
function scrambled(text: string): number {
  let hash = 2_166_136_261
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619)
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32
}

function flat(side: readonly Vector[]): Point[] {
  return side.map(([x, y]) => [x, y])
}

function within(value: number, far: number): number {
  return tidy(Math.min(far, Math.max(-far, value)))
}

/** Hundredths are enough, and read better. */
function tidy(value: number): number {
  return Math.round(value * 100) / 100
}
