/** Geometry of drawn pieces in an oblique view; lengths are millimetres. */

import { baseOf, MARKS, paintOf, shapeOf, colourOf } from '../../splash/pieces'
import type { Piece, Stack } from '../rules/pieces'

export interface Area {
  readonly points: string
  readonly fill: string
}

/** A piece to be drawn, the middle of its bottom at the origin. */
export interface Figure {
  readonly areas: readonly Area[]
  readonly edge: string // the colour of its outlines
  readonly mark: { readonly path: string; readonly y: number; readonly size: number }
  readonly width: number
  readonly height: number
}

const [RIGHT, UP] = [0.4, 0.25] // how far a millimetre of depth goes
const [LIGHT, SHADE] = [1.18, 0.72] // of the top, and of a side turned away

export function figureOf(piece: Piece): Figure {
  const shape = shapeOf(piece)
  const [width, depth, height] = shape.size
  const corners = baseOf(shape)
  const at = ([x, y]: readonly [number, number], z: number) =>
    `${(x + RIGHT * y).toFixed(2)},${(-UP * y - z).toFixed(2)}`
  const sides = corners.flatMap((start, i) => {
    const end = corners[(i + 1) % corners.length]!
    const [across, along] = [end[0] - start[0], end[1] - start[1]]
    if (along * RIGHT + across <= 0.01) return [] // it faces away
    const turned = Math.abs(along) / (Math.abs(along) + Math.abs(across))
    const points = [at(start, 0), at(end, 0), at(end, height), at(start, height)].join(' ')
    return [{ points, fill: painted(piece, 1 - (1 - SHADE) * turned) }]
  })
  const top = {
    points: corners.map((corner) => at(corner, height)).join(' '),
    fill: painted(piece, LIGHT),
  }
  const mark = {
    path: MARKS[colourOf(piece)]!,
    y: (UP * depth) / 2 - height / 2,
    size: Math.min(height * 0.32, 3),
  }
  return { areas: [...sides, top], edge: painted(piece, 0.5), mark, width, height }
}

/** How high a stack rises. */
export function heightOf(stack: Stack): number {
  return stack.reduce((sum, piece) => sum + shapeOf(piece).size[2], 0)
}

/** How far the marks stand left of the middle: the front is nearer. */
export function markAt(piece: Piece): number {
  return (-RIGHT * shapeOf(piece).size[1]) / 2
}

function painted(piece: Piece, brightness: number): string {
  const channels = paintOf(piece).match(/[0-9a-f]{2}/g)!
  return `#${channels
    .map((part) => Math.min(255, Math.round(parseInt(part, 16) * brightness)))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`
}
