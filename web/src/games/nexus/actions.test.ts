import { describe, expect, test } from 'vitest'
import { scene } from '../../board/fixtures'
import type { Nexus } from './table'
import {
  prompt,
  closed,
  completed,
  current,
  foresees,
  isFrozen,
  leapsOnly,
  noLeap,
  progress,
} from './actions'
import type { View } from '../../board/types'

const opening = scene<Nexus>('nexus', 'opening').views
const rings = scene<Nexus>('nexus', 'rings').views
const leap = scene<Nexus>('nexus', 'leap').views
const stranded = scene<Nexus>('nexus', 'stranded').views

function changed(view: View<Nexus>, board: Partial<Nexus>, kinds: readonly string[]): View<Nexus> {
  const legal = view.legal.filter(({ kind }) => kinds.includes(kind))
  return { ...view, legal, board: { ...view.board, ...board } }
}

describe('the three actions', () => {
  test('the first turn only brings marbles in', () => {
    expect(closed(opening[0]!, 'enter')).toBeNull()
    expect(closed(opening[0]!, 'steps')?.key).toBe('reasons.first-turn')
    expect(closed(opening[0]!, 'rings')?.key).toBe('reasons.first-turn')
  })

  test('later all three are open, until one has begun', () => {
    for (const action of ['enter', 'steps', 'rings'] as const) {
      expect(closed(rings[0]!, action)).toBeNull()
      const busy = closed(rings[1]!, action)
      expect(busy?.key ?? null).toBe(action === 'rings' ? null : 'actions.closed.busy')
    }
  })

  test('what is not offered has a reason', () => {
    const poor = changed(rings[0]!, { reserves: [2, 7] }, ['walk', 'leap'])
    expect(closed(poor, 'enter')).toEqual({ key: 'reasons.reserve', params: { number: 2 } })
    expect(closed(changed(rings[0]!, {}, ['walk']), 'enter')?.key).toBe('actions.closed.enter')
    expect(closed(changed(rings[0]!, {}, ['enter']), 'steps')?.key).toBe('actions.closed.steps')
    expect(closed(changed(rings[0]!, { last: 0 }, []), 'rings')?.key).toBe('actions.closed.rings')
    const after = changed(rings[0]!, { last: 2, previous: ['o', 'r'] }, [])
    expect(closed(after, 'rings')?.key).toBe('reasons.change-after-change')
    const again = changed(rings[0]!, { last: 2, previous: ['r', 'o'] }, [])
    expect(closed(again, 'rings')?.key).toBe('reasons.change-again')
  })

  test('its progress is counted in parts', () => {
    expect(opening.slice(0, 3).map((view) => progress(view, 'enter').done)).toEqual([0, 1, 2])
    expect(rings.slice(0, 8).map((view) => progress(view, 'rings').done)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7,
    ])
    expect(leap.slice(0, 2).map((view) => progress(view, 'steps').done)).toEqual([0, 1])
  })

  test('the one that is meant shows in what was touched', () => {
    expect(current(leap[0]!, null, [])).toBeNull()
    expect(current(leap[0]!, null, ['0,0'])).toBe('steps')
    expect(current(leap[0]!, null, ['p1:reserve'])).toBe('enter')
    expect(current(leap[0]!, 'rings', [])).toBe('rings')
    expect(current(rings[3]!, null, [])).toBe('rings')
  })

  test('what is asked for follows from what was chosen and touched', () => {
    const ask = (chosen: string | null, ...touched: string[]) =>
      prompt(leap[0]!, chosen, touched)?.key ?? null
    expect(ask(null)).toBeNull()
    expect(ask('steps')).toBe('actions.asked.steps')
    expect(ask('rings')).toBe('actions.asked.rings')
    expect(ask(null, 'p1:reserve')).toBe('actions.asked.enter')
    expect(ask('steps', '0,0')).toBe('actions.asked.to')
    expect(ask('steps', '0,0', 'leap')).toBe('actions.leap.to')
    expect(ask('steps', '0,0', 'leap', '2,0')).toBe('actions.leap.which')
    expect(prompt(opening[0]!, 'enter', []), 'the first turn has its own words').toBeNull()
    expect(prompt(rings[1]!, null, [])).toBeNull()
  })

  test('a marble that can only leap is said to', () => {
    expect(prompt(stranded[0]!, null, ['5,0'])?.key).toBe('actions.leap.only')
    expect(prompt(stranded[0]!, null, ['5,0', 'leap'])?.key).toBe('actions.leap.to')
    expect(leapsOnly(stranded[0]!, ['5,0'])).toBe(true)
    for (const touched of [[], ['0,0'], ['p1:reserve'], ['5,0', 'leap']])
      expect(leapsOnly(stranded[0]!, touched)).toBe(false)
  })

  test('an action that is completed shows all of its parts as done', () => {
    const after = leap.at(-1)!
    const walked = { event: 'walked', from: '0,0', to: '1,0' }
    expect(completed(after, [])).toBeNull()
    expect(completed(after, [walked])).toBe('steps')
    expect(completed(rings[1]!, [{ event: 'lifted' }])).toBeNull()
    expect(progress(after, 'steps', true)).toEqual({ done: 2, all: 2 })
  })

  test('a leap needs a marble, another one, and has not been before', () => {
    expect(noLeap(leap[0]!, [])?.key).toBe('actions.leap.first')
    expect(noLeap(leap[0]!, ['0,0'])).toBeNull()
    expect(noLeap(leap[1]!, ['0,1'])?.key).toBe('reasons.leap-twice')
    expect(noLeap(changed(leap[0]!, {}, ['walk']), ['0,0'])?.key).toBe('actions.leap.none')
    expect(noLeap(opening[0]!, [])?.key).toBe('reasons.first-turn')
    expect(noLeap(rings[1]!, [])?.key).toBe('actions.closed.busy')
  })

  test('only the last part of an action can surround, but every step can capture', () => {
    const enter = { text: '@0,0', kind: 'enter' }
    expect(opening.slice(0, 3).map((view) => foresees(enter, view))).toEqual([false, false, true])
    expect(foresees({ text: '0,0>1,0', kind: 'walk' }, leap[0]!)).toBe(true)
  })

  test('a ring with marbles of two seats is frozen', () => {
    const ring = { at: '0,0', q: 0, r: 0 }
    expect(isFrozen({ ...ring, marbles: [2, 1] })).toBe(true)
    expect(isFrozen({ ...ring, marbles: [3, 0] })).toBe(false)
  })
})
