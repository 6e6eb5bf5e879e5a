import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Happened } from '../../wire.gen'
import placements from '../fixtures/placements.json'
import type { Motion } from '../motion/motion'
import { takenUp } from '../geometry/holding'
import { restOf } from '../geometry/layout'
import { SplashTable } from './table.svelte'
import type { SplashBoard, SplashView } from '../types'

const motions = placements.map(({ motion }) => motion as unknown as Motion)
const TOWER = ['Pr', 'Or', 'Lr', 'Tr']

function view(more: Partial<SplashBoard>, seat = 1): SplashView {
  const board: SplashBoard = {
    pool: [],
    box: [],
    tower: [],
    top: null,
    hand: null,
    stocks: [['Ly'], ['Lg']],
    drops: [0, 0],
    matching: [[], []],
    teams: null,
    phase: { name: 'give', seat },
    ...more,
  }
  const about = { game: 'splash', version: 1, seats: 2, options: {}, position: '' }
  return { ...about, seat, to_move: seat, turn_begins: true, legal: [], outcome: null, board }
}

const placing = view({
  tower: TOWER,
  hand: { seat: 2, piece: 'Pb' },
  phase: { name: 'place', seat: 2, piece: 'Pb' },
})
const fallen = view({
  phase: { name: 'base', seat: 2, stacks: motions[4]!.stacks, highest: [], taking: true },
})
const step: Happened = { ply: 41, seat: 2, decision: 'falls', events: [], motion: 9 }

let speed: number
let seen: Happened[]
const begun = vi.fn()
const ended = vi.fn()
const knocked = vi.fn()
let lost: boolean // the line, so that no motion can be had
let resumed: number | null
let table: SplashTable

beforeEach(() => {
  speed = 0
  seen = []
  resumed = null
  lost = false
  begun.mockClear()
  ended.mockClear()
  knocked.mockClear()
  table = new SplashTable({
    speed: () => speed,
    motion: async (number) => (lost ? null : motions[number === 9 ? 4 : 3]!),
    rest: async (ply) => (ply === 43 ? restOf(motions[1]!) : restOf(motions[3]!)),
    happened: (each) => seen.push(each),
    knock: knocked,
    begins: begun,
    ends: ended,
    resumes: (number) => number === resumed,
  })
})

describe('the table', () => {
  test('shows where the match is, with the piece to be placed over the tower', async () => {
    await table.follow({ view: placing, ply: 41, motion: 7, moves: [] })
    expect([...table.poses.keys()]).toEqual(TOWER)
    expect(table.top.piece).toBe('Tr')
    expect(table.spot).toEqual(takenUp('Pb', table.top, 41))
    expect(table.held!.pose[2]).toBeGreaterThan(table.top.at[2])
    expect(begun).not.toHaveBeenCalled()
  })

  test('shows how the piece is held, as long as it is in the hand', async () => {
    await table.follow({ view: placing, ply: 41, motion: 7, moves: [] })
    table.hold({ face: 'edge', yaw: 30, x: 1, y: 2 })
    expect(table.spot!.face).toBe('edge')
    await table.follow({ view: { ...placing, seat: 2 }, ply: 41, motion: 7, moves: [] })
    expect(table.spot!.face).toBe('edge')
    await table.follow({ view: fallen, ply: 42, motion: 9, moves: [step] })
    table.hold({ face: 'flat', yaw: 0, x: 0, y: 0 })
    expect(table.spot).toBeNull()
  })

  test('lets what happened be seen, and then goes on', async () => {
    await table.follow({ view: placing, ply: 41, motion: 7, moves: [] })
    await table.follow({ view: fallen, ply: 42, motion: 9, moves: [step] })
    expect(seen).toEqual([step])
    expect(begun).toHaveBeenCalledWith(9)
    expect(ended).toHaveBeenCalledWith(9)
    expect(table.last).toBe(motions[4])
    expect(new Map(table.poses)).toEqual(restOf(motions[4]!))
    expect(table.moving).toBe(false)
  })

  test('asks how the tower stands without what was taken off', async () => {
    await table.follow({ view: fallen, ply: 42, motion: 9, moves: [] })
    const kept: Happened = { ply: 42, seat: 2, decision: 'base:Pr', events: [] }
    const left = view({ tower: ['Pr', 'Or'] })
    await table.follow({ view: left, ply: 43, motion: 9, moves: [step, kept] })
    expect(table.poses.get('Or')).toEqual(restOf(motions[1]!).get('Or'))
  })

  test('takes time for a fall, unless it is skipped', async () => {
    speed = 0.02 // slow enough to be caught at it
    await table.follow({ view: placing, ply: 41, motion: 7, moves: [] })
    const over = table.follow({ view: fallen, ply: 42, motion: 9, moves: [step] })
    await vi.waitFor(() => expect(table.moving).toBe(true))
    expect(table.view).toBe(placing)
    table.skip()
    await over
    expect(table.view).toBe(fallen)
  })

  test('slows down at the decisive moment, which is skipped like everything else', async () => {
    await table.follow({ view: placing, ply: 41, motion: 7, moves: [] })
    speed = 1
    const over = table.follow({ view: fallen, ply: 42, motion: 9, moves: [step] })
    await vi.waitFor(() => expect(table.slow).toBe(true), { timeout: 4000, interval: 5 })
    expect(seen).toEqual([])
    table.skip()
    await over
    expect(table.slow).toBe(false)
    expect(seen).toEqual([step])
  })

  test('is never slow where nothing shall move, and is heard once', async () => {
    await table.follow({ view: placing, ply: 41, motion: 7, moves: [] })
    knocked.mockImplementation(() => expect(table.slow).toBe(false))
    await table.follow({ view: fallen, ply: 42, motion: 9, moves: [step] })
    expect(table.slow).toBe(false)
    expect(knocked).toHaveBeenCalledTimes(1)
  })

  test('takes a film as a whole', async () => {
    await table.follow({ view: fallen, ply: 42, motion: 9, moves: [] })
    const before = table.poses
    const over = table.again(motions[4]!)
    await vi.waitFor(() => expect(table.filming).toBe(true))
    table.skip()
    await vi.waitFor(() => expect(table.frame).toBeGreaterThan(3))
    await over
    expect(table.filming).toBe(false)
    expect(table.poses).toBe(before)
  })

  test('lets a piece be brought to the tower where only its outcome is known', async () => {
    speed = 0.05 // slow enough to be caught at it
    await table.follow({ view: placing, ply: 41, motion: 7, moves: [] })
    const last = { ...step, motion: null, decision: 'stands' }
    const over = table.follow({ view: view({}), ply: 42, motion: null, moves: [last] })
    await vi.waitFor(() => expect(table.moving).toBe(true))
    table.skip()
    await over
    expect(table.moving).toBe(false)
    expect(table.ply).toBe(42)
  })

  test('shows a fall again that was under way when the page was loaded anew', async () => {
    resumed = 9
    speed = 0.02 // slow enough to be caught at it
    const shown = table.follow({ view: fallen, ply: 42, motion: 9, moves: [] })
    await vi.waitFor(() => expect(table.moving).toBe(true))
    expect(table.poses.get('Pb')![2]).toBeGreaterThan(motions[4]!.poses.Pb![2])
    table.skip()
    await shown
    expect(new Map(table.poses)).toEqual(restOf(motions[4]!))
  })

  test('has not shown a fall of which it could learn nothing', async () => {
    await table.follow({ view: placing, ply: 41, motion: 7, moves: [] })
    lost = true
    await table.follow({ view: fallen, ply: 42, motion: 9, moves: [step] })
    expect(begun).toHaveBeenCalledWith(9)
    expect(ended).not.toHaveBeenCalled()
    expect(table.ply).toBe(42)
    expect(table.moving).toBe(false)
  })

  test('jumps where decisions are missing, or were taken back', async () => {
    await table.follow({ view: placing, ply: 41, motion: 7, moves: [] })
    await table.follow({ view: fallen, ply: 45, motion: 9, moves: [step] })
    expect(seen).toEqual([])
    expect(table.ply).toBe(45)
    await table.follow({ view: placing, ply: 41, motion: 7, moves: [] })
    expect(table.ply).toBe(41)
  })

  test('leaves what it was showing for another moment', async () => {
    speed = 0.02 // slow enough to be caught at it
    await table.follow({ view: placing, ply: 41, motion: 7, moves: [] })
    void table.watch(step, fallen, 42)
    await vi.waitFor(() => expect(table.moving).toBe(true))
    await table.jump(view({ tower: ['Pr', 'Or'] }), 43)
    expect(table.ply).toBe(43)
    expect(table.moving).toBe(false)
    expect(seen).toEqual([])
  })
})
