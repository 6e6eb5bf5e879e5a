/** An attempt at a task of Splash!: by the rules, or on the simulated table. */

import type { GameEvent } from '../board/types'
import { attempt } from '../lib/handle-refusal'
import type { Held, Task } from './content'
import { reached, reply } from './lesson'
import { placeAnywhere, tryAnywhere } from './trying'
import type { Knock } from '../splash/motion/impacts'
import type { Layout, Motion } from '../splash/motion/motion'
import type { Pose } from '../splash/geometry/space'
import { SplashTable } from '../splash/state/table.svelte'
import type { Happened, Problem } from '../wire.gen'
import { isFall } from '../referee/rules/rules'
import type { SplashView } from '../referee/rules/types'

interface Reached {
  readonly view: SplashView
  readonly happened: readonly Happened[]
}

export class Lesson {
  task: Task | null = $state.raw(null)
  view: SplashView | null = $state.raw(null)
  result: 'trying' | 'done' | 'missed' = $state('trying')
  refused: Problem | null = $state.raw(null)
  last: readonly GameEvent[] = $state.raw([]) // of the last decision
  busy = $state(false)
  decisions: readonly string[] = $state.raw([])
  readonly table: SplashTable

  #events: readonly GameEvent[] = []
  #placement: Held | null = null
  #motion: Motion | null = null
  #replied = 0
  #run = 0 // counts the tries

  constructor(
    readonly speed: () => number,
    readonly solved: (id: string) => Promise<void>, // it is kept before it is shown
    knock: (knock: Knock) => void,
  ) {
    const hooks = { rest: async () => null, happened: () => {} }
    this.table = new SplashTable({ speed, motion: async () => this.#motion, knock, ...hooks })
  }

  /** Try a task from its beginning. */
  async begin(task: Task): Promise<void> {
    const run = ++this.#run
    await this.#doing(async () => {
      const { view } = await this.#tried(task, [])
      const poses = task.table ? await this.#built(task) : new Map()
      if (run !== this.#run) return
      Object.assign(this, { task, view, result: 'trying', last: [], decisions: [] })
      this.#events = []
      this.#placement = null
      this.#replied = 0
      this.table.spot = null
      this.table.show(view, 0, poses)
    })
  }

  /** A decision of the learner, and the replies to it. */
  decide(text: string): Promise<void> {
    return this.#doing(() => this.#play(text))
  }

  /** Let go of the piece in the hand. */
  place(): Promise<void> {
    const { face, yaw, x, y } = this.table.spot!
    return this.#doing(async () => {
      const { position, table = [] } = this.task!
      const spot = { face, yaw, x, y }
      const { motion } = await placeAnywhere({ game: 'splash', position, tower: [...table], spot })
      this.#placement = spot
      const shown = motion as unknown as Motion
      await this.#play(shown.decision, shown)
    })
  }

  async #play(text: string, motion: Motion | null = null): Promise<void> {
    this.#motion = motion
    const [task, run] = [this.task!, this.#run]
    const decisions = [...this.decisions, text]
    const { view, happened } = await this.#tried(task, decisions)
    if (run !== this.#run) return
    this.decisions = decisions
    const step = happened.at(-1)!
    await this.#seen(step, view)
    if (run !== this.#run) return
    this.last = step.events as GameEvent[]
    this.#events = [...this.#events, ...this.last]
    this.view = view
    await this.#goOn()
  }

  /** Solved, missed, somebody else's turn, or ours again. */
  async #goOn(): Promise<void> {
    const [task, view] = [this.task!, this.view!]
    if (reached(task.goal, { view, events: this.#events, placement: this.#placement })) {
      await this.solved(task.id)
      this.result = 'done'
      return
    }
    if (view.outcome || this.#placement) this.result = 'missed'
    else if (view.to_move !== task.seat || view.board.phase.name === 'place') await this.#reply()
  }

  /** What was prepared for the others, and for a table that is not simulated. */
  async #reply(): Promise<void> {
    const possible = (text: string) => isFall(this.view!.board, text)
    const text = reply(this.task!, this.#replied++, this.view!, possible)
    if (text === null) this.result = 'missed'
    else await this.#play(text)
  }

  async #seen(step: Happened, view: SplashView): Promise<void> {
    const motion = this.#motion && 1
    const moves = [{ ...step, motion }]
    await this.table.follow({ view, ply: this.decisions.length, motion, moves })
  }

  async #tried({ position }: Task, decisions: readonly string[]): Promise<Reached> {
    const agreed = { game: 'splash', ...agreedOf(position) }
    const { view, happened } = await tryAnywhere({ ...agreed, position, decisions: [...decisions] })
    return { view: view as unknown as SplashView, happened }
  }

  async #built({ position, table }: Task): Promise<Layout> {
    const { poses } = await placeAnywhere({ game: 'splash', position, tower: [...table!] })
    return new Map(Object.entries(poses) as unknown as [string, Pose][])
  }

  async #doing(what: () => Promise<void>): Promise<void> {
    this.refused = null
    this.busy = true
    await attempt(what, (problem) => (this.refused = problem))
    this.busy = false
  }
}

/** The seats and options a position text tells: a stock for each, and what is not usual. */
function agreedOf(position: string): { seats: number; options: Record<string, string> } {
  const [board, stated = ''] = position.split(' ')
  const pairs = stated.split(',').filter(Boolean)
  return {
    seats: board!.split('/')[3]!.split(',').length,
    options: Object.fromEntries(pairs.map((pair) => pair.split('='))) as Record<string, string>,
  }
}
