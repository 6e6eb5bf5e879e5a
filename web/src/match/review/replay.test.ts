import { beforeEach, expect, test } from 'vitest'
import { go } from '../../lib/router.svelte'
import type { Frame, MatchInfo } from '../../wire.gen'
import { Replay } from './replay.svelte'

const frames = [0, 1, 2, 3].map((ply) => ({
  ply,
  happened: ply ? { ply: ply - 1, seat: 1, decision: `d${ply}`, events: [] } : null,
})) as unknown as Frame[]
let shown: [number, boolean][]

function replay(): Replay {
  return new Replay(
    { id: 'm' } as MatchInfo,
    frames,
    ({ ply }, step) => void shown.push([ply, step]),
    0,
  )
}

beforeEach(() => {
  shown = []
  go('/replay/m', { replace: true, keep: true })
})

test('a replay opens at its end, or where its address says', () => {
  expect(replay().ply).toBe(3)
  for (const [at, ply] of [
    ['2', 2],
    ['99', 3],
    ['-1', 0],
    ['x', 0],
    ['1.5', 1],
  ] as const) {
    go(`/replay/m?ply=${at}`, { keep: true })
    expect(replay().ply).toBe(ply)
  }
})

test('an analysis stays in the address, so that a link leads to it', async () => {
  expect(replay().analysed).toBe(false)
  const game = replay()
  game.keepAnalysis()
  await game.show(1)
  expect([location.search, replay().analysed]).toEqual(['?ply=1&analysis=', true])
})

test('the next ply is a step, every other one a jump; nothing lies beyond the ends', async () => {
  const game = replay()
  for (const to of [1, 2, 1, 9, -9]) await game.show(to)
  expect(shown).toEqual([
    [1, false],
    [2, true],
    [1, false],
    [3, false],
    [0, false],
  ])
  expect(game.moves.map(({ decision }) => decision)).toEqual(['d1', 'd2', 'd3'])
})

test('it runs to the end by itself, from the start if it is there already', async () => {
  const game = replay()
  await game.run()
  expect(shown.map(([ply]) => ply)).toEqual([0, 1, 2, 3])
  expect(game.running).toBe(false)
})

test('arrow keys step, but not where they are wanted otherwise', () => {
  const game = replay()
  const press = (key: string, target: HTMLElement) => {
    const event = new KeyboardEvent('keydown', { key, cancelable: true })
    Object.defineProperty(event, 'target', { value: target })
    game.key(event)
    return event.defaultPrevented
  }
  expect(press('Home', document.body)).toBe(true)
  expect(game.ply).toBe(0)
  expect(press('ArrowRight', document.createElement('button'))).toBe(true)
  expect(game.ply).toBe(1)
  expect(press('ArrowRight', document.createElement('input'))).toBe(false)
  expect(press('x', document.body)).toBe(false)
  expect(game.ply).toBe(1)
})
