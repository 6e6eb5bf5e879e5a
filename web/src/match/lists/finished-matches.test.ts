import { expect, test } from 'vitest'
import {
  againstOf,
  firstResult,
  isWanted,
  lostBefore,
  opponents,
  queryOf,
  scoreOf,
  textOf,
  together,
  type Played,
} from './finished-matches'

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

test('games are filtered by the level of a computer, and by the name of a person', () => {
  const [withBo, withComputer] = [match([1], me, bo), match([1], me, computer)]
  expect(isWanted(withComputer, '', { level: 3 })).toBe(true)
  expect(isWanted(withComputer, '', { level: 4 })).toBe(false)
  expect(isWanted(withBo, '', { level: 3 })).toBe(false)
  expect(isWanted(withBo, '', { opponent: 'Bo' })).toBe(true)
  expect(isWanted(withBo, '', { opponent: 'Ada' })).toBe(false)
  expect(String(queryOf('nexus', { opponent: 'Bo & Cy' }))).toBe('game=nexus&opponent=Bo+%26+Cy')
  expect(String(queryOf('', { level: 3 }))).toBe('level=3')
  expect(String(queryOf('', 'people'))).toBe('against=people')
  expect(String(queryOf('', 'all'))).toBe('')
})

test('an opponent is an option of a list', () => {
  for (const each of ['all', { level: 3 }, { opponent: '{Bo}' }] as const)
    expect(againstOf(textOf(each))).toEqual(each)
})

test('whom to choose from is whom one has played', () => {
  const tallies = together(nothing, [match([1], me, computer), match([1], me, bo)])
  expect(opponents(tallies, ['Bo', 'Guest'])).toEqual([
    'all',
    'computer',
    { level: 3 },
    'people',
    { opponent: 'Bo' },
  ])
})

const nothing = { tallies: [], recent: [], opponents: [] }
const known = { game: 'repulso', level: 3, won: 1, drawn: 0, lost: 0, streak: 1, best_streak: 1 }
const at = (updated: number, winner: number) => ({ ...match([winner], me, computer), updated })

test('results of the server and of this browser are summed up', () => {
  const server = { ...nothing, tallies: [known] }
  expect(together(server, [at(3, 1), at(2, 2), at(1, 1)])).toEqual([
    { ...known, won: 3, lost: 1, best_streak: 2 },
  ])
  expect(together(nothing, [match([2], me, bo)])).toEqual([
    { ...known, level: 0, former: false, won: 0, lost: 1, streak: 0, best_streak: 0 },
  ])
})

test('streaks go by the date, wherever a game was played', () => {
  const about = { game: 'repulso', level: 3, former: false }
  const here = [at(4, 1), at(2, 2)] // won after what the server knows, lost before it
  expect(firstResult(here)).toBe(2)
  const recent = [{ ...about, score: 'won' as const, at: 3 }]
  const [tally] = together({ ...nothing, tallies: [known], recent }, here)
  expect(tally).toMatchObject({ won: 3, lost: 1, streak: 2, best_streak: 2 })
})

test('a former level of the same number is another opponent', () => {
  const former = { ...computer, former: true }
  const lost = { ...match([2], me, former), updated: 1 }
  expect(lostBefore([lost], { ...match([2], me, computer), id: 'now' })).toBe(false)
  const both = together(nothing, [match([1], me, computer), lost])
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
