import { afterEach, describe, expect, test, vi } from 'vitest'
import { scene } from '../../board/fixtures'
import { nexus, type Nexus, type Ring } from '../../games/nexus/table'
import { robotory } from '../../games/robotory/table'
import type { Table, View } from '../../board/types'
import { api } from '../../net/api'
import { speak } from '../../lib/i18n.svelte'
import { arrowsOf, firstTurn, followed, inWords } from './variations'

const opening = scene('robotory', 'opening').views[0]! as View
const leap = scene('nexus', 'leap').views[0]! as View
const ring = (at: string, marbles: number[]): Ring => {
  const [q, r] = at.split(',').map(Number)
  return { at, q: q!, r: r!, marbles }
}

describe('an arrow', () => {
  test('goes from what is taken up to where it goes', () => {
    expect(arrowsOf(robotory as Table, opening, 'w@b4')).toEqual([{ from: 'p1:w', to: 'b4' }])
  })

  test('of a leap leads to where it ends, and what is given up has a mark of its own', () => {
    expect(arrowsOf(nexus as Table, leap, '0,0>-2,2!-1,0')).toEqual([
      { from: '0,0', to: '-2,2' },
      { from: '-1,0', to: '-1,0', lost: true },
    ])
  })

  test('of a walk leads through one’s own chain', () => {
    const chain = ['0,0', '1,0', '1,1'].map((at) => ring(at, [1, 0]))
    const foreign = [ring('0,1', [0, 1]), ring('0,2', [0, 0])]
    const walk = { kind: 'walk', text: '0,0>0,2', from: '0,0', to: '0,2' }
    const board = { ...(leap.board as Nexus), rings: [...chain, ...foreign] }
    const view = { ...leap, board, to_move: 1, legal: [walk] }
    expect(arrowsOf(nexus as Table, view, walk.text)).toEqual([
      { from: '0,0', to: '0,2', via: ['1,0', '1,1'] },
    ])
    const step = { kind: 'walk', text: '0,0>0,1', from: '0,0', to: '0,1' }
    expect(arrowsOf(nexus as Table, { ...view, legal: [step] }, step.text)[0]!.via).toEqual([])
  })

  test('points at a single spot', () => {
    const rings = scene('nexus', 'rings').views[0]! as View
    expect(arrowsOf(nexus as Table, rings, '-0,-2')).toEqual([{ from: '0,-2', to: '0,-2' }])
  })

  test('is not drawn for what is not offered', () => {
    expect(arrowsOf(robotory as Table, opening, 'stop')).toEqual([])
    expect(arrowsOf(robotory as Table, opening, undefined)).toEqual([])
  })
})

describe('a line', () => {
  afterEach(() => vi.restoreAllMocks())

  test('is followed from its position, and tells what happened last', async () => {
    const happened = [{ ply: 0, seat: 1, decision: 'w@b4', events: [] }]
    const tried = vi
      .spyOn(api, 'attempt')
      .mockResolvedValue({ ply: 1, view: opening, happened } as never)
    const { last } = await followed(opening, ['w@b4'], api)
    expect(tried.mock.calls[0]![0]).toMatchObject({
      game: 'robotory',
      position: opening.position,
      decisions: ['w@b4'],
    })
    expect(last).toBe(happened[0])
  })

  test('is told turn by turn, and each part leads as far as its last decision', async () => {
    await speak('en')
    const step = (ply: number, from: string, to: string) => ({
      ply,
      seat: 1,
      decision: `R${to}`,
      events: [{ event: 'stepped', seat: 1, robot: 'R', from, to }],
    })
    const stop = { event: 'stopped', seat: 1, robot: 'R' }
    const happened = [
      step(0, 'd3', 'd2'),
      step(1, 'd2', 'd1'),
      { ply: 2, seat: 1, decision: 'stop', events: [stop] },
      { ...step(3, 'd1', 'c1'), seat: 2 },
    ]
    vi.spyOn(api, 'attempt').mockResolvedValue({ ply: 4, view: opening, happened } as never)
    const how = { names: (seat: number) => `${seat}`, places: true }
    const parts = await inWords(opening, ['Rd2', 'Rd1', 'stop', 'Rc1'], how, api)
    expect(parts.map(({ seat, steps }) => [seat, steps])).toEqual([
      [1, 2],
      [1, 3],
      [2, 4],
    ])
    expect(firstTurn(parts).map(({ text }) => text)).toEqual([
      'moves the red robot from d3 to d2 and d1',
      'stops the red robot',
    ])
    expect(firstTurn([])).toEqual([])
  })
})
