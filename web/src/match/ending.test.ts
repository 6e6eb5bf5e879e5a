import { expect, test } from 'vitest'
import type { MatchInfo } from '../wire.gen'
import { nextLevel } from './ending'

function against(level: number, won: boolean, former = false): MatchInfo {
  const seats = [
    { kind: 'person', level: null, you: true },
    { kind: 'computer', level, former, you: false },
  ]
  return { seats, you: [1], result: { winners: [won ? 1 : 2] } } as MatchInfo
}

test('a win leads one level up, up to the highest', () => {
  expect(nextLevel(against(8, true), 13, false)).toBe(9)
  expect(nextLevel(against(13, true), 13, false)).toBe(null)
  expect(nextLevel(against(5, true), 5, false)).toBe(null)
})

test('losses in a row lead one level down', () => {
  expect(nextLevel(against(8, false), 13, true)).toBe(7)
  expect(nextLevel(against(8, false), 13, false)).toBe(null)
  expect(nextLevel(against(1, false), 13, true)).toBe(null)
})

test('nobody is led on from one of the eight levels that there were before', () => {
  expect(nextLevel(against(7, true, true), 13, false)).toBe(null)
  expect(nextLevel(against(7, false, true), 13, true)).toBe(null)
})
