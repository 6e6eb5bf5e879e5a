/** Playback of the decisions of a diagram, one per click. */

type Shown = (at: number) => Promise<void> | void

export class Demonstration {
  at = $state(0) // how many decisions are shown
  playing = $state(false)
  #run = 0

  /** `shown` puts on the table what so many decisions lead to; `pause` are milliseconds after it. */
  constructor(
    readonly steps: number,
    private readonly shown: Shown,
    private readonly pause: () => number,
  ) {}

  /** Show all decisions, one after the other; from the last one, begin anew. */
  async play(): Promise<void> {
    if (this.at === this.steps) this.reset()
    this.playing = true
    const mine = ++this.#run
    while (mine === this.#run && this.at < this.steps) {
      await this.shown(++this.at)
      await new Promise((resolve) => setTimeout(resolve, this.pause()))
    }
    if (mine === this.#run) this.playing = false
  }

  reset(): void {
    this.#run++
    this.playing = false
    this.at = 0
    void this.shown(0)
  }
}
