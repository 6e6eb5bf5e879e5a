import { describe, expect, test, vi } from 'vitest'
import {
  aroundTower,
  asSeen,
  before,
  dropAt,
  onTable,
  ringAround,
  seatAngle,
} from '../geometry/surroundings'
import { collapses } from '../motion/greatest-falls'
import { Deciding } from './pending-decision.svelte'
import { keyCommand } from '../keyboard'
import { tidily } from '../geometry/layout'
import { shapeOf, SHAPES } from '../pieces'
import { baseWith, keeping, partnersOf, poolOf, stockOf, toDo, toggled } from './stocks'
import { bodyOf } from '../three/piece-mesh'
import { eyeOf, orbitBetween, orbited, zoomed } from '../three/orbit'
import type { Phase, SplashBoard, SplashView } from '../types'

function seen(
  phase: Phase,
  legal: SplashView['legal'] = [],
  more: Partial<SplashBoard> = {},
): SplashView {
  const board: SplashBoard = {
    pool: [],
    box: [],
    tower: ['Lr'],
    top: 'Lr',
    hand: null,
    stocks: [
      ['Ly', 'Sr'],
      ['Lg', 'Tb'],
    ],
    drops: [0, 0],
    matching: [['Ly', 'Sr'], ['Lg']],
    teams: null,
    phase,
    ...more,
  }
  const about = { game: 'splash', version: 1, seats: board.stocks.length, options: {} }
  const { seat } = phase
  return {
    ...about,
    position: '',
    seat,
    to_move: seat,
    turn_begins: true,
    legal,
    outcome: null,
    board,
  }
}

const give = (piece: string, from: number | null = null) => ({
  text: `give:${piece}${from ? `<${from}` : ''}`,
  kind: 'give',
  piece,
  from,
})

describe('stocks', () => {
  const view = seen({ name: 'give', seat: 1 }, [give('Ly'), give('Tb', 2)])

  test('tell which pieces match, which may be given, and what to ask about the others', () => {
    expect(stockOf(view, 1)).toEqual([
      { piece: 'Ly', matches: true, decision: give('Ly'), attempt: 'give:Ly' },
      { piece: 'Sr', matches: true, decision: null, attempt: 'give:Sr' },
    ])
    expect(stockOf(view, 2).map(({ decision, attempt }) => [decision?.text, attempt])).toEqual([
      [undefined, 'give:Lg<2'],
      ['give:Tb<2', 'give:Tb<2'],
    ])
  })

  test('ask nothing while somebody else decides', () => {
    expect(stockOf(seen({ name: 'give', seat: 1 }), 1)[0]!.attempt).toBeNull()
  })

  test('offer the heap during the draft', () => {
    const take = { text: 'take:Pb', kind: 'take', piece: 'Pb' }
    const draft = seen({ name: 'draft', seat: 1 }, [take], { pool: ['Pb'], tower: [] })
    expect(poolOf(draft)).toMatchObject([{ piece: 'Pb', decision: take }])
  })

  test('know partners', () => {
    const teams = [
      [1, 3],
      [2, 4],
    ]
    expect(partnersOf({ ...view.board, teams }, 3)).toEqual([1])
    expect(partnersOf(view.board, 1)).toEqual([])
  })
})

describe('what is to be done', () => {
  test.each([
    [seen({ name: 'give', seat: 1 }, [], { tower: [] }), 'first'],
    [seen({ name: 'give', seat: 1 }), 'give'],
    [seen({ name: 'give', seat: 1 }, [], { matching: [[], ['Lg']] }), 'take'],
    [seen({ name: 'give', seat: 1 }, [], { matching: [[], []] }), 'free'],
    [seen({ name: 'place', seat: 1, piece: 'Ly' }), 'place'],
    [seen({ name: 'place', seat: 1, piece: 'Ly' }, [], { tower: [] }), 'lay'],
    [seen({ name: 'base', seat: 1, taking: true, stacks: [['Lr', 'Sr'], ['Tr']] }), 'base'],
    [seen({ name: 'base', seat: 1, taking: true, stacks: [['Lr'], ['Tr']] }), 'single'],
    [seen({ name: 'base', seat: 1, taking: false }), 'bump'],
    [seen({ name: 'keep', seat: 1 }), 'keep'],
    [seen({ name: 'over', seat: 1, instead: { name: 'keep', seat: 1 } }), 'keep'],
  ] as const)('is told by a key of the words: %#', (view, key) => {
    expect(toDo(view).key).toBe(key)
  })
})

describe('deciding', () => {
  const keep = { text: 'keep:Lr.Sr.Tb', kind: 'keep', pieces: ['Lr', 'Sr', 'Tb'] }
  const base = { text: 'base:Pr', kind: 'base', piece: 'Pr' }
  const outlets = { decide: vi.fn(), ask: vi.fn(), careful: () => false }

  test('picks three pieces; of four the first goes back', () => {
    expect(['Lr', 'Sr', 'Tb', 'Po'].reduce(toggled, [] as string[])).toEqual(['Sr', 'Tb', 'Po'])
    expect(toggled(['Lr', 'Sr'], 'Lr')).toEqual(['Sr'])
    const view = seen({ name: 'keep', seat: 1, loose: ['Lr', 'Sr', 'Tb', 'Po'] }, [keep])
    expect(keeping(view, ['Tb', 'Lr', 'Sr'])).toEqual(keep)
    expect(keeping(view, ['Tb', 'Lr'])).toBeNull()
  })

  test('chooses a stack by any of its pieces', () => {
    const stacks = [['Pr', 'Or'], ['Lg', 'Sg'], ['Tb']]
    const view = seen({ name: 'base', seat: 1, stacks, highest: ['Pr', 'Lg'] }, [base])
    expect(baseWith(view, 'Or')).toEqual(base)
    expect(baseWith(view, 'Tb')).toBeNull()
    new Deciding(outlets).touchPiece(view, 'Or')
    expect(outlets.decide).toHaveBeenLastCalledWith('base:Pr')
  })

  test('asks why where nothing can be decided', () => {
    const item = { piece: 'Lg', matches: false, decision: null, attempt: 'give:Lg' }
    new Deciding(outlets).touch(item)
    expect(outlets.ask).toHaveBeenLastCalledWith('give:Lg')
  })

  test('waits for a confirmation where somebody wants that', () => {
    outlets.decide.mockClear()
    const careful = new Deciding({ ...outlets, careful: () => true })
    const view = seen({ name: 'give', seat: 1 }, [give('Ly')])
    careful.touch(stockOf(view, 1)[0]!)
    expect(outlets.decide).not.toHaveBeenCalled()
    careful.confirm(view)
    expect(outlets.decide).toHaveBeenCalledWith('give:Ly')
    careful.clear()
    expect(careful.pending).toBeNull()
  })
})

describe('keys', () => {
  test('move, turn, tip and let go; with Shift a little', () => {
    expect(keyCommand('ArrowUp', false)).toEqual({ do: 'move', right: 0, away: 1 })
    expect(keyCommand('ArrowLeft', true)).toEqual({ do: 'move', right: -0.2, away: 0 })
    expect(keyCommand('q', false)).toEqual({ do: 'turn', degrees: 15 })
    expect(keyCommand('E', true)).toEqual({ do: 'turn', degrees: -1 })
    expect(keyCommand('f', false)).toEqual({ do: 'tip' })
    expect(keyCommand('Enter', false)).toEqual({ do: 'let-go' })
    expect(keyCommand('x', false)).toBeNull()
  })
})

describe('around the table', () => {
  const close = (numbers: readonly number[]) => numbers.map((number) => expect.closeTo(number, 5))

  test('the next seat is to the left', () => {
    expect(seatAngle(2, 4)).toBe(-90)
    expect(before(1, 4, 0, -80)).toEqual(close([0, -80]))
    expect(before(2, 4, 0, -80)).toEqual(close([-80, 0]))
  })

  test('steps are told as the viewer sees them', () => {
    expect(onTable(90, 1, 0)).toEqual(close([0, 1]))
    expect(asSeen(90, ...onTable(90, 3, 4))).toEqual(close([3, 4]))
  })

  test('stocks lie around the tower, clear of what has fallen', () => {
    const poses = tidily([['Lr'], ['Sr'], ['Tr']])
    const ring = ringAround(['Lr'], poses)
    expect(ring.centre).toEqual(poses.get('Lr')!.slice(0, 2))
    const board = seen({ name: 'give', seat: 1 }).board
    const lying = aroundTower(board, ring)
    expect(lying.size).toBe(4)
    for (const [x, y] of lying.values()) {
      expect(Math.hypot(x - ring.centre[0], y - ring.centre[1])).toBeGreaterThan(ring.inner - 1)
    }
    expect(dropAt(1, 2, 0, ring)).not.toEqual(dropAt(2, 2, 0, ring))
  })

  test('the heap has a place for every piece', () => {
    const pool = Object.keys(SHAPES).flatMap((shape) => [...'rygbop'].map((c) => shape + c))
    const board = { ...seen({ name: 'draft', seat: 1 }).board, pool, stocks: [[], []] }
    const lying = aroundTower(board, ringAround([], new Map()))
    expect(new Set([...lying.values()].map(([x, y]) => `${x} ${y}`)).size).toBe(30)
  })
})

describe('the camera', () => {
  const start = { around: 0, above: 20, near: 100, target: [0, 0, 10] } as const

  test('stands in front of the table and looks up to straight down', () => {
    const [x, y, z] = eyeOf(start)
    expect(x).toBeCloseTo(0)
    expect(y).toBeLessThan(0)
    expect(z).toBeGreaterThan(10)
    expect(orbited(start, 10, 500).above).toBe(89)
    expect(orbited(start, 10, -500)).toMatchObject({ around: 10, above: 1 })
    expect(zoomed(start, 0.001).near).toBeGreaterThan(10)
  })

  test('goes around the short way', () => {
    const to = { ...start, around: 350 }
    expect(orbitBetween(start, to, 0.5).around).toBeCloseTo(-5)
    expect(orbitBetween(start, { ...start, near: 50 }, 1).near).toBe(50)
  })
})

test.each(Object.keys(SHAPES))('the mesh of %s is closed and as large as the piece', (code) => {
  const shape = shapeOf(`${code}r`)
  const mesh = bodyOf(shape)
  mesh.computeBoundingBox()
  const { min, max } = mesh.boundingBox!
  expect([max.x - min.x, max.y - min.y, max.z - min.z]).toEqual(
    shape.size.map((size) => expect.closeTo(size, 3)),
  )
  const place = mesh.getAttribute('position')
  const facing = mesh.getAttribute('normal')
  for (let i = 0; i < place.count; i++) {
    const outwards =
      place.getX(i) * facing.getX(i) +
      place.getY(i) * facing.getY(i) +
      place.getZ(i) * facing.getZ(i)
    expect(outwards).toBeGreaterThan(0)
  }
})

test('the greatest collapses come first', () => {
  const fell = (ply: number, ...stacks: string[][]) => ({
    ply,
    seat: 1,
    decision: 'falls',
    events: [{ event: 'fell', stacks, highest: [stacks[0]![0]] }],
  })
  const stood = { ply: 2, seat: 1, decision: 'stands', events: [{ event: 'stood' }] }
  const high = fell(3, ['Tr', 'To'], ['Pr', 'Py', 'Pg'])
  const moves = [fell(1, ['Lr', 'Sr'], ['Tr']), stood, high, fell(5, ['Lr'], ['Sr'], ['Tr'])]
  expect(collapses(moves)).toEqual([
    { ply: 3, fallen: 3 },
    { ply: 5, fallen: 2 },
    { ply: 1, fallen: 1 },
  ])
})
