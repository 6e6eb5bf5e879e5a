/**
 * The decisive moments of a placement, which are shown slowly: while it is in doubt whether the
 * tower carries the piece, and when something begins to tip. Whether a moment is decisive follows
 * from what has been seen up to it, so that slow motion never tells what will come of it.
 */

import { weakestJoint } from '../geometry/holding'
import { placeOf, rotated, turnOf, type Pose, type Vector } from '../geometry/space'
import { sidesOf, type Piece } from '../pieces'
import { RATE, type Course, type Layout } from './motion'

/** Frames, from one up to but not including the other. */
export interface Span {
  readonly from: number
  readonly to: number
}

export const SLOW = 1 / 3 // of its speed
const SECOND = RATE
const DOUBT = SECOND / 2 // as long as it takes to see that a piece stays where it is
const CLOSE = 1 // millimetres between the weight and the edge that leave it in doubt
const TIPS = 2 // degrees a piece of the tower leans more than before
const ROCKS = 3 // degrees the new piece does so, beyond what it was let go with
const DOWN = 15 // millimetres below where it was: it has fallen, and everybody has seen it

/** The frames of a motion that are shown slowly, in their order. */
export function decisive(course: Course): Span[] {
  const start = course.at(0)
  if (start.size < 2) return [] // a base has nowhere to fall
  const doubtful = inDoubt(start)
  const early = doubtful ? { from: 0, to: Math.min(DOUBT, course.frames) } : null
  const from = first(course, 0, (now) => tips(start, now, course.motion.spot.piece))
  if (from === null) return early ? [early] : []
  const last = Math.min(from + SECOND, course.frames)
  const to = first(course, from, (now) => fallen(start, now)) ?? last
  const tipping = { from, to: Math.min(to, last) }
  if (!early || from > early.to) return [early, tipping].filter((span) => span !== null)
  return [{ from: 0, to: Math.max(early.to, tipping.to) }]
}

/** Milliseconds a motion takes with its slow moments, and the frame after some of them. */
export class Timeline {
  readonly ms: number
  #parts: readonly { readonly span: Span; readonly start: number; readonly each: number }[]

  constructor(frames: number, slow: readonly Span[]) {
    const cuts = [0, ...slow.flatMap(({ from, to }) => [from, to]), frames]
    let start = 0
    this.#parts = cuts.slice(1).map((to, i) => {
      const each = (1000 / RATE) * (i % 2 ? 1 / SLOW : 1)
      const part = { span: { from: cuts[i]!, to }, start, each }
      start += (to - cuts[i]!) * each
      return part
    })
    this.ms = start
  }

  frameAt(ms: number): number {
    const part = this.#parts.findLast(({ start }) => start <= ms) ?? this.#parts[0]!
    return Math.min(part.span.to, part.span.from + (ms - part.start) / part.each)
  }
}

/** Whether the weight on some joint is so near to the edge that nobody can tell. */
function inDoubt(start: Layout): boolean {
  const tower = [...start.keys()].toSorted((a, b) => start.get(a)![2] - start.get(b)![2])
  const weak = weakestJoint(tower, start)
  return weak !== null && Math.abs(weak.safe) < CLOSE
}

function tips(start: Layout, now: Layout, placed: Piece): boolean {
  return [...start].some(([piece, before]) => {
    const most = piece === placed ? tilt(piece, before) + ROCKS : TIPS
    return leaning(before, now.get(piece)!) > most
  })
}

function fallen(start: Layout, now: Layout): boolean {
  return [...start].some(([piece, before]) => now.get(piece)![2] < before[2] - DOWN)
}

/** Degrees between what points upwards in one pose and where that points in another. */
function leaning(before: Pose, now: Pose): number {
  const [w, x, y, z] = turnOf(before)
  const up = rotated([w, -x, -y, -z], [0, 0, 1])
  return fromUpright(rotated(turnOf(now), up))
}

/** Degrees by which a piece does not lie flat. */
function tilt(piece: Piece, pose: Pose): number {
  return Math.min(...sidesOf(piece).map(({ normal }) => fromUpright(rotated(turnOf(pose), normal))))
}

function fromUpright([, , z]: Vector): number {
  return (Math.acos(Math.min(1, Math.max(-1, z))) * 180) / Math.PI
}

function first(course: Course, from: number, holds: (now: Layout) => boolean): number | null {
  for (let frame = from; frame < course.frames; frame++) if (holds(course.at(frame))) return frame
  return null
}

/** Whether something has come down so far that the camera has to step back. */
export function scattered(start: Layout, now: Layout): boolean {
  return [...now].some(([piece, pose]) => {
    const before = start.get(piece)
    if (!before) return false
    const [a, b] = [placeOf(before), placeOf(pose)]
    return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) > DOWN
  })
}
