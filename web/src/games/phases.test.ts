import { expect, test } from 'vitest'
import type { Decision, View } from '../board/types'
import { hasToSlide, repulso, type Repulso } from './repulso/table'
import { robotory, type Robotory } from './robotory/table'

const legal = (...kinds: string[]) => kinds.map((kind): Decision => ({ kind, text: kind }))

test('only what is possible is asked for', () => {
  const view = (...kinds: string[]) =>
    ({ board: { affected: [] }, legal: legal(...kinds), to_move: 1 }) as unknown as View<Repulso>
  expect(repulso.phase(view('stone', 'stone')).params.can).toBe('stone')
  expect(repulso.phase(view('stone', 'piece')).params.can).toBe('piece-stone')
  const turn = { board: { moving: null }, legal: legal('step', 'place', 'step'), to_move: 1 }
  expect(robotory.phase(turn as unknown as View<Robotory>).params.can).toBe('place-step')
})

test('whoever slides is told how many pieces are left, and a hemmed in one has not to slide', () => {
  const slides = ['b1', 'b1', 'c3'].map((from) => ({ kind: 'slide', text: '', from }))
  const squares = { a1: 'p1', b1: 'p1', a2: 'stone' }
  const board = { affected: ['a1', 'b1'], squares, turn: 1 }
  const view = { board, legal: slides, to_move: 1 } as unknown as View<Repulso>
  expect(repulso.phase(view)).toEqual({ key: 'slide', params: { seat: 1, n: 2 } })
  expect(['a1', 'b1'].map((at) => hasToSlide(at, view))).toEqual([false, true])
  expect(repulso.tell('a1', view).map(({ key }) => key)).toEqual(['piece'])
  expect(repulso.tell('b1', view).map(({ key }) => key)).toEqual(['piece', 'affected'])
})
