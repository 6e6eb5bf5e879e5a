import { describe, expect, it } from 'vitest'
import { choose, targets, touch } from '../../board/choosing'
import { pictured, pointOf, spotAt } from './table'
import { laidOut, marked, plan } from '../../board/scene'
import type { View } from '../../board/types'

const table = pictured('nim')
const place = (name: string, x: number, y: number) => ({ name, x, y, width: 20, height: 40 })
const view: View = {
  game: 'nim',
  version: 1,
  seats: 2,
  options: {},
  position: '1,2 p1',
  seat: 1,
  to_move: 1,
  turn_begins: true,
  legal: [
    { text: '1:1', kind: 'take', places: ['a'] },
    { text: '2:1', kind: 'take', places: ['b', 'c'] },
    { text: '2:2', kind: 'take', places: ['b', 'c'] },
    { text: 'pass', kind: 'pass' },
  ],
  outcome: null,
  board: {},
  picture: {
    svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 0 100 50"/>',
    box: [-10, 0, 100, 50],
    places: [place('a', -10, 0), place('b', 30, 0), place('c', 30, 10)],
  },
}

describe('a game that is shown by its own picture', () => {
  it('is as large as any board, whatever units it is drawn in', () => {
    expect(table.box(view)).toEqual({ x: 0, y: 0, width: 800, height: 400 })
  })

  it('can be touched where its places are', () => {
    const [a, b, c] = table.cells(view)
    expect([a!.spot, a!.x, a!.y]).toEqual(['a', 80, 160])
    expect([b!.row, b!.column, c!.row, c!.column]).toEqual([0, 1, 1, 1])
    expect(a!.outline).toBe('M-80 -160h160v320h-160Z')
  })

  it('takes the decision whose places are touched one by one', () => {
    expect(targets(choose(table, view))).toEqual(new Set(['a', 'b']))
    expect(touch(choose(table, view), 'a')).toMatchObject({
      is: 'chosen',
      decision: { text: '1:1' },
    })
  })

  it('asks by name where the same places mean several decisions', () => {
    const first = touch(choose(table, view), 'b').choosing
    expect(touch(first, 'c').choosing.choices.map(({ text }) => text)).toEqual(['2:1', '2:2'])
  })

  it('leaves decisions without places to the list', () => {
    expect(table.paths(view.legal[3]!, view)).toEqual([])
  })

  it('knows where a piece is held over the picture, whatever units it is drawn in', () => {
    const surface = { x: 40, y: 25, unit: 2, width: 30, depth: 20 }
    const at = pointOf(view, surface, { x: 10, y: -5 })
    expect(at).toEqual({ x: 560, y: 280 }) // right of the middle, and below it
    expect(spotAt(view, surface, at)).toEqual({ x: 10, y: -5 })
    expect(spotAt(view, surface, { x: 400, y: 200 })).toEqual({ x: 0, y: 0 })
    expect(spotAt(view, surface, { x: -900, y: 2000 })).toEqual({ x: -15, y: -10 })
  })

  it('offers nothing to touch while a piece is to be let go', () => {
    const placing = { faces: ['flat'], surface: null }
    expect(table.cells({ ...view, picture: { ...view.picture!, placing } })).toEqual([])
  })

  it('marks the places that an event names, and moves nothing', () => {
    expect(marked(table, [{ event: 'taken', places: ['a'] }, { event: 'turn' }])).toEqual(
      new Set(['a']),
    )
    expect(laidOut(table, view)).toEqual([])
    expect(plan(table, [], [{ event: 'taken', places: ['a'] }], view)).toHaveLength(1)
  })
})
