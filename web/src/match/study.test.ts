import { expect, test } from 'vitest'
import { shareLine, turningPoints } from './study'

const evaluations = [0.5, 0.55, 0.2, 0.25, 0.9].map((share, ply) => ({
  ply,
  shares: [share, 1 - share],
  best: [],
}))
const moves = [1, 1, 2, 2].map((seat, ply) => ({ ply, seat, decision: 'x', events: [] }))

test('a turning point is a decision that gave much away, told for who took it', () => {
  const found = turningPoints(evaluations, moves)
  expect(found.map(({ ply, seat }) => [ply, seat])).toEqual([
    [1, 1],
    [3, 2],
  ])
  expect(found[0]!.lost).toBeCloseTo(0.35)
})

test('only so many are told', () => {
  expect(turningPoints(evaluations, moves, 1).map(({ ply }) => ply)).toEqual([3])
})

test('a line of shares runs from left to right', () => {
  expect(shareLine(evaluations.slice(0, 2), 1, 4)).toBe('0.0000,0.5000 0.2500,0.4500')
})
