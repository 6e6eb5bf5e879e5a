import { expect, test } from 'vitest'
import { isWanted, scoreOf, together, type Played } from './played'

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
  expect(together([known], newestFirst)).toEqual([
    { game: 'repulso', level: 3, won: 3, drawn: 0, lost: 1, streak: 1, best_streak: 2 },
  ])
  expect(together([], [match([2], me, bo)])).toEqual([
    { game: 'repulso', level: 0, won: 0, drawn: 0, lost: 1, streak: 0, best_streak: 0 },
  ])
})
