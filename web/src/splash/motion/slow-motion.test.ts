import { describe, expect, test } from 'vitest'
import placements from '../fixtures/placements.json'
import { posed, times, turn, turnOf, type Pose, type Vector } from '../geometry/space'
import { decisive, scattered, SLOW, Timeline } from './slow-motion'
import { Course, RATE, type Layout, type Motion } from './motion'

const motions = placements.map(({ motion }) => motion as unknown as Motion)
const [calm, fall] = [motions[1]!, motions[4]!]

/** A large cube on another, `aside` millimetres off its middle. */
function cubes(aside: number): Record<string, Pose> {
  return { Lr: posed([0, 0, 7.5], [1, 0, 0, 0]), Lg: posed([aside, 0, 22.52], [1, 0, 0, 0]) }
}

/** A motion with so many frames, as the poses of a function of the frame. */
function course(frames: number, at: (frame: number) => Record<string, Pose>): Course {
  const poses = at(frames)
  const spot = { piece: 'Lg', face: 'flat', yaw: 0, x: 0, y: 0 }
  const outcome = { spot, stands: true, decision: 'stands', stacks: [['Lr', 'Lg']] }
  const motion: Motion = { ...outcome, start: at(0).Lg!, poses, path: {}, frames }
  const made = new Course(motion, new Map())
  made.at = (frame) => new Map(Object.entries(at(Math.min(frame, frames))))
  return made
}

function leaning(poses: Record<string, Pose>, piece: string, degrees: number, down = 0) {
  const [x, y, z] = poses[piece]!
  const turned = times(turn('y', degrees), turnOf(poses[piece]!))
  return { ...poses, [piece]: posed([x, y, z - down], turned) }
}

/** The tower begins to lean at a frame, by a degree each frame, and falls. */
function tipping(from: number, frames = 200): Course {
  return course(frames, (frame) => {
    const lean = Math.max(0, frame - from)
    return leaning(cubes(0), 'Lr', lean, lean > 40 ? 20 : 0)
  })
}

describe('the decisive moment', () => {
  test('begins when a piece of the tower leans more than before', () => {
    expect(decisive(tipping(50))[0]!.from).toBe(53)
  })

  test('ends when something has come down', () => {
    expect(decisive(tipping(50))).toEqual([{ from: 53, to: 91 }])
  })

  test('is a second at most', () => {
    const rocking = course(500, (frame) => leaning(cubes(0), 'Lr', frame > 100 ? 3 : 0))
    expect(decisive(rocking)).toEqual([{ from: 101, to: 101 + RATE }])
  })

  test('is none where a piece is set down askew and comes to lie', () => {
    const settling = course(30, (frame) => leaning(cubes(0), 'Lg', Math.max(0, 9 - frame)))
    expect(decisive(settling)).toEqual([])
    expect(decisive(new Course(calm, new Map(Object.entries(motions[0]!.poses))))).toEqual([])
  })

  test('is one where the new piece rocks over', () => {
    const rocking = course(60, (frame) => leaning(cubes(0), 'Lg', 5 - frame))
    expect(decisive(rocking)).toEqual([{ from: 9, to: 60 }])
  })

  test('is the first one, too, where the weight comes down at the edge, whatever follows', () => {
    const still = course(90, () => cubes(7.2))
    expect(decisive(still)).toEqual([{ from: 0, to: RATE / 2 }])
    expect(decisive(course(90, () => cubes(7.9)))).toEqual(decisive(still))
    expect(decisive(course(90, () => cubes(5)))).toEqual([])
    const late = course(200, (frame) => leaning(cubes(7.2), 'Lg', Math.max(0, frame - 100)))
    expect(decisive(late)).toHaveLength(2)
    const early = course(200, (frame) => leaning(cubes(7.2), 'Lg', Math.max(0, frame - 10)))
    expect(decisive(early)).toEqual([{ from: 0, to: 13 + RATE }])
  })

  test('does not begin otherwise for what will stand than for what will fall', () => {
    // Alike up to the 80th frame; then one comes back, and the other does not.
    const lean = (frame: number) => Math.max(0, Math.min(frame, 80) - 60)
    const stands = course(300, (frame) =>
      leaning(cubes(0), 'Lr', frame > 80 ? Math.max(0, 100 - frame) : lean(frame)),
    )
    const falls = course(300, (frame) =>
      leaning(cubes(0), 'Lr', frame > 80 ? frame - 60 : lean(frame), frame > 95 ? 30 : 0),
    )
    expect(decisive(stands)[0]!.from).toBe(decisive(falls)[0]!.from)
  })

  test('is found in a fall of the library', () => {
    const [first] = decisive(new Course(fall, new Map(Object.entries(motions[3]!.poses))))
    expect(first!.from).toBeLessThan(fall.frames)
    expect(first!.to).toBeLessThanOrEqual(fall.frames)
  })
})

describe('the time a motion takes', () => {
  test('is as long as its frames where nothing is slow', () => {
    const time = new Timeline(120, [])
    expect(time.ms).toBeCloseTo(2000)
    expect(time.frameAt(1000)).toBeCloseTo(60)
    expect(time.frameAt(time.ms)).toBeCloseTo(120)
  })

  test('is longer by its slow moments, and shows every frame in its order', () => {
    const time = new Timeline(120, [{ from: 30, to: 60 }])
    expect(time.ms).toBeCloseTo(1500 + 500 / SLOW)
    expect(time.frameAt(500)).toBeCloseTo(30)
    expect(time.frameAt(500 + 250 / SLOW)).toBeCloseTo(45)
    expect(time.frameAt(500 + 500 / SLOW)).toBeCloseTo(60)
    const frames = Array.from({ length: 200 }, (_, i) => time.frameAt((i * time.ms) / 199))
    expect(frames).toEqual(frames.toSorted((a, b) => a - b))
    expect(frames.at(-1)).toBeCloseTo(120)
  })
})

test('the camera steps back only when something lies far from where it was', () => {
  const at = (x: number): Layout => new Map([['Lr', posed([x, 0, 7.5] as Vector, [1, 0, 0, 0])]])
  expect(scattered(at(0), at(10))).toBe(false)
  expect(scattered(at(0), at(20))).toBe(true)
})
