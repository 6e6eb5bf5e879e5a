/** The board of a third-party game: its own picture, with clickable places. */

import type {
  Cell,
  Decision,
  GameEvent,
  Point,
  Spot,
  Surface,
  Table,
  View,
} from '../../board/types'

const SIZE = 800 // of the longer side, whatever units the picture is drawn in

/** How many of our units are one unit of the picture. */
function scale({ picture }: View): number {
  return SIZE / Math.max(picture!.box[2]!, picture!.box[3]!)
}

function cells(view: View): Cell[] {
  const { box, places, placing } = view.picture!
  if (placing) return [] // nothing but the piece in the hand can be touched
  const unit = scale(view)
  const tops = [...new Set(places.map(({ y }) => y))].toSorted((a, b) => a - b)
  const lefts = [...new Set(places.map(({ x }) => x))].toSorted((a, b) => a - b)
  return places.map(({ name, x, y, width, height }) => ({
    spot: name,
    x: (x + width / 2 - box[0]!) * unit,
    y: (y + height / 2 - box[1]!) * unit,
    row: tops.indexOf(y),
    column: lefts.indexOf(x),
    kind: '',
    outline: rectangle(width * unit, height * unit),
  }))
}

/** Where a spot over the surface is on the board. */
export function pointOf(view: View, surface: Surface, { x, y }: Point): Point {
  const [unit, [left, top]] = [scale(view), view.picture!.box as [number, number]]
  return {
    x: (surface.x + x * surface.unit - left) * unit,
    y: (surface.y - y * surface.unit - top) * unit,
  }
}

/** The spot at a point of the board, in tenths of a millimetre, never beside the surface. */
export function spotAt(view: View, surface: Surface, { x, y }: Point): Point {
  const middle = pointOf(view, surface, { x: 0, y: 0 })
  const millimetre = scale(view) * surface.unit
  return {
    x: within((x - middle.x) / millimetre, surface.width / 2),
    y: within((middle.y - y) / millimetre, surface.depth / 2),
  }
}

function within(value: number, far: number): number {
  return Math.round(Math.min(far, Math.max(-far, value)) * 10) / 10 || 0 // never -0
}

function rectangle(width: number, height: number): string {
  return `M${-width / 2} ${-height / 2}h${width}v${height}h${-width}Z`
}

/** Places that a decision or an event names. */
function placesOf(item: Decision | GameEvent): readonly Spot[] {
  return Array.isArray(item.places) ? (item.places as Spot[]) : []
}

export function pictured(game: string): Table {
  return {
    game,
    layers: [],
    box: (view) => {
      const { box } = view.picture!
      return { x: 0, y: 0, width: box[2]! * scale(view), height: box[3]! * scale(view) }
    },
    cells,
    trays: () => [],
    items: () => [],
    pose: () => ({ x: 0, y: 0, size: 1 }),
    paths: (decision) => (placesOf(decision).length ? [placesOf(decision)] : []),
    guess: () => null,
    held: () => null,
    motions: () => [],
    tell: (spot) => [{ key: 'place', params: { place: spot } }],
    phase: ({ to_move: seat }) => ({ key: 'turn', params: { seat } }),
    touched: placesOf,
  }
}
