import { beforeEach, expect, test } from 'vitest'
import { isForeign } from '../lib/base'
import { keep, protocols, shown } from './cross-origin-session'

const headers = (session: string) => new Headers({ 'Ludothek-Session': session })

beforeEach(() => localStorage.clear())

test("at the server's own origin the cookie does it all", () => {
  keep(headers('abc'), false)
  expect(shown(false)).toEqual({ credentials: 'same-origin' })
  expect(protocols(false)).toEqual([])
  expect(localStorage.length).toBe(0)
})

test('elsewhere a session is kept, shown, and forgotten when it has ended', () => {
  expect(shown(true)).toEqual({ credentials: 'omit' })
  expect(protocols(true)).toEqual(['ludothek'])
  keep(headers('abc'), true)
  keep(new Headers(), true)
  expect(shown(true).headers).toEqual({ Authorization: 'Session abc' })
  expect(protocols(true)).toEqual(['ludothek', 'session.abc'])
  keep(headers(''), true)
  expect(protocols(true)).toEqual(['ludothek'])
})

test('a server is elsewhere if scheme, host or port differ', () => {
  expect(isForeign(null)).toBe(false)
  expect(isForeign('/ludothek/')).toBe(false)
  expect(isForeign(`${location.origin}/games/`)).toBe(false)
  expect(isForeign('https://games.example.org/')).toBe(true)
})
