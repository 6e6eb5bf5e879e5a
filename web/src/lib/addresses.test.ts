import { describe, expect, test } from 'vitest'
import { addressOf, pathOf } from './addresses'
import { folder, liveAddress, served, serverOf } from './base'

const ROOT = { base: '/', files: false }
const BELOW = { base: '/ludothek/', files: false }
const FILES = { base: '/a/b/', files: true }
const PATHS = ['/', '/rules/nexus', '/match/7', '/replay/a%20b?ply=3', '/join#token', '/play/x?a=1']

describe('a page', () => {
  test('lies below the folder of the page', () => {
    expect(addressOf('/rules/nexus', ROOT)).toBe('/rules/nexus')
    expect(addressOf('/rules/nexus#box', BELOW)).toBe('/ludothek/rules/nexus#box')
    expect(addressOf('/', BELOW)).toBe('/ludothek/')
  })

  test('has a file of its own on a static host, with what varies in the query', () => {
    expect(addressOf('/rules/nexus', FILES)).toBe('/a/b/rules/nexus/')
    expect(addressOf('/match/7?ply=3', FILES)).toBe('/a/b/match/?at=7&ply=3')
  })

  test.each([ROOT, BELOW, FILES])('is found again at its address (%o)', (place) => {
    for (const path of PATHS) {
      const address = new URL(addressOf(path, place), 'http://host')
      const back = pathOf(address, place)!
      const same = back.pathname.replace(/(.)\/$/, '$1') + back.search + back.hash
      expect(same).toBe(path)
    }
  })

  test('of somebody else is not ours', () => {
    expect(pathOf(new URL('http://host/else'), BELOW)).toBeNull()
    expect(pathOf(new URL('http://host/ludothekary'), BELOW)).toBeNull()
    expect(pathOf(new URL('http://host/ludothek'), BELOW)?.pathname).toBe('/')
  })
})

describe('a server', () => {
  test('is where the page came from, at an address, or nowhere', () => {
    expect(serverOf(undefined, '/x/')).toBe('/x/')
    expect(serverOf('https://games.example.org', '/x/')).toBe('https://games.example.org/')
    expect(serverOf('none', '/x/')).toBeNull()
  })

  test('is asked at its own addresses', () => {
    expect(folder('http://host/a/manifest.webmanifest')).toBe('/a/')
    expect(folder(undefined)).toBe('/')
    expect(served('api/me', 'https://g.example/')).toBe('https://g.example/api/me')
    expect(liveAddress('https://g.example/')).toBe('wss://g.example/api/live')
    expect(liveAddress('/x/')).toMatch(/^ws:.*\/x\/api\/live$/)
    expect(liveAddress(null)).toBeNull()
  })
})
