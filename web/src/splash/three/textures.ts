/** Procedural wood textures in six colours with marks. */

import { CanvasTexture, MirroredRepeatWrapping, SRGBColorSpace, type Texture } from 'three'
import { MARKS, PAINT } from '../pieces'
import { TILE } from './piece-mesh'

const SIZE = 512
const MARK = 2.1 // millimetres, half its width

/** A piece of a colour: grain all over, the mark in the middle. */
export function paintedWood(colour: string): Texture {
  const [canvas, pen] = easel(SIZE)
  pen.fillStyle = PAINT[colour]!
  pen.fillRect(0, 0, SIZE, SIZE)
  grain(pen, seeded(colour.charCodeAt(0)), { lines: 150, wave: 9, dark: 0.1, light: 0.09 })
  pen.translate(SIZE / 2, SIZE / 2)
  pen.scale((MARK * SIZE) / TILE, (MARK * SIZE) / TILE)
  pen.fillStyle = bright(PAINT[colour]!) ? 'rgb(70 35 5 / 62%)' : 'rgb(255 246 228 / 78%)'
  burn(pen, new Path2D(MARKS[colour]))
  return textured(canvas)
}

/** The table: planks of oiled beech. */
export function tableWood(): Texture {
  const [canvas, pen] = easel(1024)
  const random = seeded(7)
  const planks = 6
  for (let i = 0; i < planks; i++) {
    const [top, high] = [(i * 1024) / planks, 1024 / planks]
    pen.save()
    pen.beginPath()
    pen.rect(0, top, 1024, high)
    pen.clip()
    pen.fillStyle = `hsl(${29 + random() * 5} ${38 + random() * 8}% ${56 + random() * 6}%)`
    pen.fillRect(0, top, 1024, high)
    pen.translate(0, top - 200 * random())
    grain(pen, random, { lines: 90, wave: 16, dark: 0.09, light: 0.06 }, 1024)
    pen.restore()
    pen.fillStyle = 'rgb(60 35 15 / 35%)'
    pen.fillRect(0, top, 1024, 1.6)
  }
  const made = textured(canvas)
  made.wrapS = made.wrapT = MirroredRepeatWrapping // without a seam
  return made
}

interface Grain {
  readonly lines: number
  readonly wave: number // how far a line wanders
  readonly dark: number // how strong dark and light lines are
  readonly light: number
}

function grain(
  pen: CanvasRenderingContext2D,
  random: () => number,
  { lines, wave, dark, light }: Grain,
  size = SIZE,
): void {
  for (let i = 0; i < lines; i++) {
    const [y, bow, phase] = [random() * size * 1.2, random() * wave, random() * 6]
    pen.strokeStyle =
      i % 3 ? `rgb(40 18 0 / ${random() * dark})` : `rgb(255 244 220 / ${random() * light})`
    pen.lineWidth = 0.6 + random() * 3.2
    pen.beginPath()
    for (let x = 0; x <= size; x += size / 8) {
      pen.lineTo(x, y + Math.sin(x / (size / 3.2) + phase) * bow)
    }
    pen.stroke()
  }
}

/** Lay a mark on the wood. */
function burn(pen: CanvasRenderingContext2D, mark: Path2D): void {
  pen.fill(mark, 'evenodd')
}

function easel(size: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size
  return [canvas, canvas.getContext('2d')!]
}

function textured(canvas: HTMLCanvasElement): CanvasTexture {
  const made = new CanvasTexture(canvas)
  made.colorSpace = SRGBColorSpace
  made.anisotropy = 4
  return made
}

function bright(paint: string): boolean {
  const [r, g] = [1, 3].map((at) => parseInt(paint.slice(at, at + 2), 16)) as [number, number]
  return r + g > 330
}

/** The same picture every time. */
function seeded(seed: number): () => number {
  let state = seed * 7919 + 1
  return () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
}
