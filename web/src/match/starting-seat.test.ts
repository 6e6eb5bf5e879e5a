import { describe, expect, test } from 'vitest'
import type { Happened, MatchInfo } from '../wire.gen'
import { beginner } from './starting-seat'

const match = {
  status: 'playing',
  starter: 'random',
  previous: null,
  you: [2],
  ply: 0,
  dealt: 0,
  to_move: 1,
} as unknown as MatchInfo

const taken = (...seats: number[]): Happened[] =>
  seats.map((seat, ply) => ({ ply, seat, decision: 'a1', events: [] }))

describe('who begins', () => {
  test('is news when it was drawn, until I have decided', () => {
    expect(beginner(match, [])).toBe(1)
    expect(beginner({ ...match, ply: 1, to_move: 2 }, taken(1))).toBe(1)
    expect(beginner({ ...match, ply: 2, to_move: 1 }, taken(1, 2))).toBeNull()
  })

  test('is news in a rematch, too, and none where it was chosen', () => {
    expect(beginner({ ...match, starter: 'fixed' }, [])).toBeNull()
    expect(beginner({ ...match, starter: 'fixed', previous: 'x' }, [])).toBe(1)
  })

  test('is told once the match has begun, and to those who play', () => {
    expect(beginner({ ...match, status: 'open' }, [])).toBeNull()
    expect(beginner({ ...match, you: [] }, [])).toBeNull()
    expect(beginner({ ...match, ply: 3 }, [])).toBeNull() // not known yet
  })

  test('is the first who decides, not the first who was dealt something', () => {
    const dealt = { ...match, ply: 2, dealt: 2 }
    expect(beginner(dealt, taken(1, 2))).toBe(1)
  })
})
