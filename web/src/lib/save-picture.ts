/** Export of pictures: a position as PNG, a game as a film, and saving of files. */

import { recorded } from './canvas-video'

const TITLE = 0.055 // height of a line of names, as a share of the width
const LONGEST = 20_000 // milliseconds of a film, however long the game
const STEADY = { rate: 25, bits: 1_500_000 } // hardly anything moves

/** Let the browser keep something as a file. */
export function keep(data: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(data)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** A picture as PNG, so many pixels wide, with lines of text below it. */
export async function png(picture: Blob, width: number, lines: readonly string[]): Promise<Blob> {
  const image = await decoded(picture)
  const canvas = sized(width, [image], lines.length)
  draw(canvas, image, lines)
  return (await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png')))!
}

/** A whole game as a small film; all pictures have the size of the largest. */
export async function film(
  pictures: readonly Blob[],
  width: number,
  lines: readonly string[],
  name: string,
): Promise<File> {
  const images = await Promise.all(pictures.map(decoded))
  const canvas = sized(width, images, lines.length)
  const ms = Math.min(700, LONGEST / images.length)
  draw(canvas, images[0]!, lines)
  return recorded(
    canvas,
    async () => {
      for (const image of images) await shown(canvas, image, lines, ms)
      await shown(canvas, images.at(-1)!, lines, 1_500) // the end is looked at longer
    },
    name,
    STEADY,
  )
}

/** Draw a picture for a while, again and again: a film takes in only what is drawn. */
async function shown(
  canvas: HTMLCanvasElement,
  image: HTMLImageElement,
  lines: readonly string[],
  ms: number,
): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end;) {
    draw(canvas, image, lines)
    await new Promise((resolve) => setTimeout(resolve, 1_000 / STEADY.rate))
  }
}

async function decoded(picture: Blob): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = URL.createObjectURL(picture)
  await image.decode().finally(() => URL.revokeObjectURL(image.src))
  return image
}

function sized(
  width: number,
  images: readonly HTMLImageElement[],
  lines: number,
): HTMLCanvasElement {
  const ratios = images.map(({ naturalHeight, naturalWidth }) => naturalHeight / naturalWidth)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = even(width * Math.max(...ratios)) + even(width * TITLE * (lines + 0.6))
  return canvas
}

/** Films have even sizes only. */
function even(pixels: number): number {
  return Math.round(pixels / 2) * 2
}

function draw(canvas: HTMLCanvasElement, image: HTMLImageElement, lines: readonly string[]): void {
  const context = canvas.getContext('2d')!
  const { width } = canvas
  const below = even(width * TITLE * (lines.length + 0.6))
  const high = canvas.height - below
  const scale = Math.min(width / image.naturalWidth, high / image.naturalHeight)
  const size = [image.naturalWidth * scale, image.naturalHeight * scale] as const
  context.fillStyle = '#f6efe2'
  context.fillRect(0, 0, width, canvas.height)
  context.drawImage(image, (width - size[0]) / 2, (high - size[1]) / 2, ...size)
  context.fillStyle = '#2a2118'
  context.textBaseline = 'middle'
  context.textAlign = 'center'
  context.font = `600 ${Math.round(width * TITLE * 0.62)}px system-ui, sans-serif`
  lines.forEach((line, i) =>
    context.fillText(line, width / 2, high + width * TITLE * (i + 0.8), width * 0.94),
  )
}
