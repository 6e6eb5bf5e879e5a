/**
 * The loops of array arithmetic. Each operation has a loop of its own: one loop that calls a function
 * for every number takes several times as long.
 */

export type Numbers = Float64Array | Int32Array

/** So many results; they and what they are made of are so far apart. */
type Pairwise = (
  count: number,
  to: Numbers,
  at: number,
  step: number,
  one: Numbers,
  i: number,
  iStep: number,
  other: Numbers,
  j: number,
  jStep: number,
) => void

/** One result from so many numbers that are so far apart. */
type Together = (count: number, of: Numbers, i: number, step: number) => number

export const PAIRWISE: Readonly<Record<string, Pairwise>> = {
  add(count, to, at, step, one, i, iStep, other, j, jStep) {
    for (; count > 0; count--, at += step, i += iStep, j += jStep) to[at] = one[i]! + other[j]!
  },
  subtract(count, to, at, step, one, i, iStep, other, j, jStep) {
    for (; count > 0; count--, at += step, i += iStep, j += jStep) to[at] = one[i]! - other[j]!
  },
  multiply(count, to, at, step, one, i, iStep, other, j, jStep) {
    for (; count > 0; count--, at += step, i += iStep, j += jStep) to[at] = one[i]! * other[j]!
  },
  divide(count, to, at, step, one, i, iStep, other, j, jStep) {
    for (; count > 0; count--, at += step, i += iStep, j += jStep) to[at] = one[i]! / other[j]!
  },
  minimum(count, to, at, step, one, i, iStep, other, j, jStep) {
    for (; count > 0; count--, at += step, i += iStep, j += jStep)
      to[at] = Math.min(one[i]!, other[j]!)
  },
  maximum(count, to, at, step, one, i, iStep, other, j, jStep) {
    for (; count > 0; count--, at += step, i += iStep, j += jStep)
      to[at] = Math.max(one[i]!, other[j]!)
  },
  and(count, to, at, step, one, i, iStep, other, j, jStep) {
    for (; count > 0; count--, at += step, i += iStep, j += jStep) to[at] = one[i]! && other[j]!
  },
  equal(count, to, at, step, one, i, iStep, other, j, jStep) {
    for (; count > 0; count--, at += step, i += iStep, j += jStep)
      to[at] = one[i] === other[j] ? 1 : 0
  },
  less(count, to, at, step, one, i, iStep, other, j, jStep) {
    for (; count > 0; count--, at += step, i += iStep, j += jStep)
      to[at] = one[i]! < other[j]! ? 1 : 0
  },
  less_equal(count, to, at, step, one, i, iStep, other, j, jStep) {
    for (; count > 0; count--, at += step, i += iStep, j += jStep)
      to[at] = one[i]! <= other[j]! ? 1 : 0
  },
  greater(count, to, at, step, one, i, iStep, other, j, jStep) {
    for (; count > 0; count--, at += step, i += iStep, j += jStep)
      to[at] = one[i]! > other[j]! ? 1 : 0
  },
  greater_equal(count, to, at, step, one, i, iStep, other, j, jStep) {
    for (; count > 0; count--, at += step, i += iStep, j += jStep)
      to[at] = one[i]! >= other[j]! ? 1 : 0
  },
}

export const TOGETHER: Readonly<Record<string, Together>> = {
  add(count, of, i, step) {
    let sum = 0
    for (; count > 0; count--, i += step) sum += of[i]!
    return sum
  },
  minimum(count, of, i, step) {
    let least = Infinity
    for (; count > 0; count--, i += step) least = Math.min(least, of[i]!)
    return least
  },
  maximum(count, of, i, step) {
    let most = -Infinity
    for (; count > 0; count--, i += step) most = Math.max(most, of[i]!)
    return most
  },
  any(count, of, i, step) {
    for (; count > 0; count--, i += step) if (of[i]! !== 0) return 1
    return 0
  },
}

/** Numbers that are so far apart to places that are so far apart. */
export function copy(
  count: number,
  to: Numbers,
  at: number,
  atStep: number,
  from: Numbers,
  i: number,
  iStep: number,
): void {
  for (; count > 0; count--, at += atStep, i += iStep) to[at] = from[i]!
}

/** The beginning of every row in each array; its length, and how far its numbers are apart. */
type Row = (from: readonly number[], length: number, steps: readonly number[]) => void

/** The same places of arrays of one shape, in rows that are as long as can be. */
export function eachRow(
  shape: readonly number[],
  strides: readonly (readonly number[])[],
  offsets: readonly number[],
  visit: Row,
): void {
  const axes = longestLast(joinedAxes(shape, strides))
  const last = axes.length - 1
  const { length, steps } = axes[last]!
  const rows = axes.slice(0, last).reduce((product, axis) => product * axis.length, 1)
  const at = axes.map(() => 0)
  const from = [...offsets]
  for (let row = 0; row < rows; row++) {
    visit(from, length, steps)
    for (let n = last - 1; n >= 0; n--) {
      const axis = axes[n]!
      const end = ++at[n]! === axis.length
      const times = end ? 1 - axis.length : 1 // back to where it began, or on
      for (let each = 0; each < from.length; each++) from[each]! += times * axis.steps[each]!
      if (!end) break
      at[n] = 0
    }
  }
}

interface Axis {
  readonly length: number
  readonly steps: readonly number[] // of each array
}

/** Axes that follow on each other become one. */
function joinedAxes(
  shape: readonly number[],
  strides: readonly (readonly number[])[],
): [Axis, ...Axis[]] {
  const axes: [Axis, ...Axis[]] = [{ length: 1, steps: strides.map(() => 0) }]
  shape.forEach((length, n) => {
    if (length === 1) return
    const steps = strides.map((each) => each[n]!)
    const before = axes.at(-1)!
    const goesOn = before.steps.every((step, each) => step === steps[each]! * length)
    if (before.length === 1) axes[axes.length - 1] = { length, steps }
    else if (goesOn) axes[axes.length - 1] = { length: before.length * length, steps }
    else axes.push({ length, steps })
  })
  return axes
}

function longestLast(axes: readonly Axis[]): Axis[] {
  const longest = axes.reduce((one, other) => (other.length >= one.length ? other : one))
  return [...axes.filter((axis) => axis !== longest), longest]
}
