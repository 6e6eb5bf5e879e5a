/** Rotations, poses and outlines. Lengths are millimetres, z points up, 0 is the table. */

export type Vector = readonly [number, number, number]
export type Point = readonly [number, number]
export type Turn = readonly [number, number, number, number] // a unit quaternion: w, x, y, z
/** Where the middle of a piece is, and how it is turned: x, y, z, then w, x, y, z. */
export type Pose = readonly [number, number, number, number, number, number, number]

export const UPRIGHT: Turn = [1, 0, 0, 0]

export function posed([x, y, z]: Vector, [w, a, b, c]: Turn): Pose {
  return [x, y, z, w, a, b, c]
}

export function placeOf([x, y, z]: Pose): Vector {
  return [x, y, z]
}

export function turnOf([, , , w, x, y, z]: Pose): Turn {
  return [w, x, y, z]
}

/** A rotation about one of the axes. */
export function turn(axis: 'x' | 'y' | 'z', degrees: number): Turn {
  const half = (degrees * Math.PI) / 360
  const [c, s] = [Math.cos(half), Math.sin(half)]
  return axis === 'x' ? [c, s, 0, 0] : axis === 'y' ? [c, 0, s, 0] : [c, 0, 0, s]
}

/** The rotation that does `second` first. */
export function times([a, b, c, d]: Turn, [w, x, y, z]: Turn): Turn {
  return [
    a * w - b * x - c * y - d * z,
    a * x + b * w + c * z - d * y,
    a * y - b * z + c * w + d * x,
    a * z + b * y - c * x + d * w,
  ]
}

export function rotated([w, x, y, z]: Turn, [a, b, c]: Vector): Vector {
  const [u, v, t] = [y * c - z * b, z * a - x * c, x * b - y * a]
  return [
    a + 2 * (w * u + y * t - z * v),
    b + 2 * (w * v + z * u - x * t),
    c + 2 * (w * t + x * v - y * u),
  ]
}

/** A point of a piece, on the table. */
export function placed(pose: Pose, point: Vector): Vector {
  const [x, y, z] = rotated(turnOf(pose), point)
  return [pose[0] + x, pose[1] + y, pose[2] + z]
}

/** On the way from one pose to another; `share` runs from 0 to 1. */
export function between(from: Pose, to: Pose, share: number): Pose {
  const near = from[3] * to[3] + from[4] * to[4] + from[5] * to[5] + from[6] * to[6] < 0 ? -1 : 1
  const mixed = from.map((part, i) => {
    const aim = i < 3 ? to[i]! : to[i]! * near // both signs are the same turn: take the short way
    return part + (aim - part) * share
  })
  const size = Math.hypot(...mixed.slice(3))
  return mixed.map((part, i) => (i < 3 ? part : part / size)) as unknown as Pose
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

export function middle(points: readonly Vector[]): Vector {
  const sum = points.reduce<[number, number, number]>(
    ([a, b, c], [x, y, z]) => [a + x, b + y, c + z],
    [0, 0, 0],
  )
  return [sum[0] / points.length, sum[1] / points.length, sum[2] / points.length]
}

/** How far a point is inside a convex outline; negative when it is outside. */
export function depthInside(point: Point, outline: readonly Point[]): number {
  const way = area(outline) < 0 ? -1 : 1
  const depths = outline.map((start, i) => {
    const end = outline[(i + 1) % outline.length]!
    const [dx, dy] = [end[0] - start[0], end[1] - start[1]]
    const across = dx * (point[1] - start[1]) - dy * (point[0] - start[0])
    return (way * across) / (Math.hypot(dx, dy) || 1)
  })
  return Math.min(...depths)
}

/** Whether two convex outlines share more than their rims. */
export function overlap(first: readonly Point[], second: readonly Point[]): boolean {
  return ![first, second].some((outline) =>
    outline.some((start, i) => {
      const end = outline[(i + 1) % outline.length]!
      return apart(first, second, [end[0] - start[0], end[1] - start[1]])
    }),
  )
}

/** The convex outline around some points, counterclockwise. */
export function hull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  return [...chain(sorted), ...chain(sorted.toReversed())]
}

function chain(points: readonly Point[]): Point[] {
  const kept: Point[] = []
  for (const point of points) {
    while (kept.length > 1 && bend(kept.at(-2)!, kept.at(-1)!, point) <= 0) kept.pop()
    kept.push(point)
  }
  return kept.slice(0, -1)
}

function bend(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

function area(outline: readonly Point[]): number {
  return outline.reduce((sum, [x, y], i) => {
    const [u, v] = outline[(i + 1) % outline.length]!
    return sum + x * v - u * y
  }, 0)
}

function apart(first: readonly Point[], second: readonly Point[], edge: Point): boolean {
  const [a, b] = [first, second].map((outline) =>
    outline.map(([x, y]) => x * edge[1] - y * edge[0]),
  ) as [number[], number[]]
  return Math.max(...a) <= Math.min(...b) || Math.max(...b) <= Math.min(...a)
}
