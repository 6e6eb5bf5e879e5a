import { beforeEach, expect, test } from 'vitest'
import { RealTable, distinct } from './real-table.svelte'
import { ALL } from './rules/pieces'

const KEY = 'ludothek-referee'

beforeEach(() => localStorage.clear())

function drafted(table: RealTable): RealTable {
  while (table.view!.board.phase.name === 'draft') table.decide(table.view!.legal[0]!.text)
  return table
}

test('whoever starts is the first seat', () => {
  const table = new RealTable()
  table.begin(['Ada', 'Bo', 'Cleo'], 2)
  expect(table.game!.names).toEqual(['Cleo', 'Ada', 'Bo'])
  expect(table.view!.to_move).toBe(1)
})

test('chance lets everybody begin, and nobody changes places', () => {
  const table = new RealTable()
  expect(table.wishes.starts).toBeNull()
  const orders = new Set<string>()
  for (let i = 0; i < 200; i++) {
    table.begin(['Ada', 'Bo', 'Cleo'], null)
    orders.add(table.game!.names.join(' '))
  }
  expect([...orders].toSorted()).toEqual(['Ada Bo Cleo', 'Bo Cleo Ada', 'Cleo Ada Bo'])
})

test('everything is still there when the page is opened anew', () => {
  const table = new RealTable()
  table.begin(['Ada', 'Bo'], 0)
  drafted(table).decide('give:Lr')
  expect(new RealTable().game).toEqual(table.game)
  expect(new RealTable().view!.board.hand).toEqual({ seat: 2, piece: 'Lr' })
})

test('every step can be taken back, up to the first', () => {
  const table = new RealTable()
  table.begin(['Ada', 'Bo'], 0)
  expect(table.canUndo).toBe(false)
  table.decide('take:Lr')
  table.undo()
  expect(table.game!.texts).toEqual([])
  table.undo()
  expect(table.game!.texts).toEqual([])
})

test('a deal gives every piece to somebody and is not taken back', () => {
  const table = new RealTable()
  table.wish({ draft: 'random' })
  table.begin(['Ada', 'Bo', 'Cleo', 'Dai'], 0)
  const { stocks, box } = table.view!.board
  expect(stocks.map(({ length }) => length)).toEqual([7, 7, 7, 7])
  expect([...stocks.flat(), ...box].toSorted()).toEqual([...ALL].toSorted())
  expect(table.canUndo).toBe(false)
  table.handOut()
  expect(new RealTable().game!.handed).toBe(true)
})

test('teams are made by four or six only', () => {
  const table = new RealTable()
  table.wish({ teams: 'pairs' })
  table.begin(['Ada', 'Bo', 'Cleo'], 0)
  expect(table.view!.board.teams).toBeNull()
  table.begin(['Ada', 'Bo', 'Cleo', 'Dai'], 0)
  expect(table.view!.board.teams).toEqual([
    [1, 3],
    [2, 4],
  ])
  table.wish({ teams: 'trios' })
  table.begin(['Ada', 'Bo', 'Cleo', 'Dai'], 0)
  expect(table.view!.board.teams).toBeNull()
  table.begin(['Ada', 'Bo', 'Cleo', 'Dai', 'Eve', 'Fin'], 0)
  expect(table.view!.board.teams).toEqual([
    [1, 3, 5],
    [2, 4, 6],
  ])
})

test('whose turn it is after a fault is agreed before the game', () => {
  const table = new RealTable()
  table.wish({ fault: 'gives-next' })
  table.begin(['Ada', 'Bo', 'Cleo'], 0)
  drafted(table)
  for (const text of ['give:Lr', 'stands', 'give:Ly', 'stands', 'give:Lg']) table.decide(text)
  table.decide('fault2:Lr|Ly')
  table.decide('base:Lr')
  expect(table.view!.board.phase).toEqual({ name: 'give', seat: 2 })
  expect(table.view!.board.stocks[2]).toContain('Lg')
})

/** As it was kept by version 1, whose falls had no marks. */
const FORMER = {
  names: ['Ada', 'Bo', 'Cleo', 'Dai'],
  options: { 'last-piece': 'stands', draft: 'random', teams: 'yes', referee: 'yes' },
  texts: [
    ...ALL.slice(0, 28).map((piece) => `take:${piece}`),
    'give:Lr',
    'stands',
    'give:Ly',
    'stands',
    'give:Lg',
    'falls:Lr.Ly|Lg',
  ],
  date: '2025-12-31',
  dealt: 28,
  handed: true,
}

test('a game of version 1 can be looked at and saved, and not gone on with', () => {
  localStorage.setItem(KEY, JSON.stringify({ wishes: { teams: true, count: 4 }, game: FORMER }))
  const table = new RealTable()
  expect(table.former).toBe(true)
  expect(table.wishes.teams).toBe('pairs')
  expect(table.view!.version).toBe(1)
  expect(table.view!.board.tower).toEqual(['Lr', 'Ly'])
  expect(table.view!.board.teams).toEqual([
    [1, 3],
    [2, 4],
  ])
  table.decide(table.view!.legal[0]!.text)
  expect([table.game!.texts.length, table.canUndo]).toEqual([FORMER.texts.length, false])
  expect(table.record).toContain('Rules: 1\n')
  expect(table.record).toContain('teams=pairs')
  table.begin(['Ada', 'Bo'], 0)
  expect(table.former).toBe(false)
})

test('an illegal decision changes nothing', () => {
  const table = new RealTable()
  table.begin(['Ada', 'Bo'], 0)
  table.decide('stands')
  expect(table.game!.texts).toEqual([])
})

test('a game that cannot be read is forgotten', () => {
  for (const kept of ['{', '{"game":{"names":["A","B"],"options":{},"texts":["stands"]}}']) {
    localStorage.setItem(KEY, kept)
    expect(new RealTable().game).toBeNull()
  }
})

test('the record says who played and what', () => {
  const table = new RealTable()
  table.begin(['Ada', 'Bo'], 0)
  table.decide('take:Lr')
  expect(table.record).toContain('p1: Ada\np2: Bo\n')
  expect(table.record).toContain('\n1. take:Lr unfinished\n')
})

test('the wishes are kept for the next game', () => {
  new RealTable().wish({ count: 5, flat: true })
  const table = new RealTable()
  expect([table.wishes.count, table.wishes.flat, table.game]).toEqual([5, true, null])
})

test('two people of the same name are told apart', () => {
  expect(distinct(['Ada', 'Bo', 'Ada', 'Ada'])).toEqual(['Ada', 'Bo', 'Ada (2)', 'Ada (3)'])
})
