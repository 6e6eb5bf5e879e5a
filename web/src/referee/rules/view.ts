/** What front ends are shown: the table as a view, what a decision did, and why not. */

import type { GameEvent, Seat } from '../../board/types'
import { matches, sorted, without, type Piece, type Stack } from './pieces'
import {
  everyone,
  givable,
  highest,
  leftOf,
  legal,
  mayBeAtFault,
  team,
  turnBegins,
  USUAL,
} from './rules'
import { moveOf, positionText } from './notation'
import type { Board, Left, Phase, Placing, SplashView, State } from './types'

/** Everything there is to see, with the decisions of the seat to decide. */
export function viewOf(state: State): SplashView {
  return {
    game: 'splash',
    version: state.rules,
    seats: state.seats,
    options: state.options,
    position: positionText(state, USUAL),
    seat: state.phase.seat,
    to_move: state.phase.seat,
    turn_begins: turnBegins(state),
    legal: legal(state),
    outcome: state.outcome,
    board: boardOf(state),
  }
}

function boardOf(state: State): Board {
  const { pool, box, tower, stocks, drops, phase } = state
  const top = tower.at(-1) ?? null
  const hand = inHand(phase)
  const fault = mayBeAtFault(state)
  return {
    pool,
    box,
    tower,
    top,
    hand: hand && { seat: hand.seat, piece: hand.piece },
    stocks,
    drops,
    matching: stocks.map((stock) => stock.filter((piece) => top !== null && matches(piece, top))),
    teams: teamsOf(state),
    incidents: { bump: fault.length > 0, fault },
    phase,
  }
}

/** Who holds a piece to be placed, now or while fallen pieces are sorted out. */
function inHand(phase: Phase): Placing | null {
  const now = phase.name === 'over' ? phase.instead : phase
  const turn = now.name === 'base' || now.name === 'keep' ? now.then : now
  return turn.name === 'place' ? turn : null
}

function teamsOf(state: State): Seat[][] | null {
  if (state.options.teams === 'no') return null
  const first = everyone(state.seats).filter((seat) => team(state, seat)[0] === seat)
  return first.map((seat) => team(state, seat))
}

/** What a decision did, in order. */
export function eventsOf(before: State, text: string, after: State): GameEvent[] {
  const events = [...reported(before, text, after), ...sortedOut(before, text, after)]
  if (after.phase.seat !== before.phase.seat) events.push({ event: 'turn', seat: after.phase.seat })
  if (after.outcome)
    events.push({ event: 'won', seats: after.outcome.winners, reason: after.outcome.reason })
  return events
}

function reported(before: State, text: string, after: State): GameEvent[] {
  const [move, { phase }] = [moveOf(text), before]
  switch (move?.kind) {
    case 'take':
      return [{ event: 'taken', seat: phase.seat, piece: move.piece }]
    case 'give': {
      const [by, to] = [phase.seat, leftOf(before, phase.seat)]
      return [{ event: 'given', piece: move.piece, from: move.from ?? by, by, to }]
    }
    case 'stands': {
      const { seat, piece } = phase as Placing
      const on = before.tower.at(-1) ?? null
      return [{ event: 'stood', seat, piece, on, height: after.tower.length }]
    }
    case 'falls': {
      const { seat, piece, giver } = phase as Placing
      const drop = { event: 'drop', seat: giver, drops: after.drops[giver - 1] }
      return move.stacks ? [{ event: 'fell', seat, piece, ...left(move) }, drop] : []
    }
    case 'bump':
      return [{ event: 'bumped', ...left(move) }]
    case 'fault':
      return [{ event: 'knocked', seat: move.seat, ...left(move) }]
    default:
      return []
  }
}

function left(fall: Left): { stacks: readonly Stack[]; highest: readonly Piece[] } {
  return { stacks: fall.stacks, highest: highest(fall) }
}

/** Where the pieces beside the tower went, and which stack is the new one. */
function sortedOut(before: State, text: string, after: State): GameEvent[] {
  const { kind } = moveOf(text)!
  const events: GameEvent[] = []
  const rebuilt = after.tower.length > 0 && after.tower.join() !== before.tower.join()
  if (rebuilt && kind !== 'stands') {
    const chosen_by = kind === 'base' ? before.phase.seat : null
    events.push({ event: 'tower', pieces: after.tower, chosen_by })
  }
  const back = kind === 'falls' ? null : returned(before, after)
  for (const [i, stock] of after.stocks.entries()) {
    const pieces = without(stock, [...before.stocks[i]!, ...(back ? [back.piece] : [])])
    if (pieces.length && kind !== 'take') events.push({ event: 'kept', seat: i + 1, pieces })
  }
  if (back) events.push({ event: 'returned', seat: back.from, piece: back.piece })
  const pieces = without(after.box, before.box)
  if (pieces.length) events.push({ event: 'boxed', pieces })
  return events
}

/** 6.6: the placing that was called off, its piece going back to the stock it came from. */
function returned(before: State, after: State): Placing | null {
  const hand = inHand(before.phase)
  return hand && after.stocks.flat().includes(hand.piece) ? hand : null
}

/** A reason code of the rules, and what it names. */
export interface Why {
  readonly code: string
  readonly params: Readonly<Record<string, string | readonly string[]>>
}

/** Why a piece of somebody's stock may not be given now; null if it may. */
export function whyNot(
  table: Pick<State, 'tower' | 'stocks'>,
  giver: Seat,
  piece: Piece,
): Why | null {
  const owner = table.stocks.findIndex((stock) => stock.includes(piece)) + 1
  const allowed = givable(table, giver)
  if (allowed.some(([from, pieces]) => (from ?? giver) === owner && pieces.includes(piece)))
    return null
  const top = table.tower.at(-1)
  if (!top) return { code: 'first-own', params: {} }
  const fitting = table.stocks.map((stock) => stock.filter((each) => matches(each, top)))
  const own = fitting[giver - 1]!
  if (owner !== giver && own.length) return { code: 'own-match', params: { pieces: sorted(own) } }
  if (owner !== giver && !fitting.flat().length) return { code: 'own-first', params: { top } }
  if (owner === giver && !own.length) {
    const pieces = allowed.flatMap(([from, pieces]) => pieces.map((each) => `${each}<${from}`))
    return { code: 'must-take', params: { top, pieces } }
  }
  return { code: 'no-match', params: { piece, top } }
}
