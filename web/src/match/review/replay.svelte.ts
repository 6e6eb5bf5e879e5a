/** The state of a replay: stepping and autoplay. */

import { go, url } from '../../lib/router.svelte'
import type { Frame, Happened, MatchInfo } from '../../wire.gen'

const ANALYSED = 'analysis' // in an address

type Shown = (frame: Frame, step: boolean) => Promise<void> | void

export class Replay {
  ply = $state(0)
  running = $state(false)
  pace = $state(1)
  /** Whether a computer has looked at the game, or the address asks for it. */
  analysed = $state(url().searchParams.has(ANALYSED))
  readonly plies: number
  readonly moves: readonly Happened[]

  /** `shown` puts a ply on the table, as a step if it follows; `pause` are milliseconds after it. */
  constructor(
    readonly info: MatchInfo,
    readonly frames: readonly Frame[],
    private readonly shown: Shown,
    private readonly pause: number,
  ) {
    this.plies = frames.length - 1
    this.moves = frames.flatMap(({ happened }) => (happened ? [happened] : []))
    this.ply = this.#within(Number(url().searchParams.get('ply') ?? this.plies) || 0)
  }

  get frame(): Frame {
    return this.frames[this.ply]!
  }

  async show(to: number): Promise<void> {
    const next = this.#within(to)
    const step = next === this.ply + 1
    this.ply = next
    this.#name()
    await this.shown(this.frame, step)
  }

  /** The address asks for a computer's look from now on: it is to be shown again. */
  keepAnalysis(): void {
    this.analysed = true
    this.#name()
  }

  /** Step on by itself, from the start again if this is the end. */
  async run(): Promise<void> {
    this.running = true
    if (this.ply === this.plies) await this.show(0)
    while (this.running && this.ply < this.plies) {
      await this.show(this.ply + 1)
      await new Promise((resolve) => setTimeout(resolve, this.pause / this.pace))
    }
    this.running = false
  }

  stop(): void {
    this.running = false
  }

  /** The arrow keys step, unless something with the focus wants them. */
  key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement
    if (target.matches('input, textarea, select') || target.closest('[role=grid]')) return
    const { ply, plies } = this
    const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: plies }[event.key]
    if (to === undefined) return
    event.preventDefault()
    void this.show(to)
  }

  #name(): void {
    const analysis = this.analysed ? `&${ANALYSED}` : ''
    go(`/replay/${this.info.id}?ply=${this.ply}${analysis}`, { replace: true, keep: true })
  }

  #within(ply: number): number {
    return Math.min(Math.max(Math.trunc(ply), 0), this.plies)
  }
}
