/**
 * How a held piece sways: as far as this hand may miss when it lets go, and never as it will.
 * What is shown follows from the clock alone; what is sent is the pose that was chosen.
 */

import data from '../hands.json'
import { posed, times, turn, turnOf, type Pose } from '../geometry/space'

/** The farthest a hand misses: millimetres to the side, degrees of turn and of tilt. */
export interface Hand {
  readonly aside: number
  readonly turn: number
  readonly tilt: number
}

export interface Sway {
  readonly x: number
  readonly y: number
  readonly turn: number
  readonly tiltX: number // about the x axis
  readonly tiltY: number
}

export const HANDS: Readonly<Record<string, Hand>> = data

/** The hand of a match. */
export function handOf(options: Readonly<Record<string, string>>): Hand {
  return HANDS[options.hand ?? 'normal'] ?? HANDS.normal!
}

// Beats a second with no common measure; each movement has its own. Their sum stays within 1,
// and is on average as large as a miss, which is the difference of two even draws.
const SHARES = [0.5, 0.3, 0.2] as const
const BEATS = {
  x: [0.31, 0.53, 1.13],
  y: [0.27, 0.61, 0.97],
  turn: [0.19, 0.43, 0.79],
  tiltX: [0.37, 0.71, 1.27],
  tiltY: [0.29, 0.67, 1.09],
} as const

/** Where a hand is after so many seconds; `share` 1 is all of its sway, 0 none. */
export function swayOf(seconds: number, hand: Hand, share = 1): Sway {
  const part = (beats: readonly number[], size: number) =>
    size * share * SHARES.reduce((sum, each, i) => sum + each * wave(beats[i]! * seconds, i), 0)
  return {
    x: part(BEATS.x, hand.aside),
    y: part(BEATS.y, hand.aside),
    turn: part(BEATS.turn, hand.turn),
    tiltX: part(BEATS.tiltX, hand.tilt),
    tiltY: part(BEATS.tiltY, hand.tilt),
  }
}

/** A held piece as it is seen in a hand that sways. */
export function swayed(pose: Pose, sway: Sway): Pose {
  const tilt = times(turn('x', sway.tiltX), turn('y', sway.tiltY))
  const turned = times(times(tilt, turn('z', sway.turn)), turnOf(pose))
  return posed([pose[0] + sway.x, pose[1] + sway.y, pose[2]], turned)
}

function wave(turns: number, phase: number): number {
  return Math.sin(2 * Math.PI * turns + 2 * phase)
}
