/** A game at a real table: kept in the browser after every step, and stepped back at will. */

import type { GameEvent } from '../board/types'
import { ALL } from './pieces'
import { recordOf, walked, type Played } from './record'
import { canTeam, isLegal, quota } from './rules'
import { eventsOf, viewOf } from './telling'
import type { Options } from './types'

const KEY = 'ludothek-referee'
const SEATS = 6 // at most

/** What was agreed before a game; kept for the next one. */
export interface Wishes {
  readonly count: number
  readonly names: readonly string[] // six of them, perhaps empty, clockwise
  readonly starts: number | null // whose place among the names; null: chance decides
  readonly teams: boolean
  readonly draft: 'choose' | 'random'
  readonly last: 'stands' | 'given'
  readonly flat: boolean // the phone lies on the table and turns its text
}

interface Game extends Played {
  readonly dealt: number // decisions that nobody took
  readonly handed: boolean // everybody has the pieces that were dealt
}

interface Kept {
  readonly wishes: Wishes
  readonly game: Game | null
}

const FRESH: Wishes = {
  count: 3,
  names: Array.from({ length: SEATS }, () => ''),
  starts: 0,
  teams: false,
  draft: 'choose',
  last: 'stands',
  flat: false,
}

export class RealTable {
  #kept: Kept = $state.raw(remembered())

  readonly wishes = $derived(this.#kept.wishes)
  readonly game = $derived(this.#kept.game)
  readonly #states = $derived(
    this.game && walked(this.game.names.length, this.game.options, this.game.texts),
  )
  readonly view = $derived(this.#states && viewOf(this.#states.at(-1)!))
  readonly record = $derived(this.game && recordOf(this.game))
  /** What every decision did, from the first one on. */
  readonly story: readonly (readonly GameEvent[])[] = $derived.by(() => {
    const states = this.#states ?? []
    return (this.game?.texts ?? []).map((text, i) => eventsOf(states[i]!, text, states[i + 1]!))
  })

  wish(some: Partial<Wishes>): void {
    this.#keep({ ...this.#kept, wishes: { ...this.wishes, ...some } })
  }

  /** Begin; `names` are those of the people who play, all filled in. */
  begin(names: readonly string[], starts: number): void {
    const { draft, last, teams } = this.wishes
    const seated = told([...names.slice(starts), ...names.slice(0, starts)])
    const texts = draft === 'random' ? deal(names.length) : []
    const options: Options = {
      'last-piece': last,
      draft,
      teams: teams && canTeam(names.length) ? 'yes' : 'no',
      referee: 'yes',
    }
    const game = {
      names: seated,
      options,
      texts,
      date: today(),
      dealt: texts.length,
      handed: false,
    }
    this.#keep({ ...this.#kept, game })
  }

  /** Take a decision; one that is not possible changes nothing. */
  decide(text: string): void {
    if (!this.#states || !isLegal(this.#states.at(-1)!, text)) return
    this.#change({ texts: [...this.game!.texts, text] })
  }

  /** Everybody has taken what was dealt. */
  handOut(): void {
    this.#change({ handed: true })
  }

  get canUndo(): boolean {
    return this.game !== null && this.game.texts.length > this.game.dealt
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
    localStorage.setItem(KEY, JSON.stringify(kept))
  }
}

/** Two people of the same name are told apart. */
export function told(names: readonly string[]): string[] {
  return names.map((name, i) => {
    const before = names.slice(0, i).filter((other) => other === name).length
    return before ? `${name} (${before + 1})` : name
  })
}

/** A random deal, as decisions. */
function deal(seats: number): string[] {
  const heap = [...ALL]
  const dealt: string[] = []
  while (dealt.length < quota(seats) * seats) {
    const [pick] = crypto.getRandomValues(new Uint32Array(1))
    const piece = heap[pick! % heap.length]!
    heap.splice(heap.indexOf(piece), 1)
    dealt.push(`take:${piece}`)
  }
  return dealt
}

function today(): string {
  const now = new Date()
  const two = (n: number) => String(n).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** What was kept, if it can still be played on. */
function remembered(): Kept {
  try {
    const { wishes, game } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>
    if (game) walked(game.names.length, game.options, game.texts)
    return { wishes: { ...FRESH, ...wishes }, game: game ?? null }
  } catch {
    return { wishes: FRESH, game: null } // somebody else wrote there
  }
}
