/** The nouns of Splash!, in the very shape in which the server tells them (`view.board`). */

import type { Decision, Seat, View } from '../../board/types'
import type { Piece, Stack } from './pieces'

export type Options = Readonly<Record<string, string>>

export interface Drafting {
  readonly name: 'draft'
  readonly seat: Seat
}

export interface Giving {
  readonly name: 'give'
  readonly seat: Seat
}

export interface Placing {
  readonly name: 'place'
  readonly seat: Seat
  readonly piece: Piece
  readonly giver: Seat
  readonly from: Seat // whose piece it was: the giver's, or somebody else's
}

/** Where a mishap can strike, and what comes after the fallen pieces are sorted out. */
export type Turn = Giving | Placing

export interface Choosing {
  readonly name: 'base'
  readonly seat: Seat
  readonly stacks: readonly Stack[]
  readonly highest: readonly Piece[] // the bottom pieces of those to choose from
  readonly taking: boolean // the seat takes of the other pieces; else they go to the box
  readonly then: Turn
}

export interface Keeping {
  readonly name: 'keep'
  readonly seat: Seat
  readonly loose: readonly Piece[]
  readonly then: Turn
}

export interface Over {
  readonly name: 'over'
  readonly seat: Seat
  readonly winner: Seat
  readonly instead: Turn | Choosing
}

export type Phase = Drafting | Giving | Placing | Choosing | Keeping | Over

export interface Table {
  readonly pool: readonly Piece[]
  readonly box: readonly Piece[]
  readonly tower: Stack
  readonly stocks: readonly (readonly Piece[])[]
  readonly drops: readonly number[]
  readonly phase: Phase
}

/** The table with everything that can be seen on it. */
export interface Board extends Table {
  readonly top: Piece | null
  readonly hand: { readonly seat: Seat; readonly piece: Piece } | null
  readonly matching: readonly (readonly Piece[])[]
  readonly teams: readonly (readonly Seat[])[] | null
  readonly incidents: { readonly bump: boolean; readonly fault: readonly Seat[] }
}

export type SplashView = View<Board>

export interface State extends Table {
  readonly seats: number
  readonly options: Options
  readonly rules: number // their version
  readonly outcome: { readonly winners: readonly Seat[]; readonly reason: string } | null
}

/** What a fall has left, and the bottom pieces of the stacks that are marked as the highest. */
export interface Left {
  readonly stacks: readonly Stack[]
  readonly marked: readonly Piece[]
}

/** A decision taken apart. */
export type Move =
  | { readonly kind: 'take' | 'base'; readonly piece: Piece }
  | { readonly kind: 'give'; readonly piece: Piece; readonly from: Seat | null }
  | { readonly kind: 'stands' }
  | { readonly kind: 'falls'; readonly stacks: null; readonly highest: null } // somehow
  | ({ readonly kind: 'falls' | 'bump' } & Left)
  | ({ readonly kind: 'fault'; readonly seat: Seat } & Left)
  | { readonly kind: 'keep'; readonly pieces: readonly Piece[] }

export type Offered = Decision & Move
