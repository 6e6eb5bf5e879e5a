import { beforeEach, expect, test } from 'vitest'
import ours from 'virtual:games'
import type { GameInfo } from '../wire.gen'
import { allGames, guestGames, isGame, isOwn, meet, ownGames } from './game-list.svelte'

const WORDS = import.meta.glob<Record<string, unknown>>('../content/words/*.json', {
  eager: true,
  import: 'default',
})
const RULES = import.meta.glob('../content/rules/en/*.json')

const names = (games: readonly GameInfo[]) => games.map(({ name }) => name)
const nim: GameInfo = { ...ours[0]!, name: 'nim', title: 'Nim' }

beforeEach(() => meet([]))

test('games from elsewhere stand behind our own in every list', () => {
  meet([nim, ours[1]!])
  expect(names(guestGames()!)).toEqual(['nim'])
  expect(names(allGames())).toEqual([...names(ours), 'nim'])
  expect(names(ownGames())).toEqual(names(ours))
  expect([isGame('nim'), isOwn('nim')]).toEqual([true, false])
})

test('what only sounds like a game is none', () => {
  for (const name of ['', 'common', 'nim', 'toString'])
    expect([name, isGame(name), isOwn(name)]).toEqual([name, false, false])
  for (const name of names(ours))
    expect([name, isGame(name), isOwn(name)]).toEqual([name, true, true])
})

test('every game of ours has its words and rules, and there are no others', () => {
  const sorted = names(ours).toSorted()
  for (const words of Object.values(WORDS))
    expect(Object.keys(words).toSorted()).toEqual(['common', ...sorted].toSorted())
  expect(Object.keys(RULES)).toEqual(sorted.map((name) => `../content/rules/en/${name}.json`))
})
