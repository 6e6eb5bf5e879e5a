/**
 * How far a tower is from tipping, and its chances to bear a landing, at many points at once: what
 * `src/ludothek/physics/evaluation/tipping.py` says with arrays, which would be some thirty calls from
 * Python for each way to set a piece down. The same operations on the same numbers in the same order.
 */

import type { NdArray } from './arrays'

const ROUNDING = 1e-12 // metres, by which no distance is ever wrong
const ABSORBED = 0.8 // of the shock, by any amount of weight
const STEEP = 30 // beyond this a chance is nearly 0 or 1

/** A line that the middle of a piece must not cross. */
interface Line {
  readonly x: number // of the normal
  readonly y: number
  readonly rest: number // metres
  readonly firm: number // as if it were so much farther away when a piece lands
}

type Row = ArrayLike<number>
type Point = readonly [number, number]

/** The chance to bear the landing of a piece aimed at each point, and the least margin, in turns. */
export function landings(
  joints: NdArray,
  rim: NdArray,
  points: NdArray,
  misses: NdArray,
  volume: number,
  shock: number,
  spread: number,
): Float64Array {
  const [aims, missed] = [rows(points, (row): Point => [row[0]!, row[1]!]), misses.values()]
  const lines = [
    ...rows(joints, (row) => loaded(row, volume, shock)),
    ...rows(rim, (row): Line => ({ x: row[0]!, y: row[1]!, rest: row[2]!, firm: 0 })),
  ]
  const near = nearest(lines, aims, missed)
  return Float64Array.from(aims.flatMap((aim) => borne(margins(near, aim, missed), shock, spread)))
}

function rows<Made>(array: NdArray, made: (row: Float64Array) => Made): Made[] {
  const [values, width] = [array.values(), array.along(1)]
  return Array.from({ length: array.along(0) }, (_, row) =>
    made(values.subarray(row * width, (row + 1) * width)),
  )
}

/** The line of a joint: nx, ny, d, and the weight and the moments above it. */
function loaded(row: Float64Array, volume: number, shock: number): Line {
  const share = volume / (row[3]! + volume)
  const moment = row[0]! * row[4]! + row[1]! * row[5]!
  return {
    x: row[0]! * share,
    y: row[1]! * share,
    rest: row[2]! - (share / volume) * moment,
    firm: ABSORBED * shock * (1 - share),
  }
}

/** Lines that are nearest anywhere; all others lie behind one of these. */
function nearest(lines: readonly Line[], aims: readonly Point[], misses: Row): Line[] {
  const box = [0, 1].map((axis) =>
    between(
      aims.map((aim) => aim[axis]!),
      misses,
    ),
  )
  const [[x, wide], [y, high]] = box as [Point, Point]
  const distances = lines.map((line) => line.rest + line.firm - (line.x * x + line.y * y))
  const spreads = lines.map((line) => Math.abs(line.x) * wide + Math.abs(line.y) * high)
  const limit = Math.min(...distances.map((each, at) => each + spreads[at]!)) + ROUNDING
  return lines.filter((_, at) => distances[at]! - spreads[at]! <= limit)
}

/** The middle of where pieces come down along an axis, and how far they are from it at most. */
function between(aims: readonly number[], misses: Row): Point {
  const all = Array.from(misses)
  const low = Math.min(...aims) + Math.min(...all)
  const high = Math.max(...aims) + Math.max(...all)
  return [(low + high) / 2, (high - low) / 2]
}

/** The margin for each miss along x and y. */
function margins(lines: readonly Line[], [x, y]: Point, misses: Float64Array): Float64Array {
  const least = new Float64Array(misses.length ** 2).fill(Infinity)
  const along = new Float64Array(misses.length)
  for (const line of lines) {
    for (let j = 0; j < along.length; j++) along[j] = line.y * (y + misses[j]!)
    for (let i = 0, at = 0; i < along.length; i++) {
      const across = line.x * (x + misses[i]!)
      for (let j = 0; j < along.length; j++, at++) {
        const margin = line.rest - (across + along[j]!) + line.firm
        if (margin < least[at]!) least[at] = margin
      }
    }
  }
  return least
}

/** The mean chance to bear a landing with such margins, and the least of them. */
function borne(far: Float64Array, shock: number, spread: number): Point {
  let [sum, least] = [0, Infinity]
  for (const margin of far) {
    const weak = Math.min(Math.max((shock - margin) / spread, -STEEP), STEEP)
    sum += 1 / (1 + Math.exp(weak))
    least = Math.min(least, margin)
  }
  return [sum / far.length, least]
}
