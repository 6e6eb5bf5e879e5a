import { expect, test } from 'vitest'
import { isWanted, lostBefore, scoreOf, together, type Played } from './finished-matches'

const me = { kind: 'person', name: 'Ada', level: null, you: true } as const
const bo = { kind: 'person', name: 'Bo', level: null, you: false } as const
const computer = { kind: 'computer', name: 'Computer', level: 3, you: false } as const

const match = (winners: number[], ...seats: Played['seats'][number][]): Played => ({
  id: 'x',
  game: 'repulso',
  ply: 9,
  updated: 0,
  result: { winners, reason: 'fewest-groups' },
  seats,
})

test('a result is told from the own seat, and for nobody where one has both', () => {
  expect(scoreOf(match([1], me, bo))).toBe('won')
  expect(scoreOf(match([1], bo, me))).toBe('lost')
  expect(scoreOf(match([], me, bo))).toBe('drawn')
  expect(scoreOf(match([1], me, { ...me }))).toBe(null)
  expect(scoreOf(match([2], bo, { ...computer, you: true, given_up: true }))).toBe('lost')
})

test('games are filtered by game and opponent', () => {
  expect(isWanted(match([1], me, bo), '', 'people')).toBe(true)
  expect(isWanted(match([1], me, bo), '', 'computer')).toBe(false)
  expect(isWanted(match([1], me, computer), 'repulso', 'computer')).toBe(true)
  expect(isWanted(match([1], me, computer), 'nexus', 'all')).toBe(false)
})

test('results of the server and of this browser are summed up, the newest last', () => {
  const known = { game: 'repulso', level: 3, won: 1, drawn: 0, lost: 0, streak: 1, best_streak: 1 }
  const newestFirst = [match([1], me, computer), match([2], me, computer), match([1], me, computer)]
  expect(together([known], newestFirst)).toEqual([{ ...known, won: 3, lost: 1, best_streak: 2 }])
  expect(together([], [match([2], me, bo)])).toEqual([
    { ...known, level: 0, former: false, won: 0, lost: 1, streak: 0, best_streak: 0 },
  ])
})

test('a former level of the same number is another opponent', () => {
  const former = { ...computer, former: true }
  const lost = { ...match([2], me, former), updated: 1 }
  expect(lostBefore([lost], { ...match([2], me, computer), id: 'now' })).toBe(false)
  const both = together([], [match([1], me, computer), lost])
  expect(both.map(({ former, won }) => [former, won])).toEqual([
    [false, 1],
    [true, 0],
  ])
})

test('a loss comes after another one against the same level only', () => {
  const now = { ...match([2], me, computer), id: 'now' }
  const lost = { ...match([2], me, computer), updated: 1 }
  const won = { ...match([1], me, computer), updated: 2 }
  expect(lostBefore([now], now)).toBe(false)
  expect(lostBefore([now, lost], now)).toBe(true)
  expect(lostBefore([now, lost, won], now)).toBe(false)
  expect(lostBefore([{ ...lost, game: 'nexus' }], now)).toBe(false)
})
