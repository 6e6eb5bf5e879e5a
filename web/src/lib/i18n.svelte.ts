/** The language of the page: its own messages, and the words of the games. */

import type en from '../messages/en.json'
import { settings, type Language } from './settings.svelte'
import { say, type Message, type Params, type Tongue } from './say'

type Leaf = string | { count: string } | { select: string }
type Paths<T> = {
  [K in keyof T & string]: T[K] extends Leaf ? K : `${K}.${Paths<T[K]>}`
}[keyof T & string]
export type Key = Paths<typeof en>

interface Tree {
  readonly [key: string]: Tree | Message
}

const messages = import.meta.glob<Tree>('../messages/*.json', { import: 'default' })
const words = import.meta.glob<Tree>('../content/words/*.json', { import: 'default' })

let loaded: { language: Language; messages: Tree; words: Tree } = $state.raw({
  language: 'en',
  messages: {},
  words: {},
})

/** Speak a language from now on. */
export async function speak(language: Language): Promise<void> {
  const [own, games] = await Promise.all([
    messages[`../messages/${language}.json`]!(),
    words[`../content/words/${language}.json`]!(),
  ])
  loaded = { language, messages: own, words: games }
  document.documentElement.lang = language
}

/** The language that is spoken now. */
export function language(): Language {
  return loaded.language
}

/** Say a message of the page. */
export function t(key: Key, params: Params = {}): string {
  return say(found(loaded.messages, key) as Message, params, tongue('common'))
}

/** Say a message of a game, or else of all games: `w('nexus', 'reasons.mixed', { pos: '0,0' })`. */
export function w(game: string, key: string, params: Params = {}): string {
  const own = lookedUp(loaded.words, `${game}.${key}`)
  return say((own ?? found(loaded.words, `common.${key}`)) as Message, params, tongue(game))
}

/** Whether there is such a message. */
export function has(game: string, key: string): boolean {
  return [game, 'common'].some((each) => lookedUp(loaded.words, `${each}.${key}`) !== undefined)
}

/** Several things in one sentence. */
export function listed(items: readonly string[]): string {
  return say('{items}', { items }, tongue('common'))
}

/** The name of a value, such as a seat. */
export function term(game: string, kind: string, value: unknown): string {
  return tongue(game).term(kind, value)
}

/** A message of the page whose key is only known now, if there is one. */
export function maybe(key: string, params: Params = {}): string | undefined {
  const at = lookedUp(loaded.messages, key)
  return at === undefined ? undefined : say(at as Message, params, tongue('common'))
}

function tongue(game: string): Tongue {
  return {
    language: loaded.language,
    term: (kind, value) =>
      String(lookedUp(loaded.words, `${game}.terms.${kind}.${String(value)}`) ?? value),
  }
}

function found(tree: Tree, key: string): Tree | Message {
  const at = lookedUp(tree, key)
  if (at === undefined) throw new Error(`no message ${key} in ${settings.language}`)
  return at
}

function lookedUp(tree: Tree, key: string): Tree | Message | undefined {
  return key
    .split('.')
    .reduce<Tree | undefined>((at, step) => (at as Record<string, Tree> | undefined)?.[step], tree)
}
