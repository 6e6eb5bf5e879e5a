import { describe, expect, test } from 'vitest'
import { scene } from '../board/fixtures'
import type { Goal, Task } from './content'
import { reached, reply } from './lesson'

const { views, events } = scene('robotory', 'eating')
const done = { view: views[2]!, events: events.flat() }

function isReached(goal: Goal): boolean {
  return reached(goal, done)
}

describe('a goal', () => {
  test('counts what happened, where it says so', () => {
    expect(isReached({ happened: { event: 'eaten', at_least: 2 } })).toBe(true)
    expect(isReached({ happened: { event: 'eaten', at_least: 3 } })).toBe(false)
    expect(isReached({ happened: { event: 'eaten', where: { disc: 'b' } } })).toBe(true)
    expect(isReached({ happened: { event: 'eaten', where: { at: ['a1', 'e2'] } } })).toBe(true)
    expect(isReached({ happened: { event: 'eaten', where: { at: ['a1'] } } })).toBe(false)
  })

  test('looks at the board along a path', () => {
    expect(isReached({ board: { path: ['robots', 'R'], is: 'e2' } })).toBe(true)
    expect(isReached({ board: { path: ['at_home', 0], at_least: 1, at_most: 3 } })).toBe(true)
    expect(isReached({ board: { path: ['at_home', 0], at_least: 4 } })).toBe(false)
    expect(isReached({ board: { path: ['nowhere', 0], at_least: 0 } })).toBe(false)
  })

  test('asks whether the turn or the game is over', () => {
    expect(isReached({ turn: 'over' })).toBe(true)
    expect(reached({ turn: 'over' }, { view: views[0]!, events: [] })).toBe(false)
    expect(isReached({ outcome: { winners: [1] } })).toBe(false)
    const won = { ...done, view: { ...done.view, outcome: { winners: [1], reason: 'lid-empty' } } }
    expect(reached({ outcome: { winners: [1] } }, won)).toBe(true)
    expect(reached({ outcome: { winners: [1], reason: 'time' } }, won)).toBe(false)
  })

  test('of several parts needs them all', () => {
    expect(isReached({ all: [{ turn: 'over' }, { happened: { event: 'stepped' } }] })).toBe(true)
    expect(isReached({ all: [{ turn: 'over' }, { happened: { event: 'refilled' } }] })).toBe(false)
    expect(isReached({ any: [{ turn: 'over' }, { happened: { event: 'refilled' } }] })).toBe(true)
    expect(isReached({ any: [{ happened: { event: 'refilled' } }] })).toBe(false)
  })
})

test('a placement is measured from the middle', () => {
  const spot = { face: 'flat', yaw: 0, x: 3, y: -4 }
  const isPlaced = (placement: Goal['placement']) =>
    reached({ placement: placement! }, { ...done, placement: spot })
  expect(isPlaced({ face: ['flat'], aside: { at_most: 5 } })).toBe(true)
  expect(isPlaced({ aside: { at_most: 4 } })).toBe(false)
  expect(isPlaced({ face: ['edge'] })).toBe(false)
  expect(isPlaced({ x: { at_least: 3 }, y: { at_most: 0 } })).toBe(true)
  expect(isReached({ placement: {} })).toBe(false)
})

test('the reply is the first prepared one that is offered, or else any', () => {
  const task = { replies: [['Wb9', 'w@a1', 'b@a1'], 'stop'] } as unknown as Task
  const [view] = scene('robotory', 'opening').views
  expect(reply(task, 0, view!)).toBe('w@a1')
  expect(reply(task, 0, view!, (text) => text === 'Wb9')).toBe('Wb9')
  expect(reply(task, 1, view!)).toBe(view!.legal[0]!.text)
  expect(reply(task, 2, view!)).toBeNull()
})
