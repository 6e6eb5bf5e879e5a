import { beforeAll, expect, test } from 'vitest'
import type { View } from '../board/types'
import { speak } from '../lib/i18n.svelte'
import type { Happened, MatchInfo } from '../wire.gen'
import { decisive, figures, nextLevel } from './ending'

beforeAll(() => speak('en'))

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

const turn = (ply: number, seat: number, ...events: Happened['events']): Happened => ({
  ply,
  seat,
  decision: '',
  events: [...events, { event: 'turn', seat: 3 - seat }],
})

/** The numbers of a match of two that took five minutes, without its turns and its length. */
function figuresOf(board: object, ...moves: Happened[]): Record<string, readonly string[]> {
  const seats = [{ seat: 1 }, { seat: 2 }]
  const info = { seats, dealt: 0, created: 0, updated: 300_000 } as unknown as MatchInfo
  const [turns, length, ...rest] = figures(info, { board } as View, moves)
  expect(turns).toEqual({ key: 'turns', values: [String(moves.length)] })
  expect(length).toEqual({ key: 'length', values: ['5 min'] })
  return Object.fromEntries(rest.map(({ key, values }) => [key, values]))
}

test('what is of every seat stands in the order of the seats', () => {
  const groups = [
    { squares: [['a1'], ['b2']], sizes: [1, 4] },
    { squares: [], sizes: [] },
  ]
  expect(figuresOf({ groups })).toEqual({ clusters: ['2', '0'], largest: ['4', '0'] })
  const eaten = turn(0, 1, { event: 'stepped', seat: 1 }, { event: 'stepped', seat: 1 })
  expect(figuresOf({ at_home: [1, 2] }, eaten)).toEqual({ home: ['1', '2'], eaten: ['2', '0'] })
  const taken = turn(0, 2, { event: 'removed', by: 2, number: 3 })
  const leapt = turn(1, 1, { event: 'sacrificed', seat: 1 })
  expect(figuresOf({ rings: [], on_board: [4, 0] }, taken, leapt)).toEqual({
    marbles: ['4', '0'],
    captured: ['0', '3'],
    sacrificed: ['1', '0'],
  })
  const fell = turn(0, 1, { event: 'fell', height: 6 })
  expect(figuresOf({ drops: [1, 3] }, fell)).toEqual({
    highest: ['6'],
    falls: ['1'],
    drops: ['1', '3'],
  })
})

test('clusters are outlined only where they have decided', () => {
  const groups = [{ squares: [['a1', 'a2']] }, { squares: [['c3']] }]
  const outlined = (reason: string) =>
    decisive(
      { result: { winners: [1], reason } } as MatchInfo,
      { board: { groups } } as unknown as View,
    ).length
  expect(outlined('fewest-groups')).toBe(2)
  expect(outlined('stuck')).toBe(0)
})
