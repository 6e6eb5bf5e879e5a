/** The board of NEXUS: rings on felt at any position, and marbles in them. */

import { availableKinds } from '../available-kinds'
import { prompt, foresees, isFrozen, offers } from './actions'
import { around } from '../../board/plane'
import type {
  Arrow,
  Cell,
  Decision,
  GameEvent,
  Item,
  Look,
  Motion,
  Point,
  Seat,
  Spot,
  Table,
  Message,
  View,
} from '../../board/types'

export interface Ring {
  readonly at: Spot
  readonly q: number
  readonly r: number
  readonly marbles: readonly number[]
}

export type UnderWay =
  | { readonly action: 'enter'; readonly left: number }
  | {
      readonly action: 'rings'
      readonly lifts: number
      readonly lays: number
      readonly lifted: readonly Spot[]
    }
  | { readonly action: 'steps'; readonly left: number; readonly leapt: boolean }
  | {
      readonly action: 'remove'
      readonly seat: Seat
      readonly left: number
      readonly rings: readonly Spot[]
    }

export interface Nexus {
  readonly rings: readonly Ring[]
  readonly border: readonly Spot[]
  readonly reserves: readonly number[]
  readonly on_board: readonly number[]
  readonly seats_in: readonly Seat[]
  readonly entered: readonly boolean[]
  readonly previous: readonly string[]
  readonly last: Seat
  readonly actions: number
  readonly under_way: UnderWay | null
}

const PITCH = 100
const RISE = (PITCH * Math.sqrt(3)) / 2
const MARGIN = 78
const AROUND = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
] as const

export const LEAP: Spot = 'leap' // touched between a marble and the ring it leaps to

export const nexus: Table<Nexus> = {
  game: 'nexus',
  layers: ['ring', 'marble'],
  box: (view) => around([...nexus.cells(view), ...rim(view).map(middle)], MARGIN),
  cells: (view) => {
    const spots = [...view.board.rings.map(({ at }) => at), ...bare(view)]
    return spots.map((spot) =>
      cell(
        spot,
        view.board.rings.some(({ at }) => at === spot),
      ),
    )
  },
  trays: () => [],
  items: (board) => [
    ...board.rings.map(({ at }) => ({ look: 'ring', at })),
    ...board.rings.flatMap(({ at, marbles }) =>
      marbles.flatMap((number, i) =>
        Array.from({ length: number }, () => ({ look: `marble-${i + 1}`, at })),
      ),
    ),
  ],
  pose: ({ look, at, slot }, all) => {
    const { x, y } = middle(at)
    if (look === 'ring') return { x, y, size: 1 }
    const here = all.filter((item) => item.at === at && item.look !== 'ring')
    const looks = here.map((item) => item.look).toSorted()
    return nestled({ x, y }, looks.indexOf(look) + slot, looks.length)
  },
  paths,
  arrows,
  guess,
  held: ([first], view) => {
    if (first === undefined) return null
    if (first.endsWith(':reserve')) return `marble-${view.to_move}`
    return ringAt(view, first)?.marbles[view.to_move - 1] ? `marble-${view.to_move}` : null
  },
  motions,
  tell,
  phase,
  touched: (event) => ['from', 'to', 'at'].flatMap((key) => spots(event[key])),
  offers,
  costly: ({ kind }) => kind === 'leap',
  foresees,
  prompt,
}

/** Where a position lies in the plane. */
export function middle(spot: Spot): Point {
  const [q, r] = axes(spot)
  return { x: (q + r / 2) * PITCH, y: r * RISE }
}

/** The i-th of several marbles in a ring. */
function nestled({ x, y }: Point, i: number, count: number) {
  if (count <= 1) return { x, y, size: 1 }
  const angle = (2 * Math.PI * i) / count - Math.PI / 2
  const away = count === 2 ? 17.5 : 20
  return {
    x: x + away * Math.cos(angle),
    y: y + away * Math.sin(angle),
    size: count < 4 ? 0.74 : 0.66,
  }
}

function axes(spot: Spot): [number, number] {
  const [q = 0, r = 0] = spot.split(',').map(Number)
  return [q, r]
}

function cell(spot: Spot, ring: boolean): Cell {
  const [q, r] = axes(spot)
  return { spot, ...middle(spot), row: r, column: 2 * q + r, kind: ring ? 'ring' : 'bare' }
}

/** While rings are laid, the positions around the board can be touched. */
function bare(view: View<Nexus>): Spot[] {
  const way = view.board.under_way
  return way?.action === 'rings' && !way.lifts ? rim(view) : []
}

/** Where rings may lie after a change of rings: from its beginning on they have to be in view. */
function rim({ board: { rings, under_way: way } }: View<Nexus>): Spot[] {
  if (way?.action !== 'rings') return []
  const taken = new Set(rings.map(({ at }) => at))
  const open = [...way.lifted, ...[...way.lifted, ...taken].flatMap(beside)]
  return [...new Set(open)].filter((spot) => !taken.has(spot))
}

function ringAt(view: View<Nexus>, spot: Spot): Ring | undefined {
  return view.board.rings.find(({ at }) => at === spot)
}

function spots(value: unknown): Spot[] {
  return typeof value === 'string' ? [value] : []
}

/** What is touched says which of the three actions is meant. */
function paths(decision: Decision, view: View<Nexus>): Spot[][] {
  const { from, to } = decision as Decision & { from: Spot; to: Spot }
  switch (decision.kind) {
    case 'enter':
      return [[`p${view.to_move}:reserve`, to], [to]]
    case 'lift':
      return [[from]]
    case 'lay':
      return [[to]]
    case 'remove':
      return [[decision.at as Spot]]
    case 'walk':
      return [[from, to]]
    default: // nobody leaps without having asked for it
      return [[from, LEAP, to, decision.sacrificed as Spot]]
  }
}

/** A step from where it begins to where it ends; a leap also marks what it costs. */
function arrows(decision: Decision, view: View<Nexus>): Arrow[] {
  const { from, to, sacrificed } = decision as Decision & Record<string, Spot>
  if (decision.kind === 'walk') return [{ from: from!, to: to!, via: way(from!, to!, view) }]
  if (decision.kind === 'leap')
    return [
      { from: from!, to: to! },
      { from: sacrificed!, to: sacrificed!, lost: true },
    ]
  const at = (decision.kind === 'lift' ? from : (to ?? decision.at)) as Spot
  return [{ from: at, to: at }]
}

/** The rings between the ends of a walk: the shortest way through one's own chain. */
function way(from: Spot, to: Spot, view: View<Nexus>): Spot[] {
  const before = new Map<Spot, Spot>([[from, from]])
  for (const spot of before.keys()) {
    for (const next of beside(spot)) {
      if (next === to) return traced(before, from, spot)
      if (!before.has(next) && ringAt(view, next)?.marbles[view.to_move - 1]) before.set(next, spot)
    }
  }
  return []
}

function traced(before: ReadonlyMap<Spot, Spot>, from: Spot, last: Spot): Spot[] {
  return last === from ? [] : [...traced(before, from, before.get(last)!), last]
}

function beside(spot: Spot): Spot[] {
  const [q, r] = axes(spot)
  return AROUND.map(([dq, dr]) => `${q + dq},${r + dr}`)
}

function guess(
  touched: readonly Spot[],
  view: View<Nexus>,
  action: string | null = null,
): string | null {
  const [first, second, third] = touched.filter((spot) => spot !== LEAP)
  if (first === undefined) return null
  const way = view.board.under_way
  if (first.endsWith(':reserve')) return second ? `@${second}` : `@${view.board.rings[0]!.at}`
  if (way?.action === 'rings') return (way.lifts > 0 ? '-' : '+') + first
  if (!way && action === 'rings') return `-${first}`
  if (way?.action === 'remove') return `x${way.seat}@${first}`
  if (way?.action === 'enter' || action === 'enter') return `@${first}`
  const ring = ringAt(view, first)
  const marbles = ring?.marbles.some(Boolean) ?? false
  const steps = way?.action === 'steps' || action === 'steps' || marbles
  return steps ? step(first, second, third) : `@${first}`
}

function step(from: Spot, to: Spot | undefined, sacrificed: Spot | undefined): string {
  const [q, r] = axes(from)
  const leap = sacrificed === undefined ? '' : `!${sacrificed}`
  return `${from}>${to ?? `${q + 1},${r}`}${leap}`
}

function motions(event: GameEvent, things: readonly Item[]): Motion[] {
  const { seat, from, to, at } = event as GameEvent & { seat: Seat; from: Spot; to: Spot; at: Spot }
  const look: Look = `marble-${seat}`
  switch (event.event) {
    case 'entered':
      return [{ how: 'enter', look, from: null, to }]
    case 'walked':
      return [{ how: 'slide', look, from, to }]
    case 'leapt':
      return [{ how: 'hop', look, from, to }]
    case 'sacrificed':
      return [{ how: 'sacrifice', look, from, to: null }]
    case 'lifted':
      return [{ how: 'lift', look: 'ring', from, to: null }]
    case 'laid':
      return [{ how: 'lay', look: 'ring', from: null, to }]
    case 'removed':
      return Array.from({ length: event.number as number }, () => ({
        how: 'capture' as const,
        look,
        from: at,
        to: null,
      }))
    case 'left':
      return things
        .filter((thing) => thing.look === look)
        .map((thing) => ({ how: 'leave' as const, look, from: thing.at, to: null }))
    default:
      return []
  }
}

function tell(spot: Spot, view: View<Nexus>): Message[] {
  if (spot.endsWith(':reserve')) {
    const seat = Number(spot[1])
    return [{ key: 'reserve', params: { seat, n: view.board.reserves[seat - 1] } }]
  }
  const ring = ringAt(view, spot)
  if (!ring) return [{ key: 'spot', params: { at: spot } }]
  const border = view.board.border.includes(spot) ? [{ key: 'border', params: {} }] : []
  const frozen = isFrozen(ring) ? [{ key: 'frozen', params: {} }] : []
  const parts = ring.marbles.flatMap((n, i): Message[] =>
    n ? [{ key: 'marbles', params: { n, seat: i + 1 } }] : [],
  )
  if (!parts.length) return [{ key: 'empty', params: { at: spot } }, ...border]
  return [{ key: 'ring', params: { at: spot, parts } }, ...frozen, ...border]
}

function phase({ board, legal, to_move: seat }: View<Nexus>): Message {
  const way = board.under_way
  switch (way?.action) {
    case undefined:
      return { key: board.entered[seat - 1] ? 'turn' : 'first', params: { seat } }
    case 'enter':
      return { key: 'enter', params: { seat, left: way.left } }
    case 'rings':
      return { key: way.lifts ? 'lift' : 'lay', params: { seat, lifts: way.lifts, lays: way.lays } }
    case 'steps':
      return { key: 'step', params: { seat, can: availableKinds(legal) } }
    case 'remove':
      return { key: 'remove', params: { seat, of: way.seat, left: way.left } }
  }
}
