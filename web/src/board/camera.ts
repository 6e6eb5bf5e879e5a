/** The visible part of an unbounded table: fitting, zooming and panning. Pure functions. */

import type { Box, Point } from './types'

const NEAREST = 260 // units across; a ring is 100 wide
const MARGIN = 1.6 // how much further out than everything one can zoom
const SPARE = 28 // units of the margin around a ring that may be cut off

/** Enlarge a box so that it has the shape of the window (width : height). */
export function fitted(box: Box, shape: number): Box {
  const width = Math.max(box.width, box.height * shape)
  const height = width / shape
  return centred(middle(box), width, height)
}

/** The part of a fitted box that is at most so many units across, about a point and inside it. */
export function near(box: Box, most: number, about: Point): Box {
  if (box.width <= most) return box
  const height = (box.height * most) / box.width
  const x = clamp(about.x, box.x + most / 2, box.x + box.width - most / 2)
  const y = clamp(about.y, box.y + height / 2, box.y + box.height - height / 2)
  return centred({ x, y }, most, height)
}

/** A box for the middle of a turn: the one before, and larger only if something lies outside it. */
export function kept(before: Box, box: Box, shape: number): Box {
  const seen = fitted(before, shape)
  const low = (a: number, b: number) => a >= b - SPARE
  const inside =
    low(box.x, seen.x) &&
    low(box.y, seen.y) &&
    low(seen.x + seen.width, box.x + box.width) &&
    low(seen.y + seen.height, box.y + box.height)
  return inside ? before : united(before, box)
}

function united(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  const right = Math.max(a.x + a.width, b.x + b.width)
  const bottom = Math.max(a.y + a.height, b.y + b.height)
  return { x, y, width: right - x, height: bottom - y }
}

/** Zoom by a factor (2: twice as near) about a point that stays where it is. */
export function zoomed(box: Box, factor: number, about: Point, all: Box): Box {
  const most = Math.max(all.width, all.height) * MARGIN
  const width = Math.min(Math.max(box.width / factor, NEAREST), Math.max(most, NEAREST))
  const by = width / box.width
  return {
    x: about.x - (about.x - box.x) * by,
    y: about.y - (about.y - box.y) * by,
    width,
    height: box.height * by,
  }
}

/** Move the window; its middle stays over the table. */
export function panned(box: Box, by: Point, all: Box): Box {
  const { x, y } = middle(box)
  const to = {
    x: clamp(x + by.x, all.x, all.x + all.width),
    y: clamp(y + by.y, all.y, all.y + all.height),
  }
  return centred(to, box.width, box.height)
}

/** A box part of the way to another. */
export function between(from: Box, to: Box, part: number): Box {
  const mix = (a: number, b: number) => a + (b - a) * part
  return {
    x: mix(from.x, to.x),
    y: mix(from.y, to.y),
    width: mix(from.width, to.width),
    height: mix(from.height, to.height),
  }
}

function middle({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 }
}

function centred({ x, y }: Point, width: number, height: number): Box {
  return { x: x - width / 2, y: y - height / 2, width, height }
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}
