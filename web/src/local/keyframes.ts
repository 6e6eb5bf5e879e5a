/**
 * The frames of a motion to keep: what `src/ludothek/physics/simulation/keyframes.py` says with arrays,
 * which would be a call from Python for each of its operations. The results are the same.
 */

import type { NdArray } from './arrays'

type Numbers = Float64Array

/** The rows of each piece's track, from its numbers in each frame; none where it stays. */
export function keyframes(numbers: NdArray, slack: NdArray): Int16Array[] {
  const limits = slack.values()
  return Array.from({ length: numbers.along(1) }, (_, piece) =>
    rows(framesOf(numbers.picked(1, piece)), limits),
  )
}

function framesOf(numbers: NdArray): Numbers[] {
  const [values, width] = [numbers.values(), numbers.along(1)]
  return Array.from({ length: numbers.along(0) }, (_, frame) =>
    values.subarray(frame * width, (frame + 1) * width),
  )
}

function rows(frames: readonly Numbers[], slack: Numbers): Int16Array {
  if (frames.every((frame) => within(frame, frames[0]!, frames[0]!, 0, slack)))
    return Int16Array.of()
  return Int16Array.from(keys(frames, slack).flatMap((key) => [key, ...frames[key]!]))
}

function keys(frames: readonly Numbers[], slack: Numbers): number[] {
  const kept = [0]
  for (let end = 2; end < frames.length; end++)
    if (!straight(frames, kept.at(-1)!, end, slack)) kept.push(end - 1)
  return [...kept, frames.length - 1]
}

function straight(frames: readonly Numbers[], from: number, to: number, slack: Numbers): boolean {
  const [first, last] = [frames[from]!, frames[to]!]
  for (let at = from; at <= to; at++)
    if (!within(frames[at]!, first, last, (at - from) / (to - from), slack)) return false
  return true
}

/** Whether a frame lies near a point of the straight way between two others. */
function within(
  frame: Numbers,
  first: Numbers,
  last: Numbers,
  share: number,
  slack: Numbers,
): boolean {
  return frame.every(
    (value, n) => Math.abs(value - (first[n]! + share * (last[n]! - first[n]!))) <= slack[n]!,
  )
}
