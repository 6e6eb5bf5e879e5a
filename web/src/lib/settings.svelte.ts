/** User settings, stored in the browser. */

import { kept } from './browser-storage'

export const LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'nl'] as const
export type Language = (typeof LANGUAGES)[number]

/** Every language is named in itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
}

export interface Settings {
  language: Language
  theme: 'system' | 'light' | 'dark'
  speed: 'off' | 'normal' | 'fast'
  sounds: boolean
  confirm: 'always' | 'several' | 'never' // before a turn is sent
  turn: boolean // bring the seat to decide to the lower edge, on one device
  labels: boolean // show the names of all rings (NEXUS)
  muted: boolean // what other players say is not shown
  notation: boolean // moves as the records write them
  level: number // the computer somebody played last
  scale: number // that the level is on; there were eight levels on scale 1
  game: string // the game somebody played last
  rulebooks: Readonly<Record<string, string>> // the language of the one somebody owns, by game
  coached: Readonly<Record<string, Coached>> // the first games, by game
  name: string
  pack: 'everything' | 'opened' | null // kept for times offline; null: as the browser asks for
  known: boolean // whether the server has given us an identity
}

/** A coached game: the match, and which topics were taught at which ply. */
export interface Coached {
  readonly match: string // empty: the coach was sent away
  readonly taught: Readonly<Record<string, number>>
}

const KEY = 'ludothek'
const SCALE = 2
const FORMER: readonly number[] = [1, 3, 4, 6, 7, 8, 9, 18] // what about equals each former level

export const settings: Settings = $state(remembered())

/** Change some of it, and remember. */
export function change(some: Partial<Settings>): void {
  Object.assign(settings, some)
  kept.setItem(KEY, JSON.stringify(settings))
}

/** Remember which rulebook of a game somebody owns; null: none in particular. */
export function ownRulebook(game: string, language: string | null): void {
  const { [game]: _, ...others } = settings.rulebooks
  change({ rulebooks: language === null ? others : { ...others, [game]: language } })
}

/** How fast things move, the system's wish for less movement included. */
export function speed(): number {
  if (settings.speed === 'off' || calm()) return 0
  return settings.speed === 'fast' ? 2.2 : 1
}

/** The language the browser asks for, of those we speak. */
export function preferred(wanted: readonly string[]): Language {
  const spoken = wanted.map((tag) => tag.slice(0, 2).toLowerCase())
  return LANGUAGES.find((each) => each === spoken.find((tag) => isLanguage(tag))) ?? 'en'
}

function isLanguage(tag: string): tag is Language {
  return (LANGUAGES as readonly string[]).includes(tag)
}

function calm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

function remembered(): Settings {
  const fresh: Settings = {
    language: preferred(navigator.languages),
    theme: 'system',
    speed: 'normal',
    sounds: false,
    confirm: 'several',
    turn: true,
    labels: false,
    muted: false,
    notation: false,
    level: 2,
    scale: SCALE,
    game: '', // none yet
    rulebooks: {},
    coached: {},
    name: '',
    pack: null,
    known: false,
  }
  return { ...fresh, ...rescaled(stored()) }
}

/** What was stored when there were eight levels names the one that is about as strong. */
export function rescaled(some: Partial<Settings>): Partial<Settings> {
  const level = some.scale ? undefined : FORMER[(some.level ?? 0) - 1]
  return level ? { ...some, level, scale: SCALE } : some
}

function stored(): Partial<Settings> {
  try {
    return JSON.parse(kept.getItem(KEY) ?? '{}') as Partial<Settings>
  } catch {
    return {} // somebody else wrote there
  }
}
