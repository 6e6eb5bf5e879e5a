/** The mesh of a piece: a prism with rounded edges and true-to-scale textures. */

import { BufferGeometry, Float32BufferAttribute } from 'three'
import { baseOf, type Shape } from '../pieces'
import type { Point } from '../geometry/space'

export const TILE = 26 // millimetres that one texture covers
const ROUND = 0.55 // millimetres
const ARC = [0, 0.5, 1] // steps of a rounded edge, up to its middle

class Mesh {
  readonly places: number[] = []
  readonly normals: number[] = []
  readonly coordinates: number[] = []
  readonly triangles: number[] = []

  add(place: readonly number[], normal: readonly number[], uv: Point): number {
    this.places.push(...place)
    this.normals.push(...normal)
    this.coordinates.push(uv[0] / TILE + 0.5, uv[1] / TILE + 0.5)
    return this.places.length / 3 - 1
  }

  /** Rows of points, each row as long as the next, joined by squares. */
  sheet(rows: readonly (readonly number[])[]): void {
    for (let r = 1; r < rows.length; r++) {
      const [low, high] = [rows[r - 1]!, rows[r]!]
      for (let c = 1; c < low.length; c++) {
        this.triangles.push(low[c - 1]!, low[c]!, high[c]!, low[c - 1]!, high[c]!, high[c - 1]!)
      }
    }
  }
}

/** The directions an outline faces around one corner, from one side's normal to the next one's. */
interface Corner {
  readonly at: Point // the middle of its rounding
  readonly from: number // radians
  readonly to: number
}

/** The mesh of a shape, its middle at the origin. */
export function bodyOf(shape: Shape): BufferGeometry {
  const mesh = new Mesh()
  const corners = cornersOf(baseOf(shape))
  corners.forEach((corner, i) => side(mesh, corner, corners[(i + 1) % corners.length]!, shape))
  cap(mesh, corners, shape, 1)
  cap(mesh, corners, shape, -1)
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new Float32BufferAttribute(mesh.places, 3))
  geometry.setAttribute('normal', new Float32BufferAttribute(mesh.normals, 3))
  geometry.setAttribute('uv', new Float32BufferAttribute(mesh.coordinates, 2))
  geometry.setIndex(mesh.triangles)
  return geometry
}

function cornersOf(base: readonly Point[]): Corner[] {
  const step = (2 * Math.PI) / base.length
  return base.map(([x, y], i) => {
    const before = base[(i + base.length - 1) % base.length]!
    const from = facing(before, [x, y])
    const middle = from + step / 2
    const back = ROUND / Math.cos(step / 2)
    return {
      at: [x - back * Math.cos(middle), y - back * Math.sin(middle)],
      from,
      to: from + step,
    }
  })
}

/** The direction the side between two corners faces. */
function facing(start: Point, end: Point): number {
  return Math.atan2(-(end[0] - start[0]), end[1] - start[1])
}

/** One upright side, with half of the rounding on all its edges. */
function side(mesh: Mesh, left: Corner, right: Corner, { size }: Shape): void {
  const high = size[2] / 2 - ROUND
  const along: Point = [-Math.sin(left.to), Math.cos(left.to)]
  const middle: Point = [(left.at[0] + right.at[0]) / 2, (left.at[1] + right.at[1]) / 2]
  const columns = [
    ...ARC.map((share) => ({
      corner: left,
      angle: mix((left.from + left.to) / 2, left.to, share),
    })),
    ...ARC.map((share) => ({
      corner: right,
      angle: mix(left.to, left.to + (right.to - right.from) / 2, share),
    })),
  ]
  const rows = [-1, 1].flatMap((way) =>
    ARC.map((share) => ({ way, tilt: (Math.PI / 4) * (way < 0 ? share - 1 : share) })),
  )
  mesh.sheet(
    rows.map(({ way, tilt }) =>
      columns.map(({ corner, angle }) => {
        const { place, normal } = rounded(corner.at, angle, tilt, way * high)
        const u = (place[0] - middle[0]) * along[0] + (place[1] - middle[1]) * along[1]
        return mesh.add(place, normal, [u, place[2]])
      }),
    ),
  )
}

/** The upper or the lower side. */
function cap(mesh: Mesh, corners: readonly Corner[], { size }: Shape, way: 1 | -1): void {
  const high = size[2] / 2 - ROUND
  const around = corners.flatMap(({ at, from, to }) =>
    [0, 0.25, 0.5, 0.75, 1].map((share) => ({ at, angle: mix(from, to, share) })),
  )
  const ring = [...around, around[0]!]
  const rows = ARC.map((share) =>
    ring.map(({ at, angle }) => {
      const { place, normal } = rounded(at, angle, way * (Math.PI / 4) * (1 + share), way * high)
      return mesh.add(place, normal, [place[0], place[1] * way])
    }),
  )
  const middle = mesh.add([0, 0, (way * size[2]) / 2], [0, 0, way], [0, 0])
  mesh.sheet(way > 0 ? rows : rows.map((row) => row.toReversed()))
  const rim = way > 0 ? rows.at(-1)! : rows.at(-1)!.toReversed()
  for (let i = 1; i < rim.length; i++) mesh.triangles.push(middle, rim[i - 1]!, rim[i]!)
}

/** A point on the rounding around a corner. */
function rounded(at: Point, angle: number, tilt: number, high: number) {
  const normal = [
    Math.cos(angle) * Math.cos(tilt),
    Math.sin(angle) * Math.cos(tilt),
    Math.sin(tilt),
  ] as const
  const place = [
    at[0] + ROUND * normal[0],
    at[1] + ROUND * normal[1],
    high + ROUND * normal[2],
  ] as const
  return { place, normal }
}

function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share
}
