/** The state of a board on the page: what is shown, touched and being animated. */

import {
  aimed,
  back,
  choose,
  clear,
  drop,
  grab,
  targets,
  touch,
  type Answer,
  type Choosing,
} from './choosing'
import { laidOut, marked, plan, type Frame } from './scene'
import type { Decision, GameEvent, Held, How, Outline, Spot, Table, Thing, View } from './types'

/** How fast things move: 1 is normal, 0 does without. */
export type Speed = number

const FAR = 24 // events nobody wants to wait for

export interface Ears {
  chosen(decision: Decision): void
  refused(tried: readonly Spot[], guess: string | null): void
  moved?(how: How): void
  aimed?(decision: Decision): void // pointed at, and worth asking about
}

/** Where a decision that is only pointed at would lead. */
export interface Foreseen {
  readonly decision: Decision
  readonly events: readonly GameEvent[]
  readonly view: View
}

export class Stage {
  view: View = $state.raw()!
  things: readonly Thing[] = $state.raw([])
  choosing: Choosing = $state.raw()!
  marks: ReadonlySet<Spot> = $state.raw(new Set())
  named: ReadonlySet<Spot> = $state.raw(new Set()) // spots that a text beside the board names
  outlines: readonly Outline[] = $state.raw([]) // what decided the match
  active = $state(false) // whether decisions are taken here now
  ms = $state(0) // how long the present movement takes
  turned = $state(0) // degrees
  moving = $state(false)
  action: string | null = $state.raw(null) // the one that was chosen, where a game has several
  doubtful: Decision | null = $state.raw(null) // chosen, but it costs something: is it meant?
  foreseen: Foreseen | null = $state.raw(null)
  held: Held | null = $state.raw(null) // how a piece is held over a picture
  tried: readonly GameEvent[] = $state.raw([]) // what the unfinished turn has done so far

  hold: ((held: Held) => void) | null = null // hold it otherwise; null: it is not ours

  readonly targets = $derived.by(() => (this.active ? targets(this.choosing) : new Set<Spot>()))
  readonly cells = $derived.by(() => this.table.cells(this.view))

  #run = 0
  #playing: Promise<void> = Promise.resolve()
  #next: { events: readonly GameEvent[]; view: View; pause: number } | null = null // comes after this
  #hurry = false // the rest of this movement is not shown
  #skip: (() => void) | null = null

  constructor(
    readonly table: Table,
    view: View,
    readonly ears: Ears,
    readonly speed: () => Speed = () => 1,
  ) {
    this.show(view)
  }

  /** Show a view at once. */
  show(view: View): void {
    this.#run++
    this.#next = null
    this.#skip?.()
    this.ms = 0
    this.moving = false
    this.#look(view)
    this.things = laidOut(this.table, view)
  }

  /** Show, after a pause, how events lead to a view; resolves when everything lies still. */
  play(events: readonly GameEvent[], view: View, pause = 0): Promise<void> {
    this.#playing = this.#play(events, view, pause)
    return this.#playing
  }

  /** The same, but what is moving now is seen to its end first; who is far behind leaps. */
  follow(events: readonly GameEvent[], view: View, pause = 0): Promise<void> {
    if (!this.moving) return this.play(events, view, pause)
    const all = [...(this.#next?.events ?? []), ...events]
    this.#next = { events: all.length > FAR ? [] : all, view, pause }
    return this.#playing
  }

  /** Let everything arrive at once. */
  skip(): void {
    this.#hurry = true
    this.#skip?.()
  }

  /** Mark where the last turn happened. */
  mark(events: readonly GameEvent[]): void {
    this.marks = marked(this.table, events)
  }

  touch(spot: Spot): void {
    if (!this.active) return
    this.doubtful = null
    this.#answer(touch(this.choosing, spot))
  }

  /** Take a decision by its name, where the touched spots mean several. */
  pick(decision: Decision): void {
    this.choosing = clear(this.choosing)
    this.#choose(decision)
  }

  /** Choose one of several actions; only what belongs to it can be touched then. */
  intend(action: string | null): void {
    this.action = action
    this.#offer()
  }

  /** Answer whether a costly decision was meant. */
  agree(yes: boolean): void {
    const decision = this.doubtful
    this.doubtful = null
    if (decision && yes) this.ears.chosen(decision)
  }

  /** Point at a spot without touching it. */
  aim(spot: Spot | null): void {
    const decision = this.active && spot !== null ? aimed(this.choosing, spot) : null
    if (decision?.text === this.foreseen?.decision.text) return
    this.foreseen = null
    if (decision && this.table.foresees?.(decision, this.view)) this.ears.aimed?.(decision)
  }

  /** Somebody considers one of several decisions: ask what it would do. */
  consider(decision: Decision): void {
    if (decision.text === this.foreseen?.decision.text) return
    this.foreseen = null
    if (this.table.foresees?.(decision, this.view)) this.ears.aimed?.(decision)
  }

  /** Whether something can be dragged from here; if so, it is in the hand now. */
  grab(spot: Spot): boolean {
    const taken = this.active ? grab(this.choosing, spot) : null
    if (taken) this.choosing = taken
    return taken !== null
  }

  drop(spot: Spot | null): void {
    if (this.active) this.#answer(drop(this.choosing, spot))
  }

  /** Untouch the last spot; false if none was touched. */
  back(): boolean {
    const any = this.choosing.touched.length > 0
    this.choosing = back(this.choosing)
    return any
  }

  clear(): void {
    this.choosing = clear(this.choosing)
  }

  #look(view: View): void {
    if (view.turn_begins) this.action = null
    this.view = view
    this.#offer()
  }

  #offer(): void {
    const decisions = this.table.offers?.(this.view, this.action) ?? this.view.legal
    this.choosing = choose(this.table, this.view, decisions)
    this.doubtful = null
    this.foreseen = null
  }

  #choose(decision: Decision): void {
    if (this.table.costly?.(decision)) this.doubtful = decision
    else this.ears.chosen(decision)
  }

  #answer(answer: Answer): void {
    this.choosing = answer.choosing
    if (answer.is === 'chosen') this.#choose(answer.decision)
    if (answer.is === 'refused') {
      this.ears.refused(answer.tried, this.table.guess(answer.tried, this.view, this.action))
    }
  }

  async #play(events: readonly GameEvent[], view: View, pause: number): Promise<void> {
    const run = ++this.#run
    this.#next = null
    this.#skip?.()
    this.#hurry = false
    const wait = pause ? [{ things: this.things, how: null, ms: pause }] : []
    const frames = [...wait, ...plan(this.table, this.things, events, view)]
    this.#look(view)
    this.moving = frames.length > 1
    for (const frame of frames) {
      await this.#show(frame)
      if (run !== this.#run) return
    }
    this.moving = false
    await this.#goOn()
  }

  async #goOn(): Promise<void> {
    const next = this.#next
    if (next) await this.#play(next.events, next.view, next.pause)
  }

  async #show({ things, how, ms }: Frame): Promise<void> {
    const speed = this.#hurry ? 0 : this.speed()
    this.ms = speed ? ms / speed : 0
    this.things = things
    if (how) this.ears.moved?.(how)
    if (!this.ms) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.ms)
      this.#skip = () => {
        clearTimeout(timer)
        this.ms = 0
        resolve()
      }
    })
    this.#skip = null
  }
}
