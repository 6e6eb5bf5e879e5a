/** Lazy loading of rules pages, diagrams and lessons. */

import credits from '../content/credits.json'
import type { GameEvent, Spot, View } from '../board/types'
import type { SpotInfo } from '../wire.gen'
import type { Message } from '../lib/format'
import type { Language } from '../lib/settings.svelte'

export interface RulesText {
  readonly lead: string
  readonly short: readonly Point[]
  readonly sections: readonly {
    readonly id: string
    readonly heading: string
    readonly paragraphs: readonly string[]
    readonly diagrams: readonly { readonly id: string; readonly caption: string }[]
    readonly table?: RulesTable
  }[]
}

/** A sentence or two of the rules in short, and the section that says it at length. */
export interface Point {
  readonly section: string
  readonly text: string
}

/** The first cell of a row says what it is about, the others belong to the other columns. */
export interface RulesTable {
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** What a rulebook tells of its game and of those who made it. */
export interface Credits {
  readonly authors: readonly string[]
  readonly publishers: readonly string[]
  readonly issued?: string // a year, years, or the day of an edition
  readonly languages: readonly string[]
  readonly translators?: Readonly<Record<string, string>>
  readonly players: readonly number[] // fewest and most
  readonly minutes?: number
  readonly unsuitable_under?: number // years
}

export const CREDITS: Readonly<Record<string, Credits>> = credits

export interface DiagramScene {
  readonly views: readonly View[]
  readonly events: readonly (readonly GameEvent[])[]
  readonly marks: readonly Spot[]
}

/** A paragraph of the rules page. */
export interface ClauseAt {
  readonly section: string
  readonly paragraph: number // counted from 0
}

/** The same, as it is read. */
export interface Clause {
  readonly section: string
  readonly heading: string
  readonly text: string
}

/** What one turn of a coached game teaches; best when a decision of such a kind is suggested. */
export interface Topic {
  readonly kinds: readonly string[]
  readonly points: readonly number[] // of the rules in short, counted from 0
  readonly shows?: readonly string[] // kinds that are looked for if nothing else fits
  /** Events that show it (their names, some with `:how`), and the points that each shows. */
  readonly moments: Readonly<Record<string, readonly number[]>>
}

/** What a coach says beside the rules. */
export interface CoachText {
  readonly reasons: Readonly<Record<string, Message>>
  readonly tips: Readonly<Record<string, Message>>
  readonly how?: Readonly<Record<string, Message>> // which touches do it, by kind of decision
  readonly now?: Readonly<Record<string, Message>> // advice for what the position shows
}

export interface Task {
  readonly id: string
  readonly rule: ClauseAt // what it is about
  readonly seat: number
  readonly position: string
  readonly options?: Readonly<Record<string, string>>
  readonly goal: Goal
  readonly solution: readonly (string | { readonly place: Held })[]
  readonly table?: readonly (Held & { readonly piece: string })[] // how a tower was built (Splash!)
  readonly replies?: readonly (string | readonly string[])[]
}

/** How a piece is let go: the side that goes down, degrees, millimetres from the middle. */
export type Held = Readonly<SpotInfo>

export interface Limits {
  readonly at_least?: number
  readonly at_most?: number
}

export interface TaskText {
  readonly title: string
  readonly task: string
  readonly hint: string
  readonly done: string
}

/** What a task asks for; where several things are named, all of them. */
export interface Goal {
  readonly all?: readonly Goal[]
  readonly any?: readonly Goal[]
  readonly happened?: {
    readonly event: string
    readonly where?: Readonly<Record<string, unknown>>
    readonly at_least?: number
  }
  readonly board?: {
    readonly path: readonly (string | number)[]
    readonly is?: unknown
    readonly at_least?: number
    readonly at_most?: number
  }
  readonly turn?: 'over'
  /** How the learner's piece was let go; `aside` is how far from the middle. */
  readonly placement?: { readonly face?: readonly string[] } & Readonly<
    Partial<Record<'x' | 'y' | 'yaw' | 'aside', Limits>>
  >
  readonly outcome?: { readonly winners: readonly number[]; readonly reason?: string }
}

const RULES = import.meta.glob<RulesText>('../content/rules/*/*.json', { import: 'default' })
const DIAGRAMS = import.meta.glob<Record<string, DiagramScene>>('../board/diagrams/*.json', {
  import: 'default',
})
const TASKS = import.meta.glob<{ tasks: Task[] }>('../content/lessons/*.json', {
  import: 'default',
})
const TEXTS = import.meta.glob<Record<string, TaskText>>('../content/lessons/*/*.json', {
  import: 'default',
})

const COACH = import.meta.glob<Record<string, CoachText>>('../content/coach/*.json', {
  import: 'default',
})

/** The rings (NEXUS) that a text names. */
export function ringsIn(text: string): Set<Spot> {
  return new Set(text.match(/-?\d+,-?\d+/g))
}

const read = new Map<string, RulesText>() // what has been loaded is there at once

export async function rulesText(game: string, language: Language): Promise<RulesText> {
  const text = await RULES[`../content/rules/${language}/${game}.json`]!()
  read.set(`${language} ${game}`, text)
  return text
}

/** A paragraph of a rules page that has been loaded; null: it has not. */
export function clauseRead(game: string, language: Language, at: ClauseAt): Clause | null {
  const text = read.get(`${language} ${game}`)
  return text ? clauseIn(text, at) : null
}

function clauseIn({ sections }: RulesText, { section, paragraph }: ClauseAt): Clause {
  const { heading, paragraphs } = sections.find(({ id }) => id === section)!
  return { section, heading, text: paragraphs[paragraph]! }
}

export async function diagrams(game: string): Promise<Record<string, DiagramScene>> {
  return (await DIAGRAMS[`../board/diagrams/${game}.json`]?.()) ?? {}
}

export async function tasks(game: string): Promise<Task[]> {
  return (await TASKS[`../content/lessons/${game}.json`]!()).tasks
}

/** The texts of a lesson; the rules that stand beside them are loaded, too, so that nothing moves. */
export async function taskTexts(
  game: string,
  language: Language,
): Promise<Record<string, TaskText>> {
  const texts = TEXTS[`../content/lessons/${language}/${game}.json`]!()
  await rulesText(game, language)
  return await texts
}

/** The rules in short, each point below the heading of its section. */
export async function rulesInShort(game: string, language: Language): Promise<Clause[]> {
  const { short, sections } = await rulesText(game, language)
  const headings = new Map(sections.map(({ id, heading }) => [id, heading]))
  return short.map(({ section, text }) => ({ section, heading: headings.get(section)!, text }))
}

/** What the turns of a coached game teach. */
export async function topics(game: string): Promise<readonly Topic[]> {
  const all: Record<string, readonly Topic[]> = (await import('../content/coach.json')).default
  return all[game] ?? []
}

export async function coachText(game: string, language: Language): Promise<CoachText> {
  return (await COACH[`../content/coach/${language}.json`]!())[game]!
}
