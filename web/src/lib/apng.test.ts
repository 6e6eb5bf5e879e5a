import { describe, expect, test } from 'vitest'
import { animated, chunksOf, crc } from './apng'

// One red pixel, as any program writes it.
const PIXEL = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  ),
  (letter) => letter.charCodeAt(0),
)

describe('a moving picture', () => {
  const chunks = chunksOf(animated([PIXEL, PIXEL, PIXEL], 700))

  test('holds every frame, each with its number in order', () => {
    expect(chunks.map(({ type }) => type)).toEqual([
      'IHDR',
      'acTL',
      'fcTL',
      'IDAT',
      'fcTL',
      'fdAT',
      'fcTL',
      'fdAT',
      'IEND',
    ])
    const numbers = chunks
      .filter(({ type }) => type === 'fcTL' || type === 'fdAT')
      .map(({ data }) => new DataView(data.buffer, data.byteOffset).getUint32(0))
    expect(numbers).toEqual([0, 1, 2, 3, 4])
  })

  test('has frames of the size and the time asked for', () => {
    const { data } = chunks[2]!
    const view = new DataView(data.buffer, data.byteOffset)
    expect([view.getUint32(4), view.getUint32(8)]).toEqual([1, 1])
    expect(view.getUint16(20) / view.getUint16(22)).toBe(0.7)
  })

  test('carries the checksums a PNG reader wants', () => {
    expect(crc(Uint8Array.from('IEND', (letter) => letter.charCodeAt(0)))).toBe(0xae426082)
  })
})
