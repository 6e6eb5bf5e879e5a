/** Plane geometry of boards: rotation, and navigation with the arrow keys. */

import type { Box, Cell, Point, Spot } from './types'

export type Direction = 'up' | 'down' | 'left' | 'right'

// Where each arrow leads, bent a little to one side: between two hexes that are equally near there
// is a choice, and the opposite arrow leads back.
const AHEAD: Record<Direction, Point> = {
  up: { x: -0.01, y: -1 },
  down: { x: 0.01, y: 1 },
  left: { x: -1, y: 0.01 },
  right: { x: 1, y: -0.01 },
}

/** A point after turning the table about its middle, clockwise. */
export function turned<P extends Point>(point: P, degrees: number): P {
  if (degrees % 360 === 0) return point
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return {
    ...point,
    x: tidy(point.x * cos - point.y * sin),
    y: tidy(point.x * sin + point.y * cos),
  }
}

/** By how much the table turns to bring a seat to the lower edge. */
export function towards(seat: number | null, seats: number): number {
  return seat === null ? 0 : Math.round((360 * (seat - 1)) / seats)
}

/** The nearest cell in a direction: straight ahead counts more than aside. */
export function ahead(cells: readonly Cell[], from: Spot, direction: Direction): Spot {
  const start = cells.find(({ spot }) => spot === from)
  if (!start) return from
  const { x, y } = AHEAD[direction]
  let best = { spot: from, cost: Infinity }
  for (const cell of cells) {
    const [dx, dy] = [cell.x - start.x, cell.y - start.y]
    const along = dx * x + dy * y
    const aside = Math.abs(dx * y - dy * x)
    const cost = along + 2 * aside
    if (along > 1 && aside < along * 1.8 && cost < best.cost) best = { spot: cell.spot, cost }
  }
  return best.spot
}

/** The first or last cell of a row. */
export function end(cells: readonly Cell[], from: Spot, first: boolean): Spot {
  const row = cells.find(({ spot }) => spot === from)?.row
  const columns = cells.filter((cell) => cell.row === row).toSorted((a, b) => a.column - b.column)
  return columns.at(first ? 0 : -1)?.spot ?? from
}

/** Cells row by row, as a grid is read. */
export function rows(cells: readonly Cell[]): Cell[][] {
  const byRow = new Map<number, Cell[]>()
  for (const cell of cells) byRow.set(cell.row, [...(byRow.get(cell.row) ?? []), cell])
  return [...byRow.entries()]
    .toSorted(([a], [b]) => a - b)
    .map(([, row]) => row.toSorted((a, b) => a.column - b.column))
}

/** The smallest box around points, with a margin. */
export function around(points: readonly Point[], margin: number): Box {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [x, y] = [Math.min(...xs) - margin, Math.min(...ys) - margin]
  return { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y }
}

function tidy(value: number): number {
  return Math.round(value * 1000) / 1000 + 0
}
