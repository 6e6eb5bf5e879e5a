/** Impacts between pieces in a motion, for sounds at the frame that shows them. */

import { weightOf, type Piece } from '../pieces'
import { keysOf, type Key, type Motion } from './motion'

export interface Knock {
  readonly frame: number
  readonly piece: Piece
  readonly loud: number // up to 1
}

const SOFT = 0.8 // millimetres a frame: slower, it makes no sound
const HARD = 9 // as from twice the height of a small cube
const QUIET = 0.22 // wood that is set down on wood
const APART = 3 // frames between two knocks that are heard as two

/** All knocks of a motion, in their order. */
export function knocksOf(motion: Motion): Knock[] {
  const set: Knock = { frame: 0, piece: motion.spot.piece, loud: QUIET }
  const all = Object.entries(motion.path).flatMap(([piece, track]) => impacts(piece, keysOf(track)))
  const sorted = [set, ...all].toSorted((a, b) => a.frame - b.frame)
  return sorted.reduce<Knock[]>((kept, knock) => {
    const last = kept.at(-1)
    if (!last || knock.frame - last.frame >= APART) return [...kept, knock]
    return knock.loud > last.loud ? [...kept.slice(0, -1), { ...knock, frame: last.frame }] : kept
  }, [])
}

/** The loudest of the knocks after one frame, up to another. */
export function heard(knocks: readonly Knock[], after: number, to: number): Knock | null {
  const now = knocks.filter(({ frame }) => frame > after && frame <= to)
  return now.reduce<Knock | null>(
    (best, each) => (each.loud > (best?.loud ?? 0) ? each : best),
    null,
  )
}

/** How high a piece sounds: the lighter, the higher. */
export function pitchOf(piece: Piece): number {
  return 6200 / Math.cbrt(weightOf(piece))
}

/** In the air a piece only gets faster downwards: what slows it down is wood. */
function impacts(piece: Piece, keys: readonly Key[]): Knock[] {
  const speeds = keys.slice(1).map((key, i) => {
    const { frame, pose } = keys[i]!
    return (key.pose[2] - pose[2]) / (key.frame - frame)
  })
  return speeds.flatMap((speed, i) => {
    const before = i ? speeds[i - 1]! : 0
    const stop = Math.min(-before, speed - before)
    return stop > SOFT ? [{ frame: keys[i]!.frame, piece, loud: loudness(piece, stop) }] : []
  })
}

function loudness(piece: Piece, stop: number): number {
  const heavy = Math.cbrt(weightOf(piece)) / 15
  return Math.min(1, Math.max(QUIET, (stop / HARD) * heavy))
}
