import { describe, expect, test } from 'vitest'
import { invites, seated, seatOf, seatsFor, type SeatForm, type MatchForm } from './new-match'

const form: MatchForm = {
  against: 'computer',
  count: 2,
  level: 3,
  starts: 0,
  names: ['Ada', 'Ben', 'Cem', 'Dora'],
  seats: [],
}
const mixed: SeatForm[] = [
  { kind: 'me', level: 2 },
  { kind: 'computer', level: 5 },
  { kind: 'here', level: 2 },
  { kind: 'open', level: 2 },
]

describe('seats', () => {
  test('against the computer, I start or it does', () => {
    expect(seatsFor(form)).toEqual([{ kind: 'me' }, { kind: 'computer', level: 3 }])
    expect(seatsFor({ ...form, starts: 1 }).map(({ kind }) => kind)).toEqual(['computer', 'me'])
  })

  test('on one device everybody has a name', () => {
    const seats = seatsFor({ ...form, against: 'here', count: 4 })
    expect(seats.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'here Ada',
      'here Ben',
      'here Cem',
      'here Dora',
    ])
  })

  test('a link leaves the other seats open', () => {
    expect(seatsFor({ ...form, against: 'link', count: 3 })).toEqual([
      { kind: 'me' },
      { kind: 'open' },
      { kind: 'open' },
    ])
  })

  test('are chosen one by one, as many as play', () => {
    const seats = { ...form, against: 'mixed', seats: mixed } as const
    expect(seatsFor({ ...seats, count: 4 })).toEqual([
      { kind: 'me' },
      { kind: 'computer', level: 5 },
      { kind: 'here', name: 'Cem' },
      { kind: 'open' },
    ])
    expect(seatsFor({ ...seats, count: 2 })).toHaveLength(2)
  })

  test('are for one person each: who takes another leaves the first', () => {
    expect(seated(mixed, 3, 'me').map(({ kind }) => kind)).toEqual([
      'here',
      'computer',
      'here',
      'me',
    ])
    expect(seated(mixed, 2, 'computer').map(({ kind }) => kind)).toEqual([
      'me',
      'computer',
      'computer',
      'open',
    ])
  })

  test('are turned until who begins is first, and stay in order round the table', () => {
    const four = { ...form, against: 'here', count: 4 } as const
    const names = (starts: number | null) => seatsFor({ ...four, starts }).map(({ name }) => name)
    expect(names(2)).toEqual(['Cem', 'Dora', 'Ada', 'Ben'])
    expect(names(null)).toEqual(['Ada', 'Ben', 'Cem', 'Dora']) // the server draws
    expect([0, 1, 2, 3].map((place) => seatOf(place, 2, 4))).toEqual([3, 4, 1, 2])
    expect(seatOf(0, null, 4)).toBeNull()
  })

  test('that are open wait for somebody', () => {
    expect(invites(form)).toBe(false)
    expect(invites({ ...form, against: 'lobby' })).toBe(true)
    expect(invites({ against: 'mixed', seats: mixed, count: 3 })).toBe(false)
    expect(invites({ against: 'mixed', seats: mixed, count: 4 })).toBe(true)
  })
})
