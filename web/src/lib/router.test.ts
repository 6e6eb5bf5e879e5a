import { describe, expect, test } from 'vitest'
import { go, matched, url } from './router.svelte'
import { preferred } from './settings.svelte'

const ROUTES = { home: '/', rules: '/rules/:game', match: '/match/:id' }

describe('addresses', () => {
  test('lead to pages with their parameters', () => {
    expect(matched('/', ROUTES)).toEqual({ page: 'home', params: {} })
    expect(matched('/rules/nexus', ROUTES)).toEqual({ page: 'rules', params: { game: 'nexus' } })
    expect(matched('/rules/nexus/', ROUTES)?.params).toEqual({ game: 'nexus' })
    expect(matched('/rules', ROUTES)).toBeNull()
    expect(matched('/match/a%20b', ROUTES)?.params).toEqual({ id: 'a b' })
  })

  test('are followed without loading anew', () => {
    go('/rules/repulso')
    expect(url().pathname).toBe('/rules/repulso')
    go('/rules/nexus', { replace: true, keep: true })
    expect(location.pathname).toBe('/rules/nexus')
  })
})

test('the first language of the browser that is spoken here is taken', () => {
  expect(preferred(['pt-BR', 'fr-CH', 'de'])).toBe('fr')
  expect(preferred(['ja'])).toBe('en')
})
