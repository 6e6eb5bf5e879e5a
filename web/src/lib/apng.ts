/** Puts PNG pictures of one size together as one moving picture (APNG). */

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

interface Chunk {
  readonly type: string
  readonly data: Uint8Array
}

/** The moving picture; `ms` is how long each frame stays. */
export function animated(pngs: readonly Uint8Array[], ms: number): Uint8Array<ArrayBuffer> {
  const pictures = pngs.map(chunksOf)
  const header = pictures[0]!.find(({ type }) => type === 'IHDR')!
  const out: Chunk[] = [header, { type: 'acTL', data: words(pngs.length, 0) }]
  let number = 0
  for (const [i, picture] of pictures.entries()) {
    out.push({ type: 'fcTL', data: control(number++, header.data, ms) })
    for (const { data } of picture.filter(({ type }) => type === 'IDAT')) {
      out.push(
        i === 0 ? { type: 'IDAT', data } : { type: 'fdAT', data: joined(words(number++), data) },
      )
    }
  }
  out.push({ type: 'IEND', data: new Uint8Array() })
  return joined(SIGNATURE, ...out.map(written))
}

/** The chunks of a PNG file. */
export function chunksOf(png: Uint8Array): Chunk[] {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const found: Chunk[] = []
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = view.getUint32(at)
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8))
    found.push({ type, data: png.subarray(at + 8, at + 8 + length) })
    at += length + 12
  }
  return found
}

/** How a frame is shown: where, for how long, and that it replaces the one before. */
function control(number: number, header: Uint8Array, ms: number): Uint8Array {
  const data = new Uint8Array(26)
  const view = new DataView(data.buffer)
  view.setUint32(0, number)
  data.set(header.subarray(0, 8), 4) // width and height
  view.setUint16(20, ms)
  view.setUint16(22, 1000)
  return data
}

function written({ type, data }: Chunk): Uint8Array {
  const named = joined(
    Uint8Array.from(type, (letter) => letter.charCodeAt(0)),
    data,
  )
  return joined(words(data.length), named, words(crc(named)))
}

function words(...numbers: number[]): Uint8Array {
  const data = new Uint8Array(numbers.length * 4)
  const view = new DataView(data.buffer)
  numbers.forEach((number, i) => view.setUint32(i * 4, number))
  return data
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c
})

/** The checksum of a chunk. */
export function crc(data: Uint8Array): number {
  let c = 0xffffffff
  for (const byte of data) c = TABLE[(c ^ byte) & 0xff]! ^ (c >>> 8)
  return (c ^ 0xffffffff) >>> 0
}
