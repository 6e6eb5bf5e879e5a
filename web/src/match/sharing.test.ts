import { expect, test } from 'vitest'
import { linkOf, recordIn } from './sharing'

test('a whole game is in a link, and comes out of it letter by letter', async () => {
  const record = `Game: nexus\nName: Ada – „Bo“\n\n${'@0,0 -1,2>3,4 '.repeat(200)}`
  const { pathname, hash } = new URL(await linkOf(record))
  expect(pathname).toBe('/records')
  expect(hash).toMatch(/^#game=[\w-]+$/)
  expect(await recordIn(hash)).toBe(record)
})

test('a link can ask for the analysis, too', async () => {
  const { search, hash } = new URL(await linkOf('Game: nexus', true))
  expect(search).toBe('?analysis=')
  expect(await recordIn(hash)).toBe('Game: nexus')
})

test('what is no game is none', async () => {
  expect(await recordIn('')).toBeNull()
  expect(await recordIn('#game=!!')).toBeNull()
  expect(await recordIn('#game=AAAA')).toBeNull()
})
