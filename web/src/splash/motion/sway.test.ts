import { describe, expect, test } from 'vitest'
import { posed, rotated, turnOf, UPRIGHT } from '../geometry/space'
import { HANDS, handOf, swayed, swayOf, type Hand } from './sway'

const SECONDS = Array.from({ length: 6000 }, (_, i) => i / 50)
const { steady, normal, shaky } = HANDS as Record<'steady' | 'normal' | 'shaky', Hand>

describe('a hand', () => {
  test('never sways farther than it may miss', () => {
    for (const hand of Object.values(HANDS)) {
      for (const seconds of SECONDS) {
        const { x, y, turn, tiltX, tiltY } = swayOf(seconds, hand)
        for (const aside of [x, y]) expect(Math.abs(aside)).toBeLessThanOrEqual(hand.aside)
        expect(Math.abs(turn)).toBeLessThanOrEqual(hand.turn)
        for (const tilt of [tiltX, tiltY]) expect(Math.abs(tilt)).toBeLessThanOrEqual(hand.tilt)
      }
    }
  })

  test('sways on average as far as it misses', () => {
    const mean = (part: 'x' | 'y' | 'turn' | 'tiltX' | 'tiltY', size: number) =>
      Math.hypot(...SECONDS.map((s) => swayOf(s, normal)[part])) / Math.sqrt(6000) / size
    const { aside, turn, tilt } = normal
    const miss = 1 / Math.sqrt(6) // of a difference of two even draws
    for (const part of ['x', 'y'] as const) expect(mean(part, aside)).toBeCloseTo(miss, 1)
    expect(mean('turn', turn)).toBeCloseTo(miss, 1)
    for (const part of ['tiltX', 'tiltY'] as const) expect(mean(part, tilt)).toBeCloseTo(miss, 1)
  })

  test('sways the same at the same moment, whatever is to come', () => {
    expect(swayOf(12.5, shaky)).toEqual(swayOf(12.5, shaky))
    expect(swayOf(12.5, shaky)).not.toEqual(swayOf(12.6, shaky))
  })

  test('moves smoothly', () => {
    const steps = SECONDS.slice(1).map(
      (s, i) => swayOf(s, normal).x - swayOf(SECONDS[i]!, normal).x,
    )
    expect(Math.max(...steps.map(Math.abs))).toBeLessThan(0.25)
  })

  test('comes to rest as it lets go', () => {
    expect(Object.values(swayOf(3, shaky, 0)).map(Math.abs)).toEqual([0, 0, 0, 0, 0])
    expect(swayOf(3, shaky, 0.5).turn).toBeCloseTo(swayOf(3, shaky).turn / 2)
  })

  test('is the one of the match; without one a normal one', () => {
    expect(handOf({ hand: 'steady' })).toBe(steady)
    expect(handOf({})).toBe(normal)
  })

  test('tilts a piece about its middle', () => {
    const still = { x: 0, y: 0, turn: 0, tiltX: 0, tiltY: 0 }
    const pose = posed([1, 2, 30], UPRIGHT)
    expect(swayed(pose, still)).toEqual(pose)
    const leaning = swayed(pose, { ...still, x: 0.5, tiltX: 90 })
    expect(leaning.slice(0, 3)).toEqual([1.5, 2, 30])
    expect(rotated(turnOf(leaning), [0, 0, 1])[1]).toBeCloseTo(-1)
  })
})
