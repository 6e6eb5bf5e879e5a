import { describe, expect, test } from 'vitest'
import { scene } from '../board/fixtures'
import type { Goal, Task } from '../lib/content'
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
    expect(isReached({ outcome: { winners: [1] } })).toBe(false)
    const won = { ...done, view: { ...done.view, outcome: { winners: [1], reason: 'lid-empty' } } }
    expect(reached({ outcome: { winners: [1] } }, won)).toBe(true)
    expect(reached({ outcome: { winners: [1], reason: 'time' } }, won)).toBe(false)
  })

  test('of several parts needs them all', () => {
    expect(isReached({ all: [{ turn: 'over' }, { happened: { event: 'stepped' } }] })).toBe(true)
    expect(isReached({ all: [{ turn: 'over' }, { happened: { event: 'refilled' } }] })).toBe(false)
  })
})

test('the reply is the first prepared one that is offered', () => {
  const task = { replies: [['Wb9', 'w@a1', 'b@a1'], 'stop'] } as unknown as Task
  const [view] = scene('robotory', 'opening').views
  expect(reply(task, 0, view!)).toBe('w@a1')
  expect(reply(task, 1, view!)).toBeNull()
  expect(reply(task, 2, view!)).toBeNull()
})
