/** Pictures to keep: of a position, and of a whole game. */

import { animated } from './apng'

/** Let the browser keep something as a file. */
export function keep(data: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(data)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** A picture as PNG, so many pixels wide. */
export function png(picture: Blob, width: number): Promise<Blob> {
  return movie([picture], width, 0)
}

/** A whole game as a moving picture; all frames have the size of the first. */
export async function movie(pictures: readonly Blob[], width: number, ms: number): Promise<Blob> {
  const images = await Promise.all(pictures.map(decoded))
  const ratio = Math.max(
    ...images.map(({ naturalHeight, naturalWidth }) => naturalHeight / naturalWidth),
  )
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = Math.round(width * ratio)
  const frames: Uint8Array[] = []
  for (const image of images) frames.push(await frame(canvas, image))
  return new Blob([animated(frames, ms)], { type: 'image/png' })
}

async function decoded(picture: Blob): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = URL.createObjectURL(picture)
  await image.decode().finally(() => URL.revokeObjectURL(image.src))
  return image
}

async function frame(canvas: HTMLCanvasElement, image: HTMLImageElement): Promise<Uint8Array> {
  const context = canvas.getContext('2d')!
  const scale = Math.min(canvas.width / image.naturalWidth, canvas.height / image.naturalHeight)
  const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale]
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return new Uint8Array(await blob!.arrayBuffer())
}
