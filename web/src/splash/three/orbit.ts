/** The orbit camera: target, angles and distance. */

import type { Vector } from '../geometry/space'

export interface Orbit {
  readonly around: number // degrees; 0 is the front of the table
  readonly above: number // degrees
  readonly near: number // millimetres that are seen from top to bottom
  readonly target: Vector
}

export const VIEW = 19 // degrees the camera sees from top to bottom
const [LOWEST, HIGHEST] = [1, 89]
const [NEAREST, FARTHEST] = [24, 460]

export function orbited(orbit: Orbit, around: number, above: number): Orbit {
  return {
    ...orbit,
    around: orbit.around + around,
    above: Math.min(HIGHEST, Math.max(LOWEST, orbit.above + above)),
  }
}

export function zoomed(orbit: Orbit, factor: number): Orbit {
  return { ...orbit, near: Math.min(FARTHEST, Math.max(NEAREST, orbit.near * factor)) }
}

/** Where the camera stands. */
export function eyeOf({ around, above, near, target }: Orbit): Vector {
  const [a, e] = [(around * Math.PI) / 180, (above * Math.PI) / 180]
  const distance = near / 2 / Math.tan((VIEW * Math.PI) / 360)
  const flat = Math.cos(e) * distance
  return [
    target[0] + Math.sin(a) * flat,
    target[1] - Math.cos(a) * flat,
    target[2] + Math.sin(e) * distance,
  ]
}

/** On the way from one place to another, the short way around. */
export function orbitBetween(from: Orbit, to: Orbit, share: number): Orbit {
  const ease = share * share * (3 - 2 * share)
  const mix = (a: number, b: number) => a + (b - a) * ease
  const way = ((((to.around - from.around + 180) % 360) + 360) % 360) - 180
  return {
    around: from.around + way * ease,
    above: mix(from.above, to.above),
    near: mix(from.near, to.near),
    target: [
      mix(from.target[0], to.target[0]),
      mix(from.target[1], to.target[1]),
      mix(from.target[2], to.target[2]),
    ],
  }
}
