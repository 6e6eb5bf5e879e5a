/** The board data of Splash! in a view of the server. */

import type { View } from '../board/types'
import type { Piece } from './pieces'

export interface Phase {
  readonly name: 'draft' | 'give' | 'place' | 'base' | 'keep' | 'over'
  readonly seat: number
  readonly piece?: Piece // place
  readonly giver?: number
  readonly from?: number // whose piece it was
  readonly stacks?: readonly (readonly Piece[])[] // base
  readonly highest?: readonly Piece[] // bottom pieces to choose from
  readonly taking?: boolean
  readonly loose?: readonly Piece[] // keep
  readonly winner?: number // over
  readonly instead?: Phase // what would have come
}

export interface SplashBoard {
  readonly pool: readonly Piece[]
  readonly box: readonly Piece[]
  readonly tower: readonly Piece[]
  readonly top: Piece | null
  readonly hand: { readonly seat: number; readonly piece: Piece } | null
  readonly stocks: readonly (readonly Piece[])[]
  readonly drops: readonly number[]
  readonly matching: readonly (readonly Piece[])[]
  readonly teams: readonly (readonly number[])[] | null
  readonly phase: Phase
}

export type SplashView = View<SplashBoard>
