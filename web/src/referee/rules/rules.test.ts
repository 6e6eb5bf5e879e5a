/** The referee against the Python rules: `python -m tests.content.referee` writes the games. */

import { describe, expect, test } from 'vitest'
import type { GameEvent } from '../../board/types'
import games from '../fixtures/games.json'
import { recordOf, walked } from './record'
import { isLegal, play, quota, start, team, teamsFor, USUAL } from './rules'
import { eventsOf, viewOf, whyNot, type Why } from './view'
import { moveOf, moveText, positionText } from './notation'
import type { SplashView, State } from './types'

interface Ply {
  readonly position: string
  readonly legal: string
  readonly illegal: readonly string[]
  readonly why: readonly (readonly [string, Why | null])[]
  readonly decision: string
  readonly events: readonly GameEvent[]
}

interface Game {
  readonly seats: number
  readonly options: Record<string, string>
  readonly rules: number
  readonly names: readonly string[]
  readonly plies: readonly Ply[]
  readonly end: string
  readonly views: readonly SplashView[]
  readonly record: string
}

const GAMES = games as unknown as readonly Game[]

function states(game: Game): State[] {
  return walked({ ...game, texts: game.plies.map(({ decision }) => decision) })
}

function steps(game: Game): [Ply, State][] {
  const all = states(game)
  return game.plies.map((ply, i) => [ply, all[i]!])
}

function end(game: Game): State {
  return states(game).at(-1)!
}

describe.each(GAMES)('$seats seats, $options, rules $rules', (game) => {
  test('reaches the same positions', () => {
    for (const [ply, state] of steps(game)) expect(positionText(state, USUAL)).toBe(ply.position)
    expect(positionText(end(game), USUAL)).toBe(game.end)
  })

  test('offers the same decisions, in the same order', () => {
    for (const [ply, state] of steps(game)) {
      const texts = viewOf(state).legal.map(({ text }) => text)
      expect(texts.join(' ')).toBe(ply.legal)
      const concrete = texts.filter((text) => text !== 'falls:?')
      expect(concrete.filter((text) => !isLegal(state, text))).toEqual([])
      expect(isLegal(state, 'falls:?')).toBe(false)
    }
    expect(viewOf(end(game)).legal).toEqual([])
  })

  test('refuses the same decisions', () => {
    for (const [ply, state] of steps(game))
      expect(ply.illegal.filter((text) => isLegal(state, text))).toEqual([])
  })

  test('says why a piece may not be given', () => {
    for (const [ply, state] of steps(game))
      for (const [piece, why] of ply.why) {
        const reason = whyNot(state, state.phase.seat, piece)
        expect(reason && { code: reason.code, params: joined(reason.params) }).toEqual(why)
      }
  })

  test('tells the same events', () => {
    for (const [ply, state] of steps(game))
      expect(eventsOf(state, ply.decision, play(state, ply.decision))).toEqual(ply.events)
  })

  test('shows the same view in every phase', () => {
    const shown = new Map(
      [...steps(game).map(([, state]) => state), end(game)].map((state) => [
        positionText(state, USUAL),
        state,
      ]),
    )
    for (const view of game.views) expect(viewOf(shown.get(view.position)!)).toEqual(view)
  })

  test('writes the same record', () => {
    const texts = game.plies.map(({ decision }) => decision)
    expect(recordOf({ ...game, texts, date: '2025-12-31' })).toBe(game.record)
  })

  test('reads and writes decisions', () => {
    for (const { decision } of game.plies) expect(moveText(moveOf(decision)!)).toBe(decision)
  })
})

/** The Python rules join the names of pieces with commas. */
function joined(params: Why['params']): Record<string, string> {
  const text = (value: string | readonly string[]) =>
    typeof value === 'string' ? value : value.join(', ')
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, text(value)]))
}

test('an unreadable decision is none', () => {
  const fallen = ['falls:', 'falls:Lr|', 'falls:Lr^.Sr|So', 'falls:Lr.Sr^^|So', 'fault9:Lr|Sr']
  for (const text of ['', 'take:Lx', 'give:', 'give:Lr<7', 'keep:Lr^', ...fallen])
    expect(moveOf(text)).toBeNull()
})

test('an illegal decision is not played', () => {
  expect(() => play(start(2, {}), 'stands')).toThrow('stands is no decision here')
})

test('mishaps are only told to a referee', () => {
  const texts = ['give:Lr', 'stands', 'give:Ly', 'stands']
  const dealt = (referee: string) => {
    let state = start(2, { referee })
    while (state.phase.name === 'draft') state = play(state, `take:${state.pool[0]}`)
    return texts.reduce(play, state)
  }
  expect(isLegal(dealt('yes'), 'bump:Lr|Ly')).toBe(true)
  expect(isLegal(dealt('yes'), 'bump:Lr.Ly')).toBe(false)
  expect(isLegal(dealt('no'), 'bump:Lr|Ly')).toBe(false)
})

test('the pieces are shared out as the rules say', () => {
  expect([2, 3, 4, 5, 6].map(quota)).toEqual([15, 10, 7, 6, 5])
})

test('teams are made by four or six, those of three by six', () => {
  expect([2, 3, 4, 5, 6].map((seats) => teamsFor(seats).join(' '))).toEqual([
    'no',
    'no',
    'no pairs',
    'no',
    'no pairs trios',
  ])
  const partners = (teams: string) => team(start(6, { teams }), 2)
  expect(['no', 'pairs', 'trios'].map(partners)).toEqual([[2], [2, 5], [2, 4, 6]])
})

/** p2 is to place Ly on Lr. */
function placing(rules?: number): State {
  let state = start(2, {}, rules)
  while (state.phase.name === 'draft') state = play(state, `take:${state.pool[0]}`)
  return ['give:Lr', 'stands', 'give:Ly', 'stands', 'give:Lg'].reduce(play, state)
}

test('the highest of the stacks are marked, and single pieces never', () => {
  const legal = (text: string) => isLegal(placing(), text)
  expect(['falls:Lr.Ly^|Lg', 'falls:Lr|Ly.Lg^', 'falls:Lr|Ly|Lg'].every(legal)).toBe(true)
  expect(['falls:Lr.Ly|Lg', 'falls:Lr.Ly^|Lg^', 'falls:Lr^|Ly|Lg'].some(legal)).toBe(false)
})

test('no stack was marked by version 1 of the rules', () => {
  expect(isLegal(placing(1), 'falls:Lr.Ly|Lg')).toBe(true)
  expect(isLegal(placing(1), 'falls:Lr.Ly^|Lg')).toBe(false)
})

test('a game that has not begun has a record', () => {
  const record = recordOf({ names: ['Ada', 'Bo'], options: {}, texts: [], date: '2025-12-31' })
  expect(record.endsWith('Result: unfinished\n\nunfinished\n')).toBe(true)
})
