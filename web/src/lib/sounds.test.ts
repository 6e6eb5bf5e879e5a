import { expect, test } from 'vitest'
import { woodSamples } from './sounds'

const RATE = 48_000

test('wood sounds for a moment, and dies away', () => {
  const samples = woodSamples(500, RATE)
  const loudness = (from: number, to: number) =>
    Math.max(...samples.slice(from * RATE, to * RATE).map(Math.abs))
  expect(loudness(0, 0.01)).toBeGreaterThan(0.2)
  expect(loudness(0, 0.16)).toBeLessThanOrEqual(1)
  expect(loudness(0.08, 0.16)).toBeLessThan(0.02)
})

test('wood sounds the same every time, and higher where it is asked to', () => {
  expect(woodSamples(500, RATE)).toEqual(woodSamples(500, RATE))
  const crossings = (pitch: number) => {
    const late = woodSamples(pitch, RATE).slice(RATE * 0.03, RATE * 0.06)
    return late.filter((each, i) => i && each * late[i - 1]! < 0).length
  }
  expect(crossings(900)).toBeGreaterThan(crossings(400))
})
