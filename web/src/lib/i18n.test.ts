import { beforeEach, describe, expect, test } from 'vitest'
import type { GameInfo } from '../wire.gen'
import { guestGames, isGame, isOwn, meet } from './game-list.svelte'
import { has, labelled, rulesOf, speak, term, w } from './i18n.svelte'
import { choice, events, problem } from '../sentences/boards'

function info(name: string, words: GameInfo['words']): GameInfo {
  const none = { seat_counts: [2], options: [], rulebooks: {}, levels: [1], ratings: {} }
  return { name, title: name.toUpperCase(), version: 1, ...none, words }
}

const ENGLISH = {
  title: 'Nim',
  rules: ['Take matches.', 'The last one wins.'],
  events: { taken: '{seat:seat} takes {matches}.' },
  reasons: { 'too-many': 'Only {left} are left.' },
  terms: { place: { a: 'First heap' } },
}
const GERMAN = { title: 'Nimm', events: { taken: '{seat:seat} nimmt {matches}.' } }

beforeEach(async () => {
  await speak('en')
  meet([info('nim', { en: ENGLISH, de: GERMAN }), info('zim', {}), info('repulso', {})])
})

describe('a game from elsewhere', () => {
  test('stands beside our own', () => {
    expect(guestGames()!.map(({ name }) => name)).toEqual(['nim', 'zim'])
    expect([isGame('nim'), isOwn('nim'), isGame('repulso'), isGame('kim')]).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  test('speaks the language of the page, or else English', async () => {
    await speak('de')
    expect(w('nim', 'title')).toBe('Nimm')
    expect(events('nim', [{ event: 'taken', seat: 2, matches: 3 }])).toEqual(['Spieler 2 nimmt 3.'])
    expect(rulesOf('nim')).toEqual(ENGLISH.rules)
    expect(term('nim', 'place', 'a')).toBe('First heap')
  })

  test('without words is told by the names of its things', () => {
    expect(w('zim', 'title')).toBe('ZIM')
    expect(w('zim', 'tagline')).toBe('')
    expect(w('zim', 'options.last.name')).toBe('last')
    expect(w('zim', 'options.last.values.wins.label')).toBe('wins')
    expect(w('zim', 'outcomes.last-match')).toBe('last match')
    expect(w('zim', 'cells.place', { place: 'a' })).toBe('a')
    expect(w('zim', 'phases.turn.you', { seat: 1 })).toBe('It is your turn.')
    expect(w('zim', 'phases.turn.other', { seat: 1 })).toBe('It is the turn of Player 1.')
    expect(choice('zim', { text: '1:2', kind: 'take' })).toBe('1:2')
    expect(events('zim', [{ event: 'taken' }])).toEqual([])
    expect(rulesOf('zim')).toEqual([])
  })

  test('whose words make no sense is told by the names of its things', () => {
    const take = { choice: { count: 'matches', one: 'Take one' } }
    meet([info('nim', { en: { kinds: { take }, outcomes: { won: { select: 'x' } } } })])
    expect(choice('nim', { text: '1:2', kind: 'take', matches: 2 })).toBe('1:2')
    expect(w('nim', 'outcomes.won')).toBe('won')
  })

  test('says itself why something is refused', () => {
    const refused = { params: { left: 2 }, message: 'heap 1 has only 2 matches' }
    expect(problem({ code: 'nim.too-many', ...refused })).toBe('Only 2 are left.')
    expect(problem({ code: 'zim.too-many', ...refused })).toBe('heap 1 has only 2 matches')
  })

  test('cannot take the words of our own games', () => {
    expect(w('repulso', 'title')).toBe('Repulso')
    expect(has('repulso', 'reasons.occupied')).toBe(true)
  })
})

test('a label has its colon as the language writes it', async () => {
  expect(labelled('Goal')).toBe('Goal:')
  await speak('fr')
  expect(labelled('But')).toBe('But\u00a0:')
})
