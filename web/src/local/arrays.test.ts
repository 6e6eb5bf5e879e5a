import { expect, test } from 'vitest'
import { NdArray } from './arrays'

const numbers = (...values: number[]) => NdArray.of(Float64Array.from(values), values.length)
const table = numbers(1, 2, 3, 4, 5, 6).reshaped(2, 3)
const listed = (array: NdArray) => [...array.values()]

test('what has length 1 repeats in the other shape', () => {
  const column = numbers(10, 20).widened(1)
  expect(listed(table.binary('add', column))).toEqual([11, 12, 13, 24, 25, 26])
  expect(listed(column.binary('subtract', numbers(1, 2)))).toEqual([9, 8, 19, 18])
  expect(() => table.binary('add', numbers(1, 2))).toThrow('shapes do not fit')
})

test('views share their numbers, and arithmetic makes new ones', () => {
  const own = table.binary('multiply', 1)
  const seen = own.transposed().sliced(0, 1, 2, 1).picked(1, 0)
  expect(listed(seen)).toEqual([2, 3])
  seen.assign(numbers(7, 8))
  expect(listed(own)).toEqual([1, 7, 8, 4, 5, 6])
  expect(listed(table)).toEqual([1, 2, 3, 4, 5, 6])
})

test('a view sees memory that has moved', () => {
  let memory = Float64Array.of(1, 2)
  const view = NdArray.viewing(() => memory).reshaped(-1, 2)
  memory = Float64Array.of(3, 4)
  expect(listed(view)).toEqual([3, 4])
})

test('an axis is reduced, whichever it is', () => {
  expect(listed(table.reduced('add', 0))).toEqual([5, 7, 9])
  expect(listed(table.reduced('maximum', 1))).toEqual([3, 6])
  expect(listed(NdArray.of(new Float64Array(), 0, 3).reduced('add', 0))).toEqual([0, 0, 0])
})

test('arrays are joined along their first axis', () => {
  const joined = NdArray.joined(table, table.sliced(0, 1, 1, 1))
  expect(joined.shape).toEqual([3, 3])
  expect(listed(joined)).toEqual([1, 2, 3, 4, 5, 6, 4, 5, 6])
})

test('halves are rounded to even numbers', () => {
  expect(listed(numbers(0.5, 1.5, 2.4, -1.5).unary('rint'))).toEqual([0, 2, 2, -2])
})

test('rows follow on each other where they lie so, and only there', () => {
  const cube = NdArray.of(
    Float64Array.from({ length: 24 }, (_, i) => i),
    2,
    3,
    4,
  )
  const part = cube.sliced(1, 1, 2, 1)
  expect(listed(part.binary('add', 0))).toEqual([
    4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 20, 21, 22, 23,
  ])
  const spread = numbers(100, 200, 300).widened(1)
  expect(listed(cube.binary('add', spread)).slice(0, 9)).toEqual([
    100, 101, 102, 103, 204, 205, 206, 207, 308,
  ])
  expect(listed(cube.transposed()).slice(0, 4)).toEqual([0, 12, 4, 16])
})

test('all numbers together are one', () => {
  expect(table.together('maximum')).toBe(6)
  expect(table.sliced(1, 0, 2, 2).together('add')).toBe(1 + 3 + 4 + 6)
  expect([numbers(0, 0), numbers(0, -1)].map((each) => each.together('any'))).toEqual([0, 1])
})
