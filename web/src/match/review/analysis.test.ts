import { expect, test } from 'vitest'
import type { Evaluation } from '../../wire.gen'
import { chances, chancesAt, linesOf, remarked, shareLine } from './analysis'

const evaluations: Evaluation[] = [0.5, 0.55, 0.2, 0.25, 0.9].map((share, ply) => ({
  ply,
  seat: 1 + (ply % 2),
  shares: [share, 1 - share],
  best: [],
}))

test('the verdicts of the server decide what is remarked, however much was given away', () => {
  const evaluated = evaluations.map((each) => ({ ...each, loss: 0.9, verdict: '' as const }))
  expect(remarked(evaluated)).toEqual([])
  const worse: Evaluation = { ...evaluated[1]!, loss: 0.01, verdict: 'worse' }
  const thrown: Evaluation = { ...evaluated[3]!, verdict: 'win-thrown' }
  expect(remarked([evaluated[0]!, worse, evaluated[2]!, thrown])).toEqual([worse, thrown])
})

test('a line of shares runs from left to right', () => {
  expect(shareLine(evaluations.slice(0, 2), 1, 4)).toBe('0.0000,0.5000 0.2500,0.4500')
})

test('the chances end at the result', () => {
  const all = chances(evaluations, { winners: [2], reason: 'resigned' }, 5)
  expect(all.at(-1)).toEqual({ ply: 5, shares: [0, 1] })
  expect(chancesAt(all, 4)!.shares[0]).toBe(0.9)
  expect(chancesAt(all, 5)!.shares[0]).toBe(0)
  expect(chances(evaluations, { winners: [], reason: 'agreed' }, 5).at(-1)!.shares).toEqual([
    0.5, 0.5,
  ])
  expect(chances(evaluations, null, 5)).toHaveLength(5)
})

test('a game that was looked at earlier has one line', () => {
  const [first] = evaluations
  expect(linesOf(first!)).toEqual([])
  expect(linesOf({ ...first!, best: ['c4'] })).toEqual([{ moves: ['c4'], share: 0.5 }])
  const lines = [{ moves: ['c3'], share: 0.4 }]
  expect(linesOf({ ...first!, best: ['c4'], lines })).toBe(lines)
})
