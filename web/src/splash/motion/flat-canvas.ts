/** The flat view drawn on a canvas, for recording where there is no 3D view. */

import { heightOf, spreadOf } from '../geometry/holding'
import { figures, tinted, type Eye, type Figure } from '../geometry/projection'
import { colourOf, MARKS } from '../pieces'
import { restOf } from '../geometry/layout'
import type { Layout, Motion } from './motion'

const [WIDE, HIGH] = [960, 720] // pixels
const EYE: Eye = { around: 0, above: 10 }
const [SKY, WOOD, RIM] = ['#e4ddd0', '#c99a68', '#8a5f38']
const BELOW = 14 // millimetres of the table that are seen

/** Draws what lies on the table frame by frame, until it is stopped. */
export class FlatStage {
  readonly canvas = document.createElement('canvas')
  #pen = this.canvas.getContext('2d')!
  #scale: number
  #next = 0

  constructor(
    motion: Motion,
    readonly poses: () => Layout,
  ) {
    const rest = restOf(motion)
    this.canvas.width = WIDE
    this.canvas.height = HIGH
    const high = Math.max(46, motion.start[2] + 34, heightOf(rest) + 14) + BELOW
    this.#scale = Math.min(HIGH / high, WIDE / 2 / (spreadOf(rest) + 22))
    this.#draw()
  }

  stop(): void {
    cancelAnimationFrame(this.#next)
  }

  #draw(): void {
    const pen = this.#pen
    pen.resetTransform()
    pen.fillStyle = SKY
    pen.fillRect(0, 0, WIDE, HIGH)
    pen.translate(WIDE / 2, HIGH - BELOW * this.#scale)
    pen.scale(this.#scale, this.#scale)
    pen.fillStyle = WOOD
    pen.fillRect(-WIDE, -3, 2 * WIDE, HIGH)
    pen.fillStyle = RIM
    pen.fillRect(-WIDE, -3.3, 2 * WIDE, 0.6)
    for (const figure of figures(this.poses(), EYE)) this.#piece(figure)
    this.#next = requestAnimationFrame(() => this.#draw())
  }

  #piece({ piece, facets }: Figure): void {
    const pen = this.#pen
    pen.lineWidth = 0.35
    pen.strokeStyle = tinted(piece, -0.35)
    for (const { path, shade, mark } of facets) {
      const side = new Path2D(path)
      pen.fillStyle = tinted(piece, shade)
      fill(pen, side)
      pen.stroke(side)
      const drawn = new Path2D()
      drawn.addPath(new Path2D(MARKS[colourOf(piece)]), new DOMMatrix(mark))
      pen.fillStyle = tinted(piece, shade > 0.7 ? -0.1 : 1.3)
      fill(pen, drawn)
    }
  }
}

/** A mark may have holes; a side has none. */
function fill(pen: CanvasRenderingContext2D, path: Path2D): void {
  pen.fill(path, 'evenodd')
}
