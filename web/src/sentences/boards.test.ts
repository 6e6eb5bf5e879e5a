import { beforeAll, describe, expect, test } from 'vitest'
import { speak } from '../lib/i18n.svelte'
import { problem, recordProblem } from './boards'

beforeAll(() => speak('en'))

function refused(code: string, params = {}, message = '') {
  return { code, params, message }
}

describe('a refusal', () => {
  test('of the rules is told by the game', () => {
    const said = problem(refused('repulso.occupied', { square: 'c4' }))
    expect(said).toBe('c4 is not empty.')
  })

  test('of the server, of a setup and of the table is told by the page', () => {
    expect(problem(refused('full'))).toBe('Every seat is taken.')
    expect(problem(refused('seat-count', { seats: 9 }))).toBe('This game is not for 9 players.')
    expect(problem(refused('table.blocked'))).toBe('Another piece is in the way there.')
    expect(problem(refused('table.unsettled'))).toBe('The table could not tell. Please try again.')
  })

  test('of the table of a game from outside is told in the words of its simulator', () => {
    const beside = { ...refused('table.beside-board'), message: 'it lies beside the board' }
    expect(problem(beside, 'coins')).toBe('it lies beside the board')
    expect(problem(refused('table.table-failed'), 'coins')).toBe(
      'The table could not tell. Please try again.',
    )
  })

  test('that is not known is still told', () => {
    expect(problem(refused('something-new'))).toBe('That did not work. Please try again.')
  })
})

describe('a broken record', () => {
  const RECORD = 'Game: repulso\nRules: 1\n'

  test('is told with line and column', () => {
    const why = refused('record.header-missing', {}, 'line 3, column 1: the header is missing')
    expect(recordProblem(why, RECORD)).toBe('Line 3, column 1: A header is missing.')
  })

  test('is told by its game where a decision is not allowed', () => {
    const why = refused('record.occupied', { square: 'c4' }, 'c4 is not empty')
    expect(recordProblem(why, RECORD)).toBe('c4 is not empty.')
    expect(recordProblem(why, '{"game": "repulso"}')).toBe('c4 is not empty.')
  })

  test('is told somehow in any case', () => {
    expect(recordProblem(refused('record.new'), '')).toBe('This is not a readable record.')
  })
})
