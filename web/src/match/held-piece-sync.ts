/** Sharing of the held piece's pose with the other viewers. */

import type { Held } from '../board/types'
import type { Play } from './play.svelte'

const PAUSE = 60 // milliseconds between two messages; the server wants at most 25 a second

export class HeldPieceSync {
  #hang: () => void
  #next: { spot: Held; ply: number } | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly play: Play,
    seen: (spot: Held) => void,
  ) {
    this.#hang = play.line.listen((message) => {
      if (message.type !== 'held' || message.match !== play.id) return
      if (message.ply !== play.info?.ply) return
      this.#next = null // what was to be told is older
      seen(message.spot)
    })
  }

  /** Show how the piece is held now; of quick changes only the last one counts. */
  show(spot: Held, ply: number): void {
    this.#next = { spot, ply }
    this.#timer ??= setTimeout(() => this.#send(), PAUSE)
  }

  close(): void {
    this.#hang()
    clearTimeout(this.#timer)
  }

  #send(): void {
    this.#timer = undefined
    if (!this.#next) return
    const { spot, ply } = this.#next
    this.play.line.send({ type: 'hover', match: this.play.id, ply, ...spot })
    this.#next = null
  }
}
