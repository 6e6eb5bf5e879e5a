/** Internationalisation: the language of the page, its messages, and the words of the games. */

import type en from '../messages/en.json'
import { guestGames, isOwn } from './game-list.svelte'
import { settings, type Language } from './settings.svelte'
import { say, type Message, type Params, type Tongue } from './format'

type Leaf = string | { count: string } | { select: string }
type Paths<T> = {
  [K in keyof T & string]: T[K] extends Leaf ? K : `${K}.${Paths<T[K]>}`
}[keyof T & string]
export type Key = Paths<typeof en>

/** The name of a seat's player, for sentences about one match. */
export type Names = (seat: number) => string

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
  return say(leaf(loaded.messages, key) as Message, params, tongue('common'))
}

/** Say a message of a game, or else of all games: `w('nexus', 'reasons.mixed', { pos: '0,0' })`. */
export function w(game: string, key: string, params: Params = {}, names?: Names): string {
  const message = worded(game, key) ?? lookedUp(loaded.words, `common.${key}`)
  const spoken = tongue(game, names)
  if (isOwn(game)) {
    return say((message ?? leaf(loaded.words, `common.${key}`)) as Message, params, spoken)
  }
  try {
    if (message !== undefined) return say(message as Message, params, spoken)
  } catch {
    // what a game from elsewhere says need not make sense
  }
  return unworded(game, key, params)
}

/** Say a message that was loaded with other content of a game; nothing where there is none. */
export function spoken(game: string, message: Message | undefined, params: Params = {}): string {
  return message === undefined ? '' : say(message, params, tongue(game))
}

/** Whether there is such a message. */
export function has(game: string, key: string): boolean {
  return (worded(game, key) ?? lookedUp(loaded.words, `common.${key}`)) !== undefined
}

/** What a game from elsewhere tells of its rules, paragraph by paragraph. */
export function rulesOf(game: string): string[] {
  const paragraphs = worded(game, 'rules')
  return Array.isArray(paragraphs) ? paragraphs.map(String) : []
}

/** Several things in one sentence. */
export function listed(items: readonly string[]): string {
  return say('{items}', { items }, tongue('common'))
}

/** A label before what it is about: `Goal:`, and in French with a space. */
export function labelled(label: string): string {
  return loaded.language === 'fr' ? `${label}\u00a0:` : `${label}:`
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

function tongue(game: string, names?: Names): Tongue {
  return {
    language: loaded.language,
    term: (kind, value) => {
      if (kind === 'seat' && names && typeof value === 'number') return names(value)
      const name = worded(game, `terms.${kind}.${String(value)}`)
      if (name === undefined && kind === 'seat' && !isOwn(game) && game !== 'common')
        return t('seat.player', { n: value })
      return String(name ?? value)
    },
  }
}

/** The words of a game: ours, or those it brings along, in this language, in English, or in any. */
function worded(game: string, key: string): Tree | Message | undefined {
  const guest = guestGames()?.find(({ name }) => name === game)
  if (!guest) return lookedUp(loaded.words, `${game}.${key}`)
  const { words } = guest
  const trees = [words[loaded.language], words.en, ...Object.values(words)] as (Tree | undefined)[]
  return trees.map((tree) => tree && lookedUp(tree, key)).find((each) => each !== undefined)
}

/** What is said where a game from elsewhere says nothing: the names it has for its things. */
function unworded(game: string, key: string, params: Params): string {
  const steps = key.split('.')
  const last = steps.at(-1)!
  if (key === 'title') return guestGames()?.find(({ name }) => name === game)?.title ?? game
  if (last === 'choice') return String(params.text)
  if (last === 'label' || last === 'name') return steps.at(-2)!
  if (steps[0] === 'phases')
    return last === 'you' ? t('picture.yourTurn') : w(game, 'events.turn', params)
  if (steps[0] === 'cells') return tongue(game).term('place', params.place)
  if (steps[0] === 'outcomes') return last.replaceAll('-', ' ')
  return ''
}

function leaf(tree: Tree, key: string): Tree | Message {
  const at = lookedUp(tree, key)
  if (at === undefined) throw new Error(`no message ${key} in ${settings.language}`)
  return at
}

function lookedUp(tree: Tree, key: string): Tree | Message | undefined {
  return key
    .split('.')
    .reduce<Tree | undefined>((at, step) => (at as Record<string, Tree> | undefined)?.[step], tree)
}
