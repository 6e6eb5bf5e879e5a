import { describe, expect, test, vi } from 'vitest'
import { scene } from './fixtures'
import { repulso } from '../games/repulso/table'
import { Stage } from './stage.svelte'
import type { Table } from './types'

const { views, events } = scene('repulso', 'movement')

function stage(at = 0, speed = 0) {
  const ears = { chosen: vi.fn(), refused: vi.fn(), moved: vi.fn() }
  const made = new Stage(repulso as Table, views[at]!, ears, () => speed)
  made.active = true
  return { stage: made, ears }
}

describe('a stage', () => {
  test('tells which decision was touched', () => {
    const { stage: made, ears } = stage()
    made.touch('c4')
    expect(ears.chosen).toHaveBeenCalledWith(expect.objectContaining({ text: 'c4' }))
  })

  test('tells what was tried in vain, and what was probably meant', () => {
    const { stage: made, ears } = stage(2)
    made.touch('c4')
    expect(ears.refused).toHaveBeenCalledWith(['c4'], 'c4')
  })

  test('is silent while it is not our turn', () => {
    const { stage: made, ears } = stage()
    made.active = false
    made.touch('c4')
    expect(made.grab('p1:stone')).toBe(false)
    made.drop('c4')
    expect(made.targets.size).toBe(0)
    expect(ears.chosen).not.toHaveBeenCalled()
  })

  test('takes a decision by drag and by name', () => {
    const { stage: made, ears } = stage(5)
    expect(made.grab('b3')).toBe(true)
    made.drop('a3')
    expect(ears.chosen).toHaveBeenLastCalledWith(expect.objectContaining({ text: 'b3-a3' }))
    made.pick(views[5]!.legal[0]!)
    expect(ears.chosen).toHaveBeenLastCalledWith(views[5]!.legal[0])
  })

  test('puts down what was touched', () => {
    const { stage: made } = stage()
    made.touch('p1:stone')
    expect(made.back()).toBe(true)
    expect(made.back()).toBe(false)
    made.touch('p1:stone')
    made.clear()
    expect(made.choosing.touched).toEqual([])
  })

  test('plays events through to the next view, and marks where they happened', async () => {
    const { stage: made, ears } = stage(5)
    await made.play(events[5]!, views[6]!)
    made.mark(events[5]!)
    expect(made.view).toBe(views[6])
    expect(made.moving).toBe(false)
    expect(ears.moved).toHaveBeenCalledWith('slide')
    expect([...made.marks]).toEqual(['b3', 'a3'])
  })

  test('can be hurried while things move', async () => {
    const { stage: made } = stage(5, 0.001)
    const played = made.play([...events[5]!, ...events[6]!], views[7]!)
    expect(made.moving).toBe(true)
    made.skip()
    await played
    expect(made.moving).toBe(false)
  })

  test('a movement is seen to its end before the next one begins', async () => {
    const { stage: made, ears } = stage(5, 20)
    const first = made.play(events[5]!, views[6]!)
    const second = made.follow([], views[6]!)
    const third = made.follow(events[6]!, views[7]!)
    expect(made.view).toBe(views[6])
    await Promise.all([first, second, third])
    expect(made.view).toBe(views[7])
    expect(made.moving).toBe(false)
    expect(ears.moved).toHaveBeenCalledTimes(2)
  })

  test('what others did can wait a moment, and whoever touches the board does not wait', async () => {
    const { stage: made, ears } = stage(5, 1)
    const played = made.play(events[5]!, views[6]!, 60_000)
    expect(made.moving).toBe(true)
    expect(ears.moved).not.toHaveBeenCalled()
    made.skip()
    await played
    expect(made.moving).toBe(false)
    const { stage: still } = stage(5, 0) // nothing moves here: nothing is waited for
    await still.play(events[5]!, views[6]!, 60_000)
    expect(still.moving).toBe(false)
  })

  test('who is far behind sees where it led at once', async () => {
    const { stage: made, ears } = stage(5, 20)
    const first = made.play(events[5]!, views[6]!)
    const many = Array.from({ length: 30 }, () => events[6]!).flat()
    await Promise.all([first, made.follow(many, views[7]!)])
    expect(made.view).toBe(views[7])
    expect(ears.moved).toHaveBeenCalledTimes(1)
  })

  test('a newer view goes before an older movement', async () => {
    const { stage: made } = stage(5, 0.001)
    const played = made.play(events[5]!, views[6]!)
    made.show(views[8]!)
    await played
    expect(made.view).toBe(views[8])
    expect(made.things.some(({ motion }) => motion)).toBe(false)
  })
})
