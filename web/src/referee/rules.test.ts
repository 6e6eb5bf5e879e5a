/** The referee against the Python rules: `python -m tests.content.referee` writes the games. */

import { describe, expect, test } from 'vitest'
import type { GameEvent } from '../board/types'
import games from './fixtures/games.json'
import { recordOf, walked } from './record'
import { canTeam, isLegal, play, quota, start, USUAL } from './rules'
import { eventsOf, viewOf, whyNot, type Why } from './telling'
import { moveOf, moveText, positionText } from './texts'
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
  readonly names: readonly string[]
  readonly plies: readonly Ply[]
  readonly end: string
  readonly views: readonly SplashView[]
  readonly record: string
}

const GAMES = games as unknown as readonly Game[]

function steps({ seats, options, plies }: Game): [Ply, State][] {
  const states = walked(
    seats,
    options,
    plies.map(({ decision }) => decision),
  )
  return plies.map((ply, i) => [ply, states[i]!])
}

function end({ seats, options, plies }: Game): State {
  const texts = plies.map(({ decision }) => decision)
  return walked(seats, options, texts).at(-1)!
}

describe.each(GAMES)('$seats seats, $options', (game) => {
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
        const found = whyNot(state, state.phase.seat, piece)
        expect(found && { code: found.code, params: joined(found.params) }).toEqual(why)
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
  for (const text of ['', 'take:Lx', 'give:', 'give:Lr<7', 'falls:', 'falls:Lr|', 'fault9:Lr|Sr'])
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
  expect([2, 3, 4, 5, 6].filter(canTeam)).toEqual([4, 6])
})

test('a game that has not begun has a record', () => {
  const record = recordOf({ names: ['Ada', 'Bo'], options: {}, texts: [], date: '2025-12-31' })
  expect(record.endsWith('Result: unfinished\n\nunfinished\n')).toBe(true)
})
