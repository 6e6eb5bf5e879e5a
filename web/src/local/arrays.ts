/**
 * Arrays of numbers for Python, as far as the table of Splash! needs them: shapes, strides, views
 * and broadcasting as in NumPy. `web/shims/numpy` is their Python face. All numbers are doubles;
 * true is 1, and false 0.
 */

type Numbers = Float64Array | Int32Array
type Memory = () => Numbers // asked for anew each time: what is behind a view may have moved
type Unary = (value: number) => number
type Binary = (one: number, other: number) => number
export type Operand = NdArray | number

const UNARY: Readonly<Record<string, Unary>> = {
  abs: Math.abs,
  exp: Math.exp,
  isfinite: (value) => Number(Number.isFinite(value)),
  negative: (value) => -value,
  rint: (value) => {
    const down = Math.floor(value)
    const rest = value - down
    return rest < 0.5 || (rest === 0.5 && down % 2 === 0) ? down : down + 1
  },
}

const BINARY: Readonly<Record<string, Binary>> = {
  add: (one, other) => one + other,
  subtract: (one, other) => one - other,
  multiply: (one, other) => one * other,
  divide: (one, other) => one / other,
  minimum: Math.min,
  maximum: Math.max,
  and: (one, other) => one && other,
  equal: (one, other) => Number(one === other),
  less: (one, other) => Number(one < other),
  less_equal: (one, other) => Number(one <= other),
  greater: (one, other) => Number(one > other),
  greater_equal: (one, other) => Number(one >= other),
}

const FIRST: Readonly<Record<string, number>> = { add: 0, minimum: Infinity, maximum: -Infinity }

export class NdArray {
  constructor(
    readonly memory: Memory,
    readonly shape: readonly number[],
    readonly strides: readonly number[],
    readonly offset = 0,
  ) {}

  get axes(): number {
    return this.shape.length
  }

  /** The length of an axis. */
  along(axis: number): number {
    return this.shape[axis]!
  }

  /** New numbers of a shape, one after the other. */
  static of(numbers: Float64Array, ...shape: number[]): NdArray {
    return new NdArray(() => numbers, shape, dense(shape))
  }

  /** Numbers that somebody else owns, as a single row. */
  static viewing(memory: Memory): NdArray {
    return new NdArray(memory, [memory().length], [1])
  }

  /** All parts along the first axis after each other. */
  static joined(...parts: NdArray[]): NdArray {
    const [first] = parts as [NdArray, ...NdArray[]]
    const rows = parts.reduce((sum, part) => sum + part.shape[0]!, 0)
    const shape = [rows, ...first.shape.slice(1)]
    const numbers = new Float64Array(size(shape))
    let at = 0
    for (const part of parts) {
      numbers.set(part.values(), at)
      at += size(part.shape)
    }
    return NdArray.of(numbers, ...shape)
  }

  /** Every number, in order. */
  values(): Float64Array {
    const numbers = new Float64Array(size(this.shape))
    const memory = this.memory()
    let at = 0
    walk(this.shape, [this.strides], [this.offset], (steps, [from], length) => {
      for (let i = 0, j = from!; i < length; i++, j += steps[0]!) numbers[at++] = memory[j]!
    })
    return numbers
  }

  /** The same as whole numbers of 16 bits. */
  shorts(): Int16Array {
    return Int16Array.from(this.values())
  }

  item(...at: number[]): number {
    return this.memory()[
      this.offset + at.reduce((sum, i, axis) => sum + i * this.strides[axis]!, 0)
    ]!
  }

  /** One place of an axis, which is gone then. */
  picked(axis: number, at: number): NdArray {
    const offset = this.offset + at * this.strides[axis]!
    const without = (of: readonly number[]) => of.filter((_, each) => each !== axis)
    return new NdArray(this.memory, without(this.shape), without(this.strides), offset)
  }

  /** A part of an axis. */
  sliced(axis: number, start: number, length: number, step: number): NdArray {
    const stride = this.strides[axis]!
    const shape = this.shape.with(axis, length)
    const strides = this.strides.with(axis, stride * step)
    return new NdArray(this.memory, shape, strides, this.offset + start * stride)
  }

  /** With one more axis, of length 1. */
  widened(axis: number): NdArray {
    const shape = this.shape.toSpliced(axis, 0, 1)
    return new NdArray(this.memory, shape, this.strides.toSpliced(axis, 0, 0), this.offset)
  }

  transposed(): NdArray {
    const { memory, shape, strides, offset } = this
    return new NdArray(memory, shape.toReversed(), strides.toReversed(), offset)
  }

  /** In another shape; a length of -1 follows from the others. */
  reshaped(...lengths: number[]): NdArray {
    const known = size(lengths.filter((length) => length >= 0))
    const shape = lengths.map((length) => (length < 0 ? size(this.shape) / known : length))
    const direct = this.strides.every((stride, axis) => stride === dense(this.shape)[axis])
    if (direct) return new NdArray(this.memory, shape, dense(shape), this.offset)
    return NdArray.of(this.values(), ...shape)
  }

  /** Rows of the first axis, by their numbers. */
  taken(rows: readonly number[]): NdArray {
    const row = size(this.shape.slice(1))
    const all = this.values()
    const numbers = new Float64Array(rows.length * row)
    rows.forEach((from, to) => numbers.set(all.subarray(from * row, (from + 1) * row), to * row))
    return NdArray.of(numbers, rows.length, ...this.shape.slice(1))
  }

  /** Rows of the first axis for which another array is true. */
  masked(mask: NdArray): NdArray {
    return this.taken([...mask.values()].flatMap((value, row) => (value ? [row] : [])))
  }

  /** Take over other numbers. */
  assign(other: Operand): void {
    const from = operand(other).memory()
    const to = this.memory()
    const spread = broadcast(operand(other), this.shape)
    walk(
      this.shape,
      [this.strides, spread.strides],
      [this.offset, spread.offset],
      (steps, [i, j], length) => {
        for (let n = 0; n < length; n++) to[i! + n * steps[0]!] = from[j! + n * steps[1]!]!
      },
    )
  }

  unary(name: string): NdArray {
    return NdArray.of(this.values().map(UNARY[name]!), ...this.shape)
  }

  binary(name: string, other: Operand): NdArray {
    const shape = common(this.shape, operand(other).shape)
    const [one, two] = [broadcast(this, shape), broadcast(operand(other), shape)]
    const [left, right, work] = [one.memory(), two.memory(), BINARY[name]!]
    const numbers = new Float64Array(size(shape))
    let at = 0
    walk(shape, [one.strides, two.strides], [one.offset, two.offset], ([a, b], [i, j], length) => {
      for (let n = 0; n < length; n++) numbers[at++] = work(left[i! + n * a!]!, right[j! + n * b!]!)
    })
    return NdArray.of(numbers, ...shape)
  }

  /** All numbers along an axis made one. */
  reduced(name: string, axis: number): NdArray {
    const order = this.#last(axis)
    const length = this.shape[axis]!
    const all = order.values()
    const numbers = new Float64Array(size(order.shape.slice(0, -1)))
    const work = BINARY[name]!
    for (let row = 0; row < numbers.length; row++) {
      let sum = FIRST[name]!
      for (let i = row * length; i < (row + 1) * length; i++) sum = work(sum, all[i]!)
      numbers[row] = sum
    }
    return NdArray.of(numbers, ...order.shape.slice(0, -1))
  }

  #last(axis: number): NdArray {
    const moved = (of: readonly number[]) => [...of.toSpliced(axis, 1), of[axis]!]
    return new NdArray(this.memory, moved(this.shape), moved(this.strides), this.offset)
  }
}

function operand(value: Operand): NdArray {
  return typeof value === 'number' ? NdArray.of(Float64Array.of(value)) : value
}

function size(shape: readonly number[]): number {
  return shape.reduce((product, length) => product * length, 1)
}

/** The strides of numbers that lie one after the other. */
function dense(shape: readonly number[]): number[] {
  return shape.map((_, axis) => size(shape.slice(axis + 1)))
}

/** The shape of what two shapes become together. */
function common(one: readonly number[], other: readonly number[]): number[] {
  const axes = Math.max(one.length, other.length)
  return Array.from({ length: axes }, (_, axis) => {
    const [a, b] = [one, other].map((shape) => shape[axis - axes + shape.length] ?? 1)
    if (a !== b && a !== 1 && b !== 1) throw new Error(`shapes do not fit: ${one} and ${other}`)
    return a === 1 ? b! : a!
  })
}

/** An array seen in a larger shape: what has length 1 repeats. */
function broadcast(array: NdArray, shape: readonly number[]): NdArray {
  const more = shape.length - array.shape.length
  if (more < 0) throw new Error(`shapes do not fit: ${array.shape} into ${shape}`)
  const strides = shape.map((length, axis) => {
    const own = array.shape[axis - more] ?? 1
    if (own !== 1 && own !== length)
      throw new Error(`shapes do not fit: ${array.shape} into ${shape}`)
    return own === 1 ? 0 : array.strides[axis - more]!
  })
  return new NdArray(array.memory, shape, strides, array.offset)
}

type Visit = (steps: number[], from: number[], length: number) => void

/** Every row along the last axis: where it begins in each array, and how far its numbers are apart. */
function walk(
  shape: readonly number[],
  strides: readonly (readonly number[])[],
  offsets: readonly number[],
  visit: Visit,
): void {
  const length = shape.at(-1) ?? 1
  const steps = strides.map((each) => each.at(-1) ?? 0)
  const outer = shape.slice(0, -1)
  const at = outer.map(() => 0)
  const from = [...offsets]
  for (let left = size(outer); left > 0 && length > 0; left--) {
    visit(steps, from, length)
    for (let axis = outer.length - 1; axis >= 0; axis--) {
      strides.forEach((each, array) => (from[array]! += each[axis]!))
      if (++at[axis]! < outer[axis]!) break
      strides.forEach((each, array) => (from[array]! -= each[axis]! * outer[axis]!))
      at[axis] = 0
    }
  }
}
