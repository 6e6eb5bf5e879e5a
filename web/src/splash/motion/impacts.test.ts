import { expect, test } from 'vitest'
import placements from '../fixtures/placements.json'
import { heard, knocksOf, pitchOf } from './impacts'
import { keysOf, type Motion } from './motion'

const motions = placements.map(({ motion }) => motion as unknown as Motion)
const fall = motions[4]!

test('a piece that is set down makes one soft sound', () => {
  expect(knocksOf(motions[2]!)).toEqual([{ frame: 0, piece: 'Lr', loud: expect.closeTo(0.22) }])
})

test('a fall is heard where it is seen: when a piece that came down is stopped', () => {
  const knocks = knocksOf(fall)
  expect(knocks.length).toBeGreaterThan(1)
  for (const { frame, piece, loud } of knocks.slice(1)) {
    const frames = keysOf(fall.path[piece]!).map((key) => key.frame)
    expect(frames).toContain(frame)
    expect(loud).toBeGreaterThan(0)
    expect(loud).toBeLessThanOrEqual(1)
  }
  const frames = knocks.map(({ frame }) => frame)
  expect(frames).toEqual([...new Set(frames)].toSorted((a, b) => a - b))
})

test('of what is shown at once only the loudest is heard, and nothing twice', () => {
  const knocks = [
    { frame: 0, piece: 'Lr', loud: 0.2 },
    { frame: 9, piece: 'Sg', loud: 0.9 },
    { frame: 20, piece: 'Tb', loud: 0.5 },
  ]
  expect(heard(knocks, -1, 0)!.piece).toBe('Lr')
  expect(heard(knocks, 0, 8)).toBeNull()
  expect(heard(knocks, -1, 30)!.piece).toBe('Sg')
  expect(heard(knocks, 9, 30)!.piece).toBe('Tb')
})

test('the lighter a piece, the higher it sounds', () => {
  expect(pitchOf('Sr')).toBeGreaterThan(pitchOf('Tr'))
  expect(pitchOf('Tr')).toBeGreaterThan(pitchOf('Lr'))
})
