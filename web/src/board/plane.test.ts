import { describe, expect, test } from 'vitest'
import { scene } from './fixtures'
import { nexus, type Nexus } from '../games/nexus/table'
import { ahead, around, end, rows, towards, turned } from './plane'
import { repulso, type Repulso } from '../games/repulso/table'
import { robotory, type Robotory } from '../games/robotory/table'

const squares = repulso.cells(scene<Repulso>('repulso', 'opening').views[0]!)
const hexes = robotory.cells(scene<Robotory>('robotory', 'opening').views[0]!)
const rings = nexus.cells(scene<Nexus>('nexus', 'opening').views[0]!)

describe('turning', () => {
  test('half a turn brings p2 to the lower edge', () => {
    expect(towards(2, 2)).toBe(180)
    expect(turned({ x: 10, y: -20 }, 180)).toEqual({ x: -10, y: 20 })
  })

  test('nobody in particular looks from the side of p1', () => {
    expect(towards(null, 4)).toBe(0)
    expect(turned({ x: 1, y: 2 }, 360)).toEqual({ x: 1, y: 2 })
  })
})

describe('arrow keys', () => {
  test('walk over squares', () => {
    expect(ahead(squares, 'c3', 'up')).toBe('c4')
    expect(ahead(squares, 'c3', 'left')).toBe('b3')
    expect(ahead(squares, 'f3', 'right')).toBe('f3')
  })

  test.each(['left', 'right', 'up', 'down'] as const)(
    'lead back where they came from: %s',
    (way) => {
      const opposite = { left: 'right', right: 'left', up: 'down', down: 'up' } as const
      for (const [cells, start] of [
        [hexes, 'c3'],
        [rings, '0,0'],
      ] as const) {
        const there = ahead(cells, start, way)
        expect(there).not.toBe(start)
        expect(ahead(cells, there, opposite[way])).toBe(start)
      }
    },
  )

  test.each([
    ['squares', squares],
    ['hexes', hexes],
    ['rings', rings],
  ] as const)('reach all %s', (_, cells) => {
    const reached = new Set([cells[0]!.spot])
    for (const spot of reached) {
      for (const way of ['up', 'down', 'left', 'right'] as const)
        reached.add(ahead(cells, spot, way))
    }
    expect(reached.size).toBe(cells.length)
  })

  test('Home and End lead to the ends of a row', () => {
    expect(end(squares, 'c3', true)).toBe('a3')
    expect(end(squares, 'c3', false)).toBe('f3')
    expect(end(squares, 'nowhere', true)).toBe('nowhere')
  })
})

describe('rows', () => {
  test('are read from the top left', () => {
    expect(rows(squares).map((row) => row.length)).toEqual([6, 6, 6, 6, 6, 6])
    expect(rows(squares)[0]![0]!.spot).toBe('a6')
    expect(rows(rings).map((row) => row.length)).toEqual([3, 4, 5, 4, 3])
  })

  test('of hexes are half a hex apart', () => {
    expect(rows(hexes).flat()).toHaveLength(24)
    expect(rows(hexes)[0]!.map(({ spot }) => spot)).toEqual(['c6'])
  })
})

test('a box leaves a margin around its points', () => {
  expect(
    around(
      [
        { x: 0, y: 0 },
        { x: 4, y: 2 },
      ],
      1,
    ),
  ).toEqual({ x: -1, y: -1, width: 6, height: 4 })
})
