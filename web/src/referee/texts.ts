/** Texts of decisions and positions (RULES.md of Splash!, 10). */

import { isPiece, type Piece, type Stack } from './pieces'
import type { Move, Phase, State } from './types'

const MOVE =
  /^(?:(take|base):(\w+)|give:(\w+?)(?:<([1-6]))?|(stands)|(falls:\?)|(falls|bump|fault([1-6])):([\w.|]+)|keep:([\w.]+))$/

export function moveText(move: Move): string {
  switch (move.kind) {
    case 'take':
    case 'base':
      return `${move.kind}:${move.piece}`
    case 'give':
      return `give:${move.piece}${move.from ? `<${move.from}` : ''}`
    case 'stands':
      return 'stands'
    case 'falls':
      return move.stacks ? `falls:${stacksText(move.stacks)}` : 'falls:?'
    case 'bump':
      return `bump:${stacksText(move.stacks)}`
    case 'fault':
      return `fault${move.seat}:${stacksText(move.stacks)}`
    case 'keep':
      return `keep:${move.pieces.join('.')}`
  }
}

/** The decision a text means; null if it means none. */
export function moveOf(text: string): Move | null {
  const found = MOVE.exec(text)
  if (!found) return null
  const [, one, piece, given, source, stands, somehow, report, seat, stacks, kept] = found
  const named = (piece ?? given ?? stacks ?? kept ?? '').split(/[.|]/)
  if (stands) return { kind: 'stands' }
  if (somehow) return { kind: 'falls', stacks: null }
  if (!named.every(isPiece)) return null
  if (one) return { kind: one as 'take' | 'base', piece: named[0]! }
  if (given) return { kind: 'give', piece: given, from: source ? Number(source) : null }
  if (kept) return { kind: 'keep', pieces: named }
  const left = stacks!.split('|').map((stack) => stack.split('.'))
  if (seat) return { kind: 'fault', seat: Number(seat), stacks: left }
  return { kind: report as 'falls' | 'bump', stacks: left }
}

/** The position, with the options that are not the usual ones. */
export function positionText(state: State, usual: Readonly<Record<string, string>>): string {
  const fields = [
    set(state.pool),
    set(state.box),
    set(state.tower),
    state.stocks.map(set).join(','),
    state.drops.join(','),
    phaseText(state.phase, state),
  ]
  const options = Object.keys(usual).filter((name) => state.options[name] !== usual[name])
  const named = options.map((name) => `${name}=${state.options[name]}`).join(',')
  return fields.join('/') + (named && ` ${named}`)
}

function phaseText(phase: Phase, state: State): string {
  switch (phase.name) {
    case 'draft':
    case 'give':
      return `${phase.name}:${phase.seat}`
    case 'place': {
      const source = phase.from === phase.giver ? '' : `<${phase.from}`
      return `place:${phase.giver}>${phase.seat}:${phase.piece}${source}`
    }
    case 'base': {
      const fallen = stacksText(phase.stacks)
      return `${phase.taking ? 'base' : 'bump'}:${phase.seat}:${fallen},${phaseText(phase.then, state)}`
    }
    case 'keep':
      return `keep:${phase.seat}:${set(phase.loose)},${phaseText(phase.then, state)}`
    case 'over': {
      const why = state.outcome!.reason
      return `over:${phase.winner}:${why},${phaseText(phase.instead, state)}`
    }
  }
}

function set(pieces: readonly Piece[]): string {
  return pieces.join('.') || '-'
}

function stacksText(stacks: readonly Stack[]): string {
  return stacks.map((stack) => stack.join('.')).join('|')
}
