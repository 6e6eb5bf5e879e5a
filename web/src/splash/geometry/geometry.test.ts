import { describe, expect, test } from 'vitest'
import placements from '../fixtures/placements.json'
import {
  heldPose,
  moved,
  balance,
  reach,
  straight,
  takenUp,
  tipped,
  topOf,
  turned,
} from './holding'
import { layoutOf, restOf, stacksOf, tidily } from './layout'
import { Course, keysOf, poseAt, type Layout, type Motion } from '../motion/motion'
import { baseOf, cornersOf, MARKS, PAINT, shapeOf, SHAPES, sidesOf } from '../pieces'
import { axes, figures, frame, paneOf, seen, type Eye } from './projection'
import {
  between,
  depthInside,
  dot,
  hull,
  overlap,
  placed,
  posed,
  rotated,
  turn,
  turnOf,
  UPRIGHT,
  type Point,
  type Pose,
  type Vector,
} from './space'
import type { SplashBoard } from '../types'

const motions = placements.map(({ motion }) => motion as unknown as Motion)
const fall = motions.at(-1)!
const TOWER = ['Pr', 'Or', 'Lr', 'Tr']

function board(more: Partial<SplashBoard>): SplashBoard {
  return {
    pool: [],
    box: [],
    tower: [],
    top: null,
    hand: null,
    stocks: [[], []],
    drops: [0, 0],
    matching: [[], []],
    teams: null,
    phase: { name: 'give', seat: 1 },
    ...more,
  }
}

/** How near a piece is to the eye where a point of the picture shows it; null: it does not. */
function nearness(piece: string, pose: Pose, [x, y]: Point, eye: Eye): number | null {
  const { right, up, near } = axes(eye)
  const from = [0, 1, 2].map((i) => x * right[i]! - y * up[i]!) as unknown as Vector
  let [low, high] = [-Infinity, Infinity]
  for (const { normal, centre } of sidesOf(piece)) {
    const outwards = rotated(turnOf(pose), normal)
    const [slope, room] = [
      dot(outwards, near),
      dot(outwards, placed(pose, centre)) - dot(outwards, from),
    ]
    if (slope > 0) high = Math.min(high, room / slope)
    else if (slope < 0) low = Math.max(low, room / slope)
    else if (room < 0) return null
  }
  return low < high ? high : null
}

/** The pieces that are drawn over others although they are clearly behind them. */
function hidden(layout: Layout, eye: Eye): string[] {
  const drawn = figures(layout, eye).map(({ piece }) => piece)
  const wrong = new Set<string>()
  const { x, y, w, h } = frame(layout, eye)
  for (let i = 0; i < 1600; i++) {
    const point: Point = [x + (w * (i % 40)) / 40, y + (h * Math.floor(i / 40)) / 40]
    let before: { piece: string; at: number } | null = null
    for (const piece of drawn) {
      const at = nearness(piece, layout.get(piece)!, point, eye)
      if (at === null) continue
      if (before && at < before.at - 1.5) wrong.add(`${piece} over ${before.piece}`)
      before = { piece, at }
    }
  }
  return [...wrong]
}

describe('bodies', () => {
  test('have the sides of their form, each facing outwards', () => {
    for (const [code, shape] of Object.entries(SHAPES)) {
      const sides = sidesOf(`${code}r`)
      expect(sides).toHaveLength(shape.form === 'box' ? 6 : 10)
      for (const { normal, centre } of sides) expect(dot(normal, centre)).toBeGreaterThan(0)
    }
  })

  test('of an octagon measure across the flats', () => {
    const across = baseOf(shapeOf('Or')).map(([x]) => x)
    expect(Math.max(...across) - Math.min(...across)).toBeCloseTo(15)
  })

  test('have a mark for every colour', () => {
    expect(Object.keys(MARKS).toSorted()).toEqual(Object.keys(PAINT).toSorted())
    expect(new Set(Object.values(MARKS)).size).toBe(6)
  })
})

describe('space', () => {
  test('turns like a right hand', () => {
    expect(rotated(turn('z', 90), [1, 0, 0])).toEqual([
      expect.closeTo(0),
      expect.closeTo(1),
      expect.closeTo(0),
    ])
  })

  test('takes the short way between two turns', () => {
    const [from, to] = [posed([0, 0, 0], UPRIGHT), posed([2, 0, 0], [-1, 0, 0, 0])]
    expect(between(from, to, 0.5)).toEqual([1, 0, 0, 1, 0, 0, 0])
  })

  test('knows how far inside an outline a point is', () => {
    const square = hull([
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
      [2, 2],
    ])
    expect(square).toHaveLength(4)
    expect(depthInside([1, 2], square)).toBeCloseTo(1)
    expect(depthInside([1, 2], square.toReversed())).toBeCloseTo(1)
    expect(depthInside([-1, 2], square)).toBeCloseTo(-1)
    expect(
      overlap(square, [
        [3, 3],
        [6, 3],
        [6, 6],
      ]),
    ).toBe(true)
    expect(
      overlap(square, [
        [4, 0],
        [6, 0],
        [6, 6],
      ]),
    ).toBe(false)
  })
})

describe('a motion', () => {
  test('is read as the library wrote it', () => {
    for (const { motion, keys } of placements) {
      for (const [piece, rows] of Object.entries(keys as Record<string, number[][]>)) {
        const read = keysOf((motion.path as Record<string, string>)[piece]!)
        expect(read.map(({ frame }) => frame)).toEqual(rows.map(([frame]) => frame))
        read.forEach(({ pose }, i) =>
          pose.forEach((part, j) => expect(part).toBeCloseTo(rows[i]![j + 1]!, 3)),
        )
      }
    }
  })

  test('goes evenly between keys, and rests before and after', () => {
    const keys = [
      { frame: 2, pose: posed([0, 0, 0], UPRIGHT) },
      { frame: 6, pose: posed([8, 0, 0], UPRIGHT) },
    ]
    expect(poseAt(keys, 0)[0]).toBe(0)
    expect(poseAt(keys, 3)[0]).toBe(2)
    expect(poseAt(keys, 99)[0]).toBe(8)
  })

  test('begins where the piece was let go and ends where everything rests', () => {
    const before = restOf(motions.at(-2)!)
    const course = new Course(fall, before)
    expect(course.at(0).get('Pb')).toEqual(fall.start.map((part) => expect.closeTo(part, 1)))
    expect(course.at(0).get('Pr')).toEqual(before.get('Pr')!.map((p) => expect.closeTo(p, 1)))
    expect(course.at(course.frames)).toEqual(restOf(fall))
    const high = course.at(course.frames / 2).get('Pb')![2]
    expect(high).toBeLessThan(fall.start[2])
  })
})

describe('a held piece', () => {
  test('is let go exactly where the library lets go', () => {
    let lying: Layout = new Map()
    motions.forEach((motion, i) => {
      const tower = [...TOWER, 'Pb'].slice(0, i)
      const pose = heldPose(topOf(tower, lying), motion.spot.piece, motion.spot)
      expect(pose).toEqual(motion.start.map((part) => expect.closeTo(part, 3)))
      lying = restOf(motion)
    })
  })

  test('is nudged, but stays near the tower', () => {
    const top = topOf(['Lr'], tidily([['Lr']]))
    const spot = moved(straight('Sg'), top, 'Sg', 1.004, -2)
    expect([spot.x, spot.y]).toEqual([1, -2])
    const [far] = reach(top, 'Sg')
    expect(moved(spot, top, 'Sg', 500, 0).x).toBeCloseTo(far, 1)
    expect(reach(topOf([], new Map()), 'Sg')).toEqual([60, 60])
  })

  test('is turned round and round, and set on each of its faces', () => {
    expect(turned(straight('Tr'), -15).yaw).toBe(-15)
    expect(turned({ ...straight('Tr'), yaw: 175 }, 15).yaw).toBe(-170)
    expect(turned({ ...straight('Tr'), yaw: 170 }, 10).yaw).toBe(180)
    const standing = tipped(straight('Tr'), 'Tr')
    expect(standing.face).toBe('standing')
    expect(tipped(standing, 'Tr').face).toBe('lying')
    expect(tipped(straight('Lr'), 'Lr')).toEqual(straight('Lr'))
  })

  test('tells whether its weight is over the top', () => {
    const lying = tidily([['Lr']])
    const at = (x: number) => balance(['Lr'], lying, 'Sg', { ...straight('Sg'), x })
    expect(at(0)).toMatchObject({ over: true, safe: expect.closeTo(7.5) })
    expect(at(9)).toMatchObject({ over: true, safe: expect.closeTo(-1.5) })
    expect(at(12).over).toBe(false)
    expect(balance([], new Map(), 'Lr', straight('Lr')).weak).toBeNull()
  })

  test('tells which joint below would carry it worst', () => {
    const lying = new Map(tidily([['Lr', 'Tg']]))
    lying.set('Tg', lying.get('Tg')!.with(0, 7) as never)
    const { safe, weak } = balance(['Lr', 'Tg'], lying, 'Lg', straight('Lg'))
    expect(safe).toBeGreaterThan(0)
    expect(weak).toMatchObject({ below: 'Lr', safe: expect.closeTo(0.5, 0) })
  })
})

describe('a piece that is taken up', () => {
  const PIECES = Object.keys(SHAPES).map((shape) => `${shape}r`)
  const FACES = PIECES.flatMap((under) => shapeOf(under).faces.map((face) => ({ under, face })))

  test('is never over the middle of the tower, and always over the tower', () => {
    for (const { under, face } of FACES) {
      const pose = heldPose(topOf([], new Map()), under, { ...straight(under), face })
      const lying: Layout = new Map([[under, pose]])
      for (const piece of PIECES.map((each) => `${each[0]}g`)) {
        for (let ply = 0; ply < 40; ply++) {
          const spot = takenUp(piece, topOf([under], lying), ply)
          expect(Math.hypot(spot.x, spot.y)).toBeGreaterThan(3)
          expect(Math.hypot(spot.x, spot.y)).toBeLessThanOrEqual(6.01)
          expect(balance([under], lying, piece, spot).over).toBe(true)
        }
      }
    }
  })

  test('is there for everybody who looks, and elsewhere the next time', () => {
    const top = topOf(['Lr'], new Map([['Lr', posed([0, 0, 7.5], UPRIGHT)]]))
    expect(takenUp('Sg', top, 7)).toEqual(takenUp('Sg', top, 7))
    const places = Array.from({ length: 12 }, (_, ply) => takenUp('Sg', top, ply))
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(12)
    const sides = new Set(places.map(({ x, y }) => `${Math.sign(x)} ${Math.sign(y)}`))
    expect(sides.size).toBe(4)
  })

  test('is straight over a bare table', () => {
    expect(takenUp('Pr', topOf([], new Map()), 3)).toEqual(straight('Pr'))
  })
})

describe('the table', () => {
  test('shows the tower, where the last placement left it', () => {
    const rest = restOf(motions[3]!)
    const shown = layoutOf(board({ tower: TOWER }), rest)
    expect([...shown.keys()]).toEqual(TOWER)
    expect(shown.get('Tr')).toEqual(rest.get('Tr'))
  })

  test('shows everything a fall has left, until it is sorted out', () => {
    const stacks = [['Lr'], ['Pr', 'Or'], ['Tr'], ['Pb']]
    const chosen = { name: 'base', seat: 1, stacks, taking: true } as const
    expect(stacksOf(board({ phase: chosen }))).toEqual(stacks)
    const kept = { name: 'keep', seat: 1, loose: ['Lr', 'Tr'] } as const
    expect(stacksOf(board({ tower: ['Pr', 'Or'], phase: kept }))).toHaveLength(3)
    const over = { name: 'over', seat: 1, instead: kept } as const
    expect(stacksOf(board({ tower: ['Pr', 'Or'], phase: over }))).toHaveLength(3)
  })

  test('is laid out tidily where nobody knows how it was', () => {
    const shown = layoutOf(board({ tower: TOWER }), new Map())
    expect(shown.get('Tr')![2]).toBeCloseTo(5 + 10 + 15 + 2.5, 0)
    const apart = tidily([['Lr'], ['Sr'], ['Tr']])
    expect(new Set([...apart.values()].map(([x, y]) => `${x} ${y}`)).size).toBe(3)
  })
})

describe('the plain view', () => {
  test('looks from the front: right is right, up is up', () => {
    const front = { around: 0, above: 0 }
    expect(seen([3, 5, 7], front)).toEqual({ x: expect.closeTo(3), y: expect.closeTo(-7) })
    const high = { around: 0, above: 90 }
    expect(seen([3, 5, 7], high)).toEqual({ x: expect.closeTo(3), y: expect.closeTo(-5) })
    const right = { around: 90, above: 0 }
    expect(seen([3, 5, 7], right)).toEqual({ x: expect.closeTo(5), y: expect.closeTo(-7) })
    expect(axes(right).near[0]).toBeCloseTo(1)
  })

  test('shows three sides of a cube from above a corner, and one from straight above', () => {
    const one = tidily([['Lr']])
    expect(figures(one, { around: 30, above: 30 })[0]!.facets).toHaveLength(3)
    expect(figures(one, { around: 0, above: 90 })[0]!.facets).toHaveLength(1)
  })

  test('draws what lies below before what lies on it', () => {
    const drawn = figures(restOf(motions[3]!), { around: 0, above: 12 })
    expect(drawn.map(({ piece }) => piece)).toEqual(TOWER)
  })

  test('draws nothing over what lies before it, at any moment of a fall', () => {
    const course = new Course(fall, new Map())
    for (const around of [0, 90]) {
      for (let at = 0; at <= course.frames; at += course.frames / 12) {
        expect(hidden(course.at(at), { around, above: 10 }), `${around}° ${at}`).toEqual([])
      }
    }
  })

  test('gives a high tower the height of a pane that is not wide', () => {
    const tower = tidily([['Lr', 'Lb', 'Lg', 'Lo', 'Ly', 'Lp', 'Or', 'Ob', 'Og']])
    const { half, high } = paneOf(tower, true)
    expect(high).toBeGreaterThan(frame(tower, { around: 0, above: 0 }).h + 30)
    expect(half * 2).toBeLessThan(high * 0.8)
  })

  test('frames everything', () => {
    const { w, h } = frame(tidily([['Lr', 'Sr']]), { around: 0, above: 0 })
    expect([w, h]).toEqual([expect.closeTo(15), expect.closeTo(22, 0)])
    expect(cornersOf('Or', posed([0, 0, 0], UPRIGHT))).toHaveLength(16)
  })
})
