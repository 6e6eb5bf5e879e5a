/**
 * Arrays of numbers for Python, as far as the table of Splash! needs them: shapes, strides, views
 * and broadcasting as in NumPy. `web/shims/numpy` is their Python face. All numbers are doubles;
 * true is 1, and false 0.
 */

import { copy, eachRow, PAIRWISE, TOGETHER, type Numbers } from './array-loops'

type Memory = () => Numbers // asked for anew each time: what is behind a view may have moved
export type Operand = NdArray | number

const UNARY: Readonly<Record<string, (value: number) => number>> = {
  abs: Math.abs,
  isfinite: (value) => Number(Number.isFinite(value)),
  negative: (value) => -value,
  rint: (value) => {
    const down = Math.floor(value)
    const rest = value - down
    return rest < 0.5 || (rest === 0.5 && down % 2 === 0) ? down : down + 1
  },
}

export class NdArray {
  constructor(
    readonly memory: Memory,
    readonly shape: readonly number[],
    readonly strides: readonly number[],
    readonly offset = 0,
  ) {}

  axes(): number {
    return this.shape.length
  }

  /** The length of an axis. */
  along(axis: number): number {
    return this.shape[axis]!
  }

  /** A method as a function: Python keeps it, since looking it up costs more than calling it. */
  static unbound(name: keyof NdArray): (array: NdArray, ...rest: unknown[]) => unknown {
    const method = NdArray.prototype[name] as (...rest: unknown[]) => unknown
    return (array, ...rest) => method.apply(array, rest)
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
    const [from, count] = [this.offset, size(this.shape)]
    if (this.#direct()) return new Float64Array(this.memory().subarray(from, from + count))
    const numbers = new Float64Array(size(this.shape))
    const memory = this.memory()
    eachRow(this.shape, [dense(this.shape), this.strides], [0, this.offset], (from, length, by) =>
      copy(length, numbers, from[0]!, by[0]!, memory, from[1]!, by[1]!),
    )
    return numbers
  }

  /** Do they lie one after the other? */
  #direct(): boolean {
    let next = 1
    for (let axis = this.shape.length - 1; axis >= 0; axis--) {
      if (this.strides[axis] !== next) return false
      next *= this.shape[axis]!
    }
    return true
  }

  /** The numbers as they are now. */
  copied(): NdArray {
    return NdArray.of(this.values(), ...this.shape)
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
    if (this.#direct()) return new NdArray(this.memory, shape, dense(shape), this.offset)
    return NdArray.of(this.values(), ...shape)
  }

  /** Take over other numbers. */
  assign(other: Operand): void {
    const [from, to] = [operand(other).memory(), this.memory()]
    const spread = broadcast(operand(other), this.shape)
    const [strides, offsets] = [
      [this.strides, spread.strides],
      [this.offset, spread.offset],
    ]
    eachRow(this.shape, strides, offsets, ([at, i], length, [toStep, fromStep]) =>
      copy(length, to, at!, toStep!, from, i!, fromStep!),
    )
  }

  unary(name: string): NdArray {
    return NdArray.of(this.values().map(UNARY[name]!), ...this.shape)
  }

  binary(name: string, other: Operand): NdArray {
    const shape = common(this.shape, operand(other).shape)
    const result = NdArray.of(new Float64Array(size(shape)), ...shape)
    result.#become(name, broadcast(this, shape), broadcast(operand(other), shape))
    return result
  }

  /** What two of its shape make. */
  #become(name: string, one: NdArray, other: NdArray): void {
    const [to, left, right, work] = [this.memory(), one.memory(), other.memory(), PAIRWISE[name]!]
    const strides = [this.strides, one.strides, other.strides]
    const offsets = [this.offset, one.offset, other.offset]
    eachRow(this.shape, strides, offsets, (from, length, by) =>
      work(length, to, from[0]!, by[0]!, left, from[1]!, by[1]!, right, from[2]!, by[2]!),
    )
  }

  /** All numbers along an axis made one: row by row, or where that is shorter, one by one. */
  reduced(name: string, axis: number): NdArray {
    const shape = this.shape.toSpliced(axis, 1)
    const length = this.shape[axis]!
    if (length === 0 || length > size(shape)) return this.#summed(name, axis, shape)
    const result = this.picked(axis, 0).copied()
    for (let at = 1; at < length; at++) result.#become(name, result, this.picked(axis, at))
    return result
  }

  #summed(name: string, axis: number, shape: readonly number[]): NdArray {
    const [work, memory] = [TOGETHER[name]!, this.memory()]
    const [length, step] = [this.shape[axis]!, this.strides[axis]!]
    const numbers = new Float64Array(size(shape))
    const strides = [dense(shape), this.strides.toSpliced(axis, 1)]
    eachRow(shape, strides, [0, this.offset], ([at, i], count, by) => {
      for (let n = 0; n < count; n++)
        numbers[at! + n * by[0]!] = work(length, memory, i! + n * by[1]!, step)
    })
    return NdArray.of(numbers, ...shape)
  }

  /** All numbers made one. */
  together(name: string): number {
    const numbers = this.values()
    return TOGETHER[name]!(numbers.length, numbers, 0, 1)
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
