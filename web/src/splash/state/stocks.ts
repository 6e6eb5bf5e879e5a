/** The stocks and the heap, and which pieces of them can be chosen. */

import type { Decision, Message } from '../../board/types'
import { phaseOf } from '../geometry/layout'
import type { Piece } from '../pieces'
import type { Phase, SplashBoard, SplashView } from '../types'

/** A piece that somebody has, or that lies about to be taken. */
export interface Item {
  readonly piece: Piece
  readonly matches: boolean
  readonly decision: Decision | null // what touching it decides
  readonly attempt: string | null // what touching it would decide, if that were legal
}

/** The pieces of a seat. */
export function stockOf(view: SplashView, seat: number): Item[] {
  const { stocks, matching } = view.board
  const giving = view.legal.length > 0 && view.board.phase.name === 'give'
  return stocks[seat - 1]!.map((piece) => {
    const from = seat === view.to_move ? null : seat
    const decision = legalMove(view, (each) => given(each, piece, from))
    const attempt = giving ? `give:${piece}${from === null ? '' : `<${from}`}` : null
    return { piece, matches: matching[seat - 1]!.includes(piece), decision, attempt }
  })
}

/** The heap during the draft. */
export function poolOf(view: SplashView): Item[] {
  return view.board.pool.map((piece) => ({
    piece,
    matches: false,
    decision: legalMove(view, (each) => each.kind === 'take' && each.piece === piece),
    attempt: null,
  }))
}

/** The decision to go on with the stack a piece belongs to. */
export function baseWith(view: SplashView, piece: Piece): Decision | null {
  const stack = phaseOf(view.board).stacks?.find((each) => each.includes(piece))
  return legalMove(view, (each) => each.kind === 'base' && each.piece === stack?.[0])
}

/** The decision to keep exactly these pieces. */
export function keeping(view: SplashView, pieces: readonly Piece[]): Decision | null {
  return legalMove(view, (each) => {
    const kept = each.pieces as readonly Piece[] | undefined
    return (
      each.kind === 'keep' &&
      kept?.length === pieces.length &&
      kept.every((piece) => pieces.includes(piece))
    )
  })
}

/** The pieces on the table that can be touched to decide something. */
export function touchableIn(view: SplashView): ReadonlySet<Piece> {
  const { pool, phase } = view.board
  const seats = Array.from({ length: view.seats }, (_, i) => i + 1)
  const given = seats.flatMap((seat) => stockOf(view, seat).filter(({ decision }) => decision))
  const loose = phase.loose ?? phase.stacks?.flat() ?? []
  return new Set([...given.map(({ piece }) => piece), ...(phase.name === 'draft' ? pool : loose)])
}

/** Pick one more, or put it back; of more than three the first goes back. */
export function toggled(picked: readonly Piece[], piece: Piece): Piece[] {
  if (picked.includes(piece)) return picked.filter((each) => each !== piece)
  return [...picked, piece].slice(-3)
}

/** What the seat to decide has to do now, as a key of the game's words. */
export function toDo(view: SplashView): Message {
  const { board } = view
  const phase = phaseOf(board)
  const { name, seat, piece } = phase
  if (name === 'give') return { key: whatToGive(board, seat), params: { seat } }
  if (name === 'place')
    return { key: board.tower.length ? 'place' : 'lay', params: { seat, piece } }
  return { key: name === 'base' ? whatToChoose(phase) : name, params: { seat } }
}

function whatToChoose({ taking, stacks }: Phase): string {
  if (!taking) return 'bump'
  return stacks!.some(({ length }) => length > 1) ? 'base' : 'single'
}

function whatToGive({ tower, matching }: SplashBoard, seat: number): string {
  if (!tower.length) return 'first'
  if (matching[seat - 1]!.length) return 'give'
  return matching.some((stock) => stock.length) ? 'take' : 'free'
}

/** The partners of a seat, itself left out. */
export function partnersOf(board: SplashBoard, seat: number): readonly number[] {
  const team = board.teams?.find((seats) => seats.includes(seat)) ?? []
  return team.filter((each) => each !== seat)
}

function given(each: Decision, piece: Piece, from: number | null): boolean {
  return each.kind === 'give' && each.piece === piece && (each.from ?? null) === from
}

function legalMove(view: SplashView, fits: (decision: Decision) => boolean): Decision | null {
  return view.legal.find(fits) ?? null
}
