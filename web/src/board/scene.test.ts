import { describe, expect, test } from 'vitest'
import { scene, scenes } from './fixtures'
import { nexus } from '../games/nexus/table'
import { repulso } from '../games/repulso/table'
import { robotory } from '../games/robotory/table'
import { laidOut, marked, plan } from './scene'
import type { Item, Table, Thing } from './types'

const TABLES = [repulso, robotory, nexus] as Table[]

function lying(items: readonly Item[]): string[] {
  return items.map(({ look, at }) => `${look}@${at}`).toSorted()
}

function walk(table: Table, name: string) {
  const { views, events } = scene(table.game, name)
  let things: readonly Thing[] = laidOut(table, views[0]!)
  return events.map((happened, i) => {
    const frames = plan(table, things, happened, views[i + 1]!)
    things = frames.at(-1)!.things
    return frames
  })
}

describe.each(TABLES)('$game', (table) => {
  test('the frame before the last already shows what the next view says', () => {
    for (const { views, events } of scenes(table.game)) {
      let things: readonly Thing[] = laidOut(table, views[0]!)
      events.forEach((happened, i) => {
        const frames = plan(table, things, happened, views[i + 1]!)
        const last = frames.at(-2)?.things ?? things
        const left = last.filter(({ motion }) => motion?.to !== null)
        things = frames.at(-1)!.things
        expect(lying(left)).toEqual(lying(table.items(views[i + 1]!.board)))
        expect(things.map(({ id }) => id)).toEqual(left.map(({ id }) => id))
      })
    }
  })

  test('things are drawn layer by layer and never change their order', () => {
    for (const frames of walk(table, 'random')) {
      for (const { things } of frames) {
        const layers = things.map(({ look }) => table.layers.findIndex((l) => look.startsWith(l)))
        expect(layers).not.toContain(-1)
        expect(layers).toEqual(layers.toSorted((a, b) => a - b))
      }
    }
  })

  test('no two things lie on one another', () => {
    for (const { views } of scenes(table.game)) {
      for (const view of views) {
        const things = laidOut(table, view)
        const poses = things.map((thing) => table.pose(thing, things, view))
        const places = poses.map(
          ({ x, y }, i) => `${things[i]!.look[0]}${x.toFixed()},${y.toFixed()}`,
        )
        expect(new Set(places).size).toBe(places.length)
      }
    }
  })

  test('everything lies inside the box', () => {
    for (const { views } of scenes(table.game)) {
      for (const view of views) {
        const { x, y, width, height } = table.box(view)
        const things = laidOut(table, view)
        const points = [
          ...things.map((thing) => table.pose(thing, things, view)),
          ...table.cells(view),
          ...table.trays(view),
          ...table.trays(view).map((tray) => ({ x: tray.x + tray.width, y: tray.y + tray.height })),
        ]
        for (const point of points) {
          expect(point.x).toBeGreaterThanOrEqual(x)
          expect(point.x).toBeLessThanOrEqual(x + width)
          expect(point.y).toBeGreaterThanOrEqual(y)
          expect(point.y).toBeLessThanOrEqual(y + height)
        }
      }
    }
  })
})

function hows(table: Table, name: string): (string | null)[] {
  return walk(table, name)
    .flatMap((frames) => frames.map(({ how }) => how))
    .filter(Boolean)
}

describe('movements', () => {
  const [repulso, robotory, nexus] = TABLES as [Table, Table, Table]

  test('stones of Repulso are placed and pieces slide', () => {
    const placed = Array.from({ length: 5 }, () => 'place')
    expect(hows(repulso, 'movement')).toEqual([
      ...placed,
      ...Array.from({ length: 4 }, () => 'slide'),
    ])
  })

  test('robots hop and eat', () => {
    expect(hows(robotory, 'eating')).toEqual(['hop', 'eat', 'hop', 'eat'])
  })

  test('a refill takes all its discs at once', () => {
    const [frames] = walk(robotory, 'refill')
    expect(frames!.map(({ how }) => how)).toEqual(['take', null])
    expect(frames![0]!.things.filter(({ motion }) => motion).length).toBe(2)
  })

  test('rings are lifted and laid', () => {
    const four = (how: string) => Array.from({ length: 4 }, () => how)
    expect(hows(nexus, 'rings')).toEqual([...four('lift'), ...four('lay')])
  })

  test('captures are seen, by majority and by surrounding', () => {
    expect(hows(nexus, 'majority')).toEqual(['slide', 'slide', 'capture'])
    expect(hows(nexus, 'surround')).toEqual(['slide', 'slide', 'capture', 'capture'])
  })

  test('a leap begins with its sacrifice', () => {
    expect(hows(nexus, 'leap')).toEqual(['sacrifice', 'hop', 'slide'])
  })

  test('who leaves the game takes all marbles along', () => {
    const { views } = scene('nexus', 'random')
    const view = views.at(-1)!
    const things = laidOut(nexus, view)
    const mine = things.filter(({ look }) => look === 'marble-1').length
    expect(nexus.motions({ event: 'left', seat: 1 }, things)).toHaveLength(mine)
  })

  test('what an unknown event did is seen from the view alone', () => {
    const { views } = scene('repulso', 'opening')
    const frames = plan(repulso, laidOut(repulso, views[0]!), [{ event: 'new' }], views[2]!)
    expect(frames).toHaveLength(1)
    expect(lying(frames[0]!.things)).toEqual(lying(repulso.items(views[2]!.board)))
  })

  test('the last turn is marked where it happened', () => {
    const { events } = scene('robotory', 'eating')
    expect([...marked(robotory, events.flat())]).toEqual(['d3', 'd2', 'e2'])
  })
})
