/** The board of Repulso: six by six hollows, and a trough on either side. */

import type {
  Cell,
  Decision,
  GameEvent,
  Item,
  Look,
  Motion,
  Seat,
  Spot,
  Table,
  Message,
  View,
} from '../../board/types'
import { availableKinds } from '../available-kinds'

export interface Repulso {
  readonly squares: Readonly<Record<Spot, 'p1' | 'p2' | 'stone'>>
  readonly supplies: readonly { readonly pieces: number; readonly stones: number }[]
  readonly turn: Seat
  readonly affected: readonly Spot[]
  readonly groups: readonly { readonly count: number; readonly sizes: readonly number[] }[]
}

const PITCH = 100
const TROUGH = 386 // how far from the middle it lies
const SLOT = 32 // from one hollow of a trough to the next
const COLUMNS = 'abcdef'
const PIECES = 12
const STONES = 6

const CELLS: readonly Cell[] = [...'654321'].flatMap((number, row) =>
  [...COLUMNS].map((letter, column) => ({
    spot: letter + number,
    x: (column - 2.5) * PITCH,
    y: (row - 2.5) * PITCH,
    row,
    column,
    kind: 'hollow',
  })),
)
const WHERE = new Map(CELLS.map((cell) => [cell.spot, cell]))

export const repulso: Table<Repulso> = {
  game: 'repulso',
  layers: ['stone', 'p'],
  box: () => ({ x: -340, y: -440, width: 680, height: 880 }),
  cells: () => CELLS,
  trays: ({ board }) =>
    [1, 2].flatMap((seat) => {
      const { pieces, stones } = board.supplies[seat - 1]!
      return [
        { ...trough(seat, 0, PIECES), look: `p${seat}`, spot: `p${seat}:piece`, count: pieces },
        { ...trough(seat, PIECES, STONES), look: 'stone', spot: `p${seat}:stone`, count: stones },
      ]
    }),
  items: (board) => [
    ...[1, 2].flatMap((seat) => [
      ...several(board.supplies[seat - 1]!.pieces, { look: `p${seat}`, at: `p${seat}:piece` }),
      ...several(board.supplies[seat - 1]!.stones, { look: 'stone', at: `p${seat}:stone` }),
    ]),
    ...Object.entries(board.squares).map(([at, look]) => ({ look, at })),
  ],
  pose: ({ at, slot, look }) => {
    const cell = WHERE.get(at)
    if (cell) return { x: cell.x, y: cell.y, size: 1 }
    const stone = look === 'stone'
    const side = at.startsWith('p1') ? 1 : -1
    return { x: side * slotX(stone ? PIECES + slot : slot), y: side * TROUGH, size: 0.42 }
  },
  paths,
  guess,
  held,
  motions,
  tell,
  phase: ({ board, legal, to_move: seat }) => {
    if (!board.affected.length)
      return { key: 'place', params: { seat, can: availableKinds(legal) } }
    const n = new Set(legal.map(({ from }) => from)).size
    return { key: board.turn === seat ? 'slide' : 'answer', params: { seat, n } }
  },
  touched: (event) => ['from', 'to'].flatMap((key) => spots(event[key])),
}

/** The middle of a hollow in the trough of p1. */
export function slotX(slot: number): number {
  return -286 + slot * SLOT + (slot >= PIECES ? 28 : 0)
}

function trough(seat: Seat, first: number, count: number) {
  const side = seat === 1 ? 1 : -1
  const width = count * SLOT
  const left = slotX(first) - SLOT / 2
  return { seat, x: side === 1 ? left : -left - width, y: side * TROUGH - 22, width, height: 44 }
}

function several(count: number, item: Item): Item[] {
  return Array.from({ length: count }, () => item)
}

function spots(value: unknown): Spot[] {
  return typeof value === 'string' ? [value] : []
}

/** A piece goes where one taps; a stone is taken up first, unless only stones can be placed. */
function paths(decision: Decision, view: View<Repulso>): Spot[][] {
  const { to } = decision as Decision & { to: Spot; from: Spot }
  const seat = `p${view.to_move}`
  if (decision.kind === 'slide') return slides(decision, view)
  if (decision.kind === 'piece') return [[`${seat}:piece`, to], [to]]
  const onlyStones = view.legal.every(({ kind }) => kind === 'stone')
  return onlyStones ? [[`${seat}:stone`, to], [to]] : [[`${seat}:stone`, to]]
}

function slides({ from, to }: Decision, view: View<Repulso>): Spot[][] {
  const alone = view.legal.filter((other) => other.to === to).length === 1
  const path = [from as Spot, to as Spot]
  return alone ? [path, [to as Spot]] : [path]
}

function guess(touched: readonly Spot[], view: View<Repulso>): string | null {
  const [first, second] = touched
  if (first === undefined) return null
  const at = second ?? first
  if (view.board.affected.length) return `${first}-${second ?? beside(first)}`
  if (!WHERE.has(at)) return null
  return first.endsWith(':stone') ? `*${at}` : at
}

/** Is a piece affected, and not hemmed in? */
export function hasToSlide(spot: Spot, { board }: View<Repulso>): boolean {
  const { x, y } = WHERE.get(spot)!
  const free = ({ spot: at, ...cell }: Cell) =>
    !board.squares[at] && Math.abs(cell.x - x) + Math.abs(cell.y - y) === PITCH
  return board.affected.includes(spot) && CELLS.some(free)
}

/** Any square next to one, to ask why a piece does not slide. */
function beside(square: Spot): Spot {
  return square[0] + (square[1] === '6' ? '5' : String(Number(square[1]) + 1))
}

function held(touched: readonly Spot[], view: View<Repulso>): Look | null {
  const [first] = touched
  if (first?.endsWith(':stone')) return 'stone'
  if (view.board.affected.length) return (first && view.board.squares[first]) ?? null
  return view.legal.some(({ kind }) => kind === 'piece') ? `p${view.to_move}` : 'stone'
}

function motions(event: GameEvent): Motion[] {
  const { seat, from, to } = event as GameEvent & { seat: Seat; from: Spot; to: Spot }
  switch (event.event) {
    case 'placed':
      return [{ how: 'place', look: `p${seat}`, from: `p${seat}:piece`, to }]
    case 'stone-placed':
      return [{ how: 'place', look: 'stone', from: `p${seat}:stone`, to }]
    case 'slid':
      return [{ how: 'slide', look: `p${seat}`, from, to }]
    default:
      return []
  }
}

function tell(spot: Spot, view: View<Repulso>): Message[] {
  const { board } = view
  const [, seat, kind] = /^p(\d):(.*)/.exec(spot) ?? []
  if (seat)
    return [
      {
        key: kind === 'stone' ? 'stones' : 'pieces',
        params: { seat: Number(seat), ...board.supplies[Number(seat) - 1] },
      },
    ]
  const look = board.squares[spot]
  const affected = hasToSlide(spot, view) ? [{ key: 'affected', params: {} }] : []
  if (!look) return [{ key: 'empty', params: { at: spot } }]
  if (look === 'stone') return [{ key: 'stone', params: { at: spot } }]
  return [{ key: 'piece', params: { at: spot, seat: Number(look[1]) } }, ...affected]
}
