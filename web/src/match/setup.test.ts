import { describe, expect, test } from 'vitest'
import { seatsFor } from './setup'

const wish = { against: 'computer', count: 2, level: 3, first: 'me', names: [] } as const

describe('seats', () => {
  test('against the computer, I start or it does', () => {
    expect(seatsFor(wish)).toEqual([{ kind: 'me' }, { kind: 'computer', level: 3 }])
    expect(seatsFor({ ...wish, first: 'other' }).map(({ kind }) => kind)).toEqual([
      'computer',
      'me',
    ])
  })

  test('on one device everybody has a name', () => {
    const names = ['Ada', 'Ben', 'Cem', 'Dora']
    const seats = seatsFor({ ...wish, against: 'here', count: 4, names })
    expect(seats.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'here Ada',
      'here Ben',
      'here Cem',
      'here Dora',
    ])
  })

  test('a link leaves the other seats open', () => {
    expect(seatsFor({ ...wish, against: 'link', count: 3 })).toEqual([
      { kind: 'me' },
      { kind: 'open' },
      { kind: 'open' },
    ])
  })
})
