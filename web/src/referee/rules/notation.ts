/** Texts of decisions and positions (RULES.md of Splash!, 10). */

import { COLOURS, SHAPES, type Piece } from './pieces'
import type { Left, Move, Phase, State } from './types'

const PIECE = `[${SHAPES.join('')}][${COLOURS.join('')}]`
const STACK = String.raw`${PIECE}(?:\.${PIECE})*`
const STACKS = String.raw`${STACK}\^?(?:\|${STACK}\^?)*`
const MOVE = new RegExp(
  String.raw`^(?:(take|base):(${PIECE})|give:(${PIECE})(?:<([1-6]))?|(stands)|(falls:\?)|` +
    String.raw`(falls|bump|fault([1-6])):(${STACKS})|keep:(${STACK}))$`,
)

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
      return move.stacks ? `falls:${stacksText(move)}` : 'falls:?'
    case 'bump':
      return `bump:${stacksText(move)}`
    case 'fault':
      return `fault${move.seat}:${stacksText(move)}`
    case 'keep':
      return `keep:${move.pieces.join('.')}`
  }
}

/** The decision a text means; null if it means none. */
export function moveOf(text: string): Move | null {
  const parts = MOVE.exec(text)
  if (!parts) return null
  const [, one, piece, given, source, stands, somehow, report, seat, stacks, kept] = parts
  if (stands) return { kind: 'stands' }
  if (somehow) return { kind: 'falls', stacks: null, highest: null }
  if (one) return { kind: one as 'take' | 'base', piece: piece! }
  if (given) return { kind: 'give', piece: given, from: source ? Number(source) : null }
  if (kept) return { kind: 'keep', pieces: kept.split('.') }
  const left = remains(stacks!)
  if (seat) return { kind: 'fault', seat: Number(seat), ...left }
  return { kind: report as 'falls' | 'bump', ...left }
}

function remains(text: string): Left {
  const piles = text.split('|')
  return {
    stacks: piles.map((stack) => stack.replace('^', '').split('.')),
    marked: piles.filter((stack) => stack.endsWith('^')).map((stack) => stack.slice(0, 2)),
  }
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
  const named = options.map((name) => `${name}=${state.options[name]}`)
  if (state.rules === 1) named.push('rules=1')
  return fields.join('/') + (named.length ? ` ${named.join(',')}` : '')
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
      const high = phase.stacks.filter(({ length }) => length > 1).map(([bottom]) => bottom!)
      const marked = state.rules === 1 ? [] : high.filter((each) => phase.highest.includes(each))
      const fallen = stacksText({ stacks: phase.stacks, marked })
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

export function stacksText({ stacks, marked }: Left): string {
  return stacks.map((stack) => stack.join('.') + (marked.includes(stack[0]!) ? '^' : '')).join('|')
}
