/** Decoding and interpolation of the motions that the server sends. */

import type { SpotInfo } from '../../wire.gen'
import type { Piece } from '../pieces'
import { between, type Pose } from '../geometry/space'

export const RATE = 60 // frames a second

/** How a piece is held, or was set down: millimetres from the middle of the top, and degrees. */
export type Spot = Readonly<SpotInfo>

/** A placement: from letting go to rest. */
export interface Motion {
  readonly spot: Spot & { readonly piece: Piece }
  readonly stands: boolean
  readonly decision: string
  readonly stacks: readonly (readonly Piece[])[] // what is left, each from bottom to top
  readonly start: Pose // where the piece was let go
  readonly poses: Readonly<Record<Piece, Pose>> // where everything lies in the end
  readonly path: Readonly<Record<Piece, string>> // of each piece that moved
  readonly frames: number
}

export interface Key {
  readonly frame: number
  readonly pose: Pose
}

export type Layout = ReadonlyMap<Piece, Pose>

/** The keyframes of a track: base64 of rows of eight little-endian 16-bit integers. */
export function keysOf(track: string): Key[] {
  const bytes = Uint8Array.from(atob(track), (letter) => letter.charCodeAt(0))
  const data = new DataView(bytes.buffer)
  return Array.from({ length: bytes.length / 16 }, (_, row) => {
    const at = (column: number) => data.getInt16(row * 16 + column * 2, true)
    const pose = [1, 2, 3, 4, 5, 6, 7].map((i) => at(i) / (i < 4 ? 50 : 32_767))
    return { frame: at(0), pose: pose as unknown as Pose }
  })
}

/** Where a piece is at a frame: it moves evenly between keys, and rests after the last one. */
export function poseAt(keys: readonly Key[], frame: number): Pose {
  const next = keys.findIndex((key) => key.frame > frame)
  if (next === 0) return keys[0]!.pose
  if (next < 0) return keys.at(-1)!.pose
  const [from, to] = [keys[next - 1]!, keys[next]!]
  return between(from.pose, to.pose, (frame - from.frame) / (to.frame - from.frame))
}

/** A motion to be played over what lay on the table before. */
export class Course {
  readonly frames: number
  #tracks: ReadonlyMap<Piece, readonly Key[]>
  #rest: Layout

  constructor(
    readonly motion: Motion,
    before: Layout,
  ) {
    const { path, poses, spot, start, frames } = motion
    this.frames = frames
    this.#tracks = new Map(Object.entries(path).map(([piece, track]) => [piece, keysOf(track)]))
    this.#rest = new Map(
      Object.keys(poses).map((piece) => [
        piece,
        piece === spot.piece ? start : (before.get(piece) ?? poses[piece]!),
      ]),
    )
  }

  /** Everything on the table at a frame; after the last one, exactly where it rests. */
  at(frame: number): Layout {
    if (frame >= this.frames) return new Map(Object.entries(this.motion.poses))
    return new Map(
      [...this.#rest].map(([piece, still]) => {
        const track = this.#tracks.get(piece)
        return [piece, track ? poseAt(track, frame) : still]
      }),
    )
  }
}
