import { expect, test } from 'vitest'
import { clockText, daysLeft, left } from './clock'

const clock = {
  kind: 'fischer',
  base: 0,
  increment: 0,
  left: [60_000, 30_000],
  running: 2,
  placement: 0,
  placing: null,
} as const

test('only the clock of the seat to decide runs, and never below nothing', () => {
  const copy = { ...clock, left: [...clock.left] }
  expect(left(copy, 1, 5000)).toBe(60_000)
  expect(left(copy, 2, 5000)).toBe(25_000)
  expect(left(copy, 2, 99_000)).toBe(0)
})

test('time is written as on a clock, with tenths at the end', () => {
  expect(clockText(245_000)).toBe('4:05')
  expect(clockText(3_723_000)).toBe('1:02:03')
  expect(clockText(9_840)).toBe('0:09.9')
  expect(clockText(0)).toBe('0:00.0')
})

test('correspondence is counted in days and hours', () => {
  expect(daysLeft(90_000_000)).toEqual({ days: 1, hours: 1 })
})
