/** The decision that the local player is composing. */

import type { Decision } from '../../board/types'
import type { Piece } from '../pieces'
import { baseWith, keeping, poolOf, stockOf, toggled, type Item } from './stocks'
import type { SplashView } from '../types'

export interface Outlets {
  decide(text: string): void
  ask(text: string): void // why not?
  careful(): boolean // whether a decision is confirmed before it counts
}

export class Deciding {
  picked: readonly Piece[] = $state.raw([]) // to be kept
  pending: Decision | null = $state.raw(null) // chosen, but not confirmed
  suggested: string | null = $state.raw(null) // by a computer

  constructor(readonly outlets: Outlets) {}

  /** A new moment: nothing is chosen yet. */
  clear(): void {
    this.picked = []
    this.pending = null
    this.suggested = null
  }

  /** A piece of a stock or of the heap was touched. */
  touch({ decision, attempt }: Item): void {
    if (decision) this.choose(decision)
    else if (attempt) this.outlets.ask(attempt)
  }

  /** A piece was touched where it lies: in a stock, in the heap, or among what has fallen. */
  touchPiece(view: SplashView, piece: Piece): void {
    const seats = Array.from({ length: view.seats }, (_, i) => i + 1)
    const all = [...poolOf(view), ...seats.flatMap((seat) => stockOf(view, seat))]
    const item = all.find((each) => each.piece === piece)
    if (item) return this.touch(item)
    const { phase } = view.board
    if (phase.name === 'keep' && phase.loose!.includes(piece)) this.pick(piece)
    const base = baseWith(view, piece)
    if (base) this.choose(base)
  }

  pick(piece: Piece): void {
    this.picked = toggled(this.picked, piece)
  }

  choose(decision: Decision): void {
    if (this.outlets.careful()) this.pending = decision
    else this.outlets.decide(decision.text)
  }

  confirm(view: SplashView): void {
    const decision = this.pending ?? keeping(view, this.picked)
    if (decision) this.outlets.decide(decision.text)
  }
}
