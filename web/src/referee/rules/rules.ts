/* oxlint-disable unicorn/no-thenable -- `then` is the server's name for how a turn goes on */
/**
 * The rules of Splash! for a table without a server; the clauses are those of its RULES.md.
 * The Python rules decide what is right: `fixtures/games.json` holds both together.
 */

import type { Seat } from '../../board/types'
import { ALL, choices, matches, sorted, without, type Piece, type Stack } from './pieces'
import { moveOf, moveText } from './notation'
import type { Choosing, Left, Move, Offered, Options, Phase, Placing, State, Turn } from './types'

export const VERSION = 2
export const USUAL: Options = {
  'last-piece': 'stands',
  draft: 'choose',
  teams: 'no',
  referee: 'no',
  fault: 'goes-on',
  hand: 'normal',
}
export const MOST_DROPS = 3
export const KEPT = 3 // pieces a seat takes after a fall

/** 2.1: all pieces lie in the pool. A game of version 1 is replayed by its rules (11). */
export function start(seats: number, options: Options, rules = VERSION): State {
  return {
    seats,
    options: { ...USUAL, ...options },
    rules,
    pool: ALL,
    box: [],
    tower: [],
    stocks: Array.from({ length: seats }, () => []),
    drops: Array.from({ length: seats }, () => 0),
    phase: { name: 'draft', seat: 1 },
    outcome: null,
  }
}

/** 2.1: how many pieces each seat takes. */
export function quota(seats: number): number {
  return Math.floor(ALL.length / seats)
}

/** 7.1, 7.2: the values of the option `teams` for so many seats. */
export function teamsFor(seats: number): string[] {
  return ['no', ...(seats === 4 || seats === 6 ? ['pairs'] : []), ...(seats === 6 ? ['trios'] : [])]
}

/** 7.1, 7.2: a seat and the one opposite, or every second seat, or the seat alone. */
export function team({ seats, options }: State, seat: Seat): Seat[] {
  const apart = new Map([
    ['pairs', seats / 2],
    ['trios', 2],
  ]).get(options.teams!)
  return everyone(seats).filter((each) => (each - seat) % (apart ?? seats) === 0)
}

export function everyone(seats: number): Seat[] {
  return Array.from({ length: seats }, (_, i) => i + 1)
}

/** The left neighbour of a seat. */
export function leftOf({ seats }: { seats: number }, seat: Seat): Seat {
  return (seat % seats) + 1
}

/** A turn is one piece taken, or one piece given with all that follows. */
export function turnBegins({ phase }: State): boolean {
  return phase.name === 'draft' || phase.name === 'give'
}

/** The decisions of the phase; a mishap is never listed (10.3). */
export function legal(state: State): Offered[] {
  return moves(state).map((move) => ({ ...move, text: moveText(move) }))
}

function moves(state: State): Move[] {
  const { phase } = state
  switch (phase.name) {
    case 'draft':
      return state.pool.map((piece) => ({ kind: 'take', piece }))
    case 'give':
      return givable(state, phase.seat).flatMap(([from, pieces]) =>
        pieces.map((piece): Move => ({ kind: 'give', piece, from })),
      )
    case 'place':
      return state.tower.length
        ? [{ kind: 'stands' }, { kind: 'falls', stacks: null, highest: null }]
        : [{ kind: 'stands' }]
    case 'base':
      return phase.highest.map((piece) => ({ kind: 'base', piece }))
    case 'keep':
      return choices(phase.loose, KEPT).map((pieces) => ({ kind: 'keep', pieces }))
    case 'over':
      return []
  }
}

/** 3.1, 3.3 to 3.6: what may be given; the seat is null for the own stock. */
export function givable(
  { tower, stocks }: Pick<State, 'tower' | 'stocks'>,
  giver: Seat,
): [Seat | null, readonly Piece[]][] {
  const own = stocks[giver - 1]!
  const top = tower.at(-1)
  if (!top) return [[null, own]]
  const fitting = (stock: readonly Piece[]) => stock.filter((piece) => matches(piece, top))
  if (fitting(own).length) return [[null, fitting(own)]]
  const others = stocks
    .map((stock, i): [Seat, readonly Piece[]] => [i + 1, stock])
    .filter(([seat, stock]) => seat !== giver && stock.length)
  const matching = others
    .map(([seat, stock]): [Seat, readonly Piece[]] => [seat, fitting(stock)])
    .filter(([, stock]) => stock.length)
  if (matching.length) return matching
  return own.length ? [[null, own]] : others
}

/**
 * 5.3, 5.4: the bottom pieces of the marked stacks; where none is marked, of those with the most
 * pieces. By today's rules all are single pieces then; by version 1 pieces were counted (11.2).
 */
export function highest({ stacks, marked }: Left): readonly Piece[] {
  const most = Math.max(...stacks.map(({ length }) => length))
  const unmarked = stacks.filter(({ length }) => length === most).map(([bottom]) => bottom!)
  return marked.length ? marked : unmarked
}

/** 6.1, 6.3: the seats a mishap can be blamed on now; none: there can be no mishap. */
export function mayBeAtFault({ seats, options, tower, phase }: State): Seat[] {
  if (options.referee !== 'yes' || tower.length < 2) return []
  if (phase.name !== 'give' && phase.name !== 'place') return []
  const placing = phase.name === 'place' ? phase.seat : null
  return everyone(seats).filter((seat) => seat !== placing)
}

/** Whether a decision may be taken. */
export function isLegal(state: State, text: string): boolean {
  const move = moveOf(text)
  const { tower } = state
  switch (move?.kind) {
    case 'falls':
      return isFall(state, text)
    case 'bump':
      return mayBeAtFault(state).length > 0 && isReport(move, tower, state.rules)
    case 'fault':
      return mayBeAtFault(state).includes(move.seat) && isReport(move, tower, state.rules)
    default:
      return move !== null && moves(state).some((each) => moveText(each) === text)
  }
}

/** Whether a text tells a fall that can have happened now. */
export function isFall(
  { phase, tower, rules = VERSION }: Pick<State, 'phase' | 'tower'> & { rules?: number },
  text: string,
): boolean {
  const move = moveOf(text)
  if (move?.kind !== 'falls' || !move.stacks || phase.name !== 'place') return false
  return tower.length > 0 && isReport(move, [...tower, phase.piece], rules)
}

/** 5.1: every piece in exactly one stack, two stacks at least, in their order. */
function isReport(left: Left, fallen: Stack, rules: number): boolean {
  const bottoms = left.stacks.map(([bottom]) => bottom!)
  return (
    left.stacks.length >= 2 &&
    sorted(left.stacks.flat()).join() === sorted(fallen).join() &&
    bottoms.join() === sorted(bottoms).join() &&
    isMarked(left, rules)
  )
}

/** 5.3: of stacks of two or more pieces one at least is marked, of the others none. */
function isMarked({ stacks, marked }: Left, rules: number): boolean {
  const high = stacks.filter(({ length }) => length > 1).map(([bottom]) => bottom!)
  if (rules === 1 || !high.length) return !marked.length
  return marked.length > 0 && marked.every((bottom) => high.includes(bottom))
}

/** The state after a decision, which is checked. */
export function play(state: State, text: string): State {
  if (!isLegal(state, text)) throw new Error(`${text} is no decision here`)
  return after(state, moveOf(text)!)
}

function after(state: State, move: Move): State {
  const { phase } = state
  switch (move.kind) {
    case 'take':
      return taken(state, phase.seat, move.piece)
    case 'give':
      return given(state, phase.seat, move.piece, move.from)
    case 'stands':
      return stood(state, phase as Placing)
    case 'falls':
      return move.stacks ? fell(state, phase as Placing, move) : state
    case 'base': {
      const choosing = phase as Choosing
      return chosen(
        state,
        choosing,
        choosing.stacks.find(([bottom]) => bottom === move.piece)!,
      )
    }
    case 'keep':
      return phase.name === 'keep' ? kept(state, phase, move.pieces) : state
    case 'bump':
      return settled(state, fallen(phase.seat, move, false, phase as Turn))
    case 'fault':
      return settled(state, fallen(move.seat, move, true, afterFault(state, move.seat)))
  }
}

function taken(state: State, seat: Seat, piece: Piece): State {
  const pool = without(state.pool, [piece])
  const stocks = changed(state.stocks, seat, sorted([...state.stocks[seat - 1]!, piece]))
  if (pool.length > ALL.length % state.seats)
    return { ...state, pool, stocks, phase: { name: 'draft', seat: leftOf(state, seat) } }
  return { ...state, pool: [], box: pool, stocks, phase: { name: 'give', seat: 1 } }
}

function given(state: State, giver: Seat, piece: Piece, source: Seat | null): State {
  const from = source ?? giver
  const stocks = changed(state.stocks, from, without(state.stocks[from - 1]!, [piece]))
  const phase: Placing = { name: 'place', seat: leftOf(state, giver), piece, giver, from }
  const after = { ...state, stocks, phase }
  return state.options['last-piece'] === 'given' ? unlessEmptied(after, phase) : after
}

function stood(state: State, placing: Placing): State {
  const tower = [...state.tower, placing.piece]
  return unlessEmptied({ ...state, tower, phase: { name: 'give', seat: placing.seat } }, placing)
}

/** 4.3, 4.4: the giver wins with an empty stock, else the seat the piece was taken from. */
function unlessEmptied(state: State, { giver, from }: Placing): State {
  const winner = [giver, from].find((seat) => !state.stocks[seat - 1]!.length)
  return winner ? over(state, winner, 'last-piece', state.phase as Turn) : state
}

/** 5.2: a drop for the giver, who wins with the third. */
function fell(state: State, { giver, seat }: Placing, left: Left): State {
  const drops = changed(state.drops, giver, state.drops[giver - 1]! + 1)
  const down = fallen(seat, left, true, { name: 'give', seat })
  if (drops[giver - 1] === MOST_DROPS)
    return over({ ...state, drops, tower: [] }, giver, 'third-drop', down)
  return settled({ ...state, drops }, down)
}

function over(state: State, winner: Seat, reason: string, instead: Turn | Choosing): State {
  const phase: Phase = { name: 'over', seat: instead.seat, winner, instead }
  return { ...state, phase, outcome: { winners: team(state, winner), reason } }
}

function fallen(seat: Seat, left: Left, taking: boolean, then: Turn): Choosing {
  return { name: 'base', seat, stacks: left.stacks, highest: highest(left), taking, then }
}

/** 6.5, 6.6: a piece in the hand stays there for now; else the seat at fault may give next. */
function afterFault({ phase, options }: State, seat: Seat): Turn {
  const gives = options.fault === 'gives-next' && phase.name === 'give'
  return gives ? { name: 'give', seat } : (phase as Turn)
}

/** 5.3, 5.4: a single highest stack becomes the tower without a decision. */
function settled(state: State, down: Choosing): State {
  const [first, ...more] = down.highest
  if (more.length) return { ...state, tower: [], phase: down }
  return chosen(
    state,
    down,
    down.stacks.find(([bottom]) => bottom === first)!,
  )
}

/** 5.5, 5.6, 6.2: what becomes of the pieces beside the new tower. */
function chosen(state: State, { seat, stacks, taking, then }: Choosing, tower: Stack): State {
  const loose = sorted(without(stacks.flat(), tower))
  if (!taking) return { ...state, tower, box: sorted([...state.box, ...loose]), phase: then }
  if (loose.length > KEPT) return { ...state, tower, phase: { name: 'keep', seat, loose, then } }
  return kept({ ...state, tower }, { seat, loose, then }, loose)
}

function kept(
  state: State,
  { seat, loose, then }: { seat: Seat; loose: readonly Piece[]; then: Turn },
  pieces: readonly Piece[],
): State {
  const stocks = changed(state.stocks, seat, sorted([...state.stocks[seat - 1]!, ...pieces]))
  const box = sorted([...state.box, ...without(loose, pieces)])
  return wentOn({ ...state, stocks, box }, seat, then)
}

/** 6.5, 6.6: the turn goes on, or a piece in the hand is given back and the taker gives. */
function wentOn(state: State, seat: Seat, then: Turn): State {
  if (then.name === 'give' || state.options.fault !== 'gives-next') return { ...state, phase: then }
  const back = sorted([...state.stocks[then.from - 1]!, then.piece])
  const stocks = changed(state.stocks, then.from, back)
  return { ...state, stocks, phase: { name: 'give', seat } }
}

function changed<T>(values: readonly T[], seat: Seat, value: T): T[] {
  return values.map((each, i) => (i === seat - 1 ? value : each))
}
