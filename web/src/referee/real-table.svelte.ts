/** A game at a real table: stored after every step, with undo. */

import type { GameEvent } from '../board/types'
import { kept as texts } from '../lib/browser-storage'
import { REFEREE as KEY } from '../local/storage/texts'
import { turned } from '../match/setup/new-match'
import { ALL } from './rules/pieces'
import { recordOf, walked, type Played } from './rules/record'
import { isLegal, quota, teamsFor, VERSION } from './rules/rules'
import { eventsOf, viewOf } from './rules/view'
import type { Options } from './rules/types'

const SEATS = 6 // at most

/** What was agreed before a game; kept for the next one. */
export interface Wishes {
  readonly rulebook: string | null // the language of the one that preset what follows
  readonly count: number
  readonly names: readonly string[] // six of them, perhaps empty, clockwise
  readonly starts: number | null // whose place among the names; null: chance decides
  readonly teams: string // where the number of people makes such
  readonly draft: 'choose' | 'random'
  readonly last: 'stands' | 'given'
  readonly fault: 'goes-on' | 'gives-next'
  readonly flat: boolean // the phone lies on the table and turns its text
}

interface Game extends Played {
  readonly rules: number
  readonly dealt: number // decisions that nobody took
  readonly handed: boolean // everybody has the pieces that were dealt
}

interface Kept {
  readonly wishes: Wishes
  readonly game: Game | null
}

const FRESH: Wishes = {
  rulebook: null,
  count: 3,
  names: Array.from({ length: SEATS }, () => ''),
  starts: null,
  teams: 'no',
  draft: 'choose',
  last: 'stands',
  fault: 'goes-on',
  flat: false,
}

export class RealTable {
  #kept: Kept = $state.raw(remembered())

  readonly wishes = $derived(this.#kept.wishes)
  readonly game = $derived(this.#kept.game)
  readonly #states = $derived(this.game && walked(this.game))
  readonly view = $derived(this.#states && viewOf(this.#states.at(-1)!))
  readonly record = $derived(this.game && recordOf(this.game))
  /** Whether it was begun with earlier rules: it can be looked at, and not gone on with. */
  readonly former = $derived(this.game !== null && this.game.rules !== VERSION)
  /** What every decision did, from the first one on. */
  readonly story: readonly (readonly GameEvent[])[] = $derived.by(() => {
    const states = this.#states ?? []
    return (this.game?.texts ?? []).map((text, i) => eventsOf(states[i]!, text, states[i + 1]!))
  })

  wish(some: Partial<Wishes>): void {
    this.#keep({ ...this.#kept, wishes: { ...this.wishes, ...some } })
  }

  /** Begin; `names` are those of the people who play, all filled in. Null lets chance decide. */
  begin(names: readonly string[], starts: number | null): void {
    const { draft, last, fault } = this.wishes
    const seated = distinct(turned(names, starts ?? drawn(names.length)))
    const texts = draft === 'random' ? deal(names.length) : []
    const options: Options = {
      'last-piece': last,
      draft,
      teams: this.teams(names.length),
      referee: 'yes',
      fault,
    }
    const game = {
      names: seated,
      options,
      rules: VERSION,
      texts,
      date: date(),
      dealt: texts.length,
      handed: false,
    }
    this.#keep({ ...this.#kept, game })
  }

  /** The teams that are wished for, if so many people make such. */
  teams(seats: number): string {
    return teamsFor(seats).includes(this.wishes.teams) ? this.wishes.teams : 'no'
  }

  /** Take a decision; one that is not possible changes nothing. */
  decide(text: string): void {
    if (this.former || !this.#states || !isLegal(this.#states.at(-1)!, text)) return
    this.#change({ texts: [...this.game!.texts, text] })
  }

  /** Everybody has taken what was dealt. */
  handOut(): void {
    this.#change({ handed: true })
  }

  get canUndo(): boolean {
    return !this.former && this.game !== null && this.game.texts.length > this.game.dealt
  }

  undo(): void {
    if (this.canUndo) this.#change({ texts: this.game!.texts.slice(0, -1) })
  }

  end(): void {
    this.#keep({ ...this.#kept, game: null })
  }

  #change(some: Partial<Game>): void {
    this.#keep({ ...this.#kept, game: { ...this.game!, ...some } })
  }

  #keep(kept: Kept): void {
    this.#kept = kept
    texts.setItem(KEY, JSON.stringify(kept))
  }
}

/** Two people of the same name are told apart. */
export function distinct(names: readonly string[]): string[] {
  return names.map((name, i) => {
    const before = names.slice(0, i).filter((other) => other === name).length
    return before ? `${name} (${before + 1})` : name
  })
}

/** A number below another one. */
function drawn(below: number): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! % below
}

/** A random deal, as decisions. */
function deal(seats: number): string[] {
  const heap = [...ALL]
  const dealt: string[] = []
  while (dealt.length < quota(seats) * seats) {
    const piece = heap[drawn(heap.length)]!
    heap.splice(heap.indexOf(piece), 1)
    dealt.push(`take:${piece}`)
  }
  return dealt
}

function date(): string {
  const now = new Date()
  const two = (n: number) => String(n).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** What was kept, if it can still be read. */
function remembered(): Kept {
  try {
    const { wishes, game } = JSON.parse(texts.getItem(KEY) ?? '{}') as Partial<Kept>
    const kept = { wishes: today(wishes), game: game ? begun(game) : null }
    if (kept.game) walked(kept.game)
    return kept
  } catch {
    return { wishes: FRESH, game: null } // somebody else wrote there
  }
}

/** Wishes of version 1 only said whether there are teams; those were pairs. */
function today(wishes: Partial<Wishes> = {}): Wishes {
  const { teams } = wishes as { teams?: unknown }
  return { ...FRESH, ...wishes, teams: typeof teams === 'string' ? teams : teams ? 'pairs' : 'no' }
}

/** A game that does not say its rules is of version 1 (11.1). */
function begun(game: Game): Game {
  if (game.rules) return game
  const teams = game.options.teams === 'yes' ? 'pairs' : 'no'
  return { ...game, rules: 1, options: { ...game.options, teams } }
}
