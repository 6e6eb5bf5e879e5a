import { describe, expect, test } from 'vitest'
import {
  back,
  choose,
  drop,
  grab,
  meant,
  targets,
  touch,
  type Answer,
  type Choosing,
} from './choosing'
import { scene, scenes } from './fixtures'
import { nexus, type Nexus } from '../games/nexus/table'
import { offers } from '../games/nexus/actions'
import { repulso, type Repulso } from '../games/repulso/table'
import { robotory, type Robotory } from '../games/robotory/table'
import type { Spot, Table } from './types'

const TABLES = [repulso, robotory, nexus] as Table[]

function touchAll(choosing: Choosing, ...spots: Spot[]): Answer {
  return spots.reduce<Answer>(({ choosing }, spot) => touch(choosing, spot), {
    is: 'open',
    choosing,
  })
}

function text(answer: Answer): string | null {
  return answer.is === 'chosen' ? answer.decision.text : null
}

describe.each(TABLES)('$game', (table) => {
  const views = scenes(table.game).flatMap(({ views }) => views)

  test('every offered decision can be reached by touching, up to a choice of names', () => {
    for (const view of views) {
      const fresh = choose(table, view)
      for (const { decision, paths } of fresh.offers) {
        expect(paths.length).toBeGreaterThan(0)
        for (const path of paths) {
          const answer = touchAll(fresh, ...path)
          const named = answer.is === 'open' && answer.choosing.choices.includes(decision)
          expect(named || text(answer) === decision.text).toBe(true)
        }
      }
    }
  })

  test('what is not to be decided offers no target', () => {
    const ended = { ...views[0]!, legal: [] }
    expect(targets(choose(table, ended)).size).toBe(0)
  })

  test('a try in vain changes nothing and can be guessed or is left alone', () => {
    for (const view of views.filter(({ legal }) => legal.length)) {
      const fresh = choose(table, view)
      for (const { spot } of table.cells(view)) {
        const answer = touch(fresh, spot)
        if (answer.is !== 'refused') continue
        expect(answer.choosing.touched).toEqual([])
        const guess = table.guess(answer.tried, view)
        expect(view.legal.map((decision) => decision.text)).not.toContain(guess)
      }
    }
  })
})

describe('touching', () => {
  const view = scene<Repulso>('repulso', 'opening').views[2]!
  const fresh = choose(repulso, view)

  test('a tap on an empty square places a piece', () => {
    expect(text(touch(fresh, 'a1'))).toBe('a1')
  })

  test('a stone is taken up first', () => {
    const { choosing } = touch(fresh, 'p1:stone')
    expect(choosing.touched).toEqual(['p1:stone'])
    expect(targets(choosing).has('a1')).toBe(true)
    expect(text(touch(choosing, 'a1'))).toBe('*a1')
  })

  test('touching the same spot again puts it back', () => {
    const { choosing } = touchAll(fresh, 'p1:stone', 'p1:stone')
    expect(choosing.touched).toEqual([])
  })

  test('touching another start starts anew', () => {
    expect(touchAll(fresh, 'p1:stone', 'p1:piece').choosing.touched).toEqual(['p1:piece'])
  })

  test('a square that is taken is refused with what was tried', () => {
    const answer = touchAll(fresh, 'p1:stone', 'c4')
    expect(answer).toMatchObject({ is: 'refused', tried: ['p1:stone', 'c4'] })
    expect(repulso.guess(['p1:stone', 'c4'], view)).toBe('*c4')
  })

  test('one step back untouches the last spot', () => {
    expect(back(touch(fresh, 'p1:stone').choosing).touched).toEqual([])
  })
})

describe('dragging', () => {
  const view = scene<Repulso>('repulso', 'movement').views[5]!
  const fresh = choose(repulso, view)

  test('what can go on can be taken up', () => {
    expect(grab(fresh, 'b3')?.touched).toEqual(['b3'])
    expect(grab(fresh, 'c3')).toBeNull()
  })

  test('letting go on a target is a decision', () => {
    expect(text(drop(grab(fresh, 'b3')!, 'a3'))).toBe('b3-a3')
  })

  test('letting go elsewhere is refused, and beside the board forgotten', () => {
    const dragging = grab(fresh, 'b3')!
    expect(drop(dragging, 'f6')).toMatchObject({ is: 'refused', tried: ['b3', 'f6'] })
    expect(drop(dragging, null)).toMatchObject({ is: 'open', choosing: { touched: [] } })
  })
})

describe('Repulso', () => {
  test('why a piece does not slide is asked with any square next to it', () => {
    const view = scene<Repulso>('repulso', 'movement').views[5]!
    expect(repulso.guess(['c2'], view)).toBe('c2-c3')
    expect(repulso.guess(['b3', 'f6'], view)).toBe('b3-f6')
  })

  test('in the hand is a piece, unless a stone or a sliding piece was touched', () => {
    const [start] = scene<Repulso>('repulso', 'opening').views
    expect(repulso.held([], start!)).toBe('p1')
    expect(repulso.held(['p1:stone'], start!)).toBe('stone')
    const sliding = scene<Repulso>('repulso', 'movement').views[5]!
    expect(repulso.held([], sliding)).toBeNull()
    expect(repulso.held(['b3'], sliding)).toBe('p1')
  })

  test('when only stones are left, a tap places one', () => {
    const view = scene<Repulso>('repulso', 'opening').views[0]!
    const legal = view.legal.filter(({ kind }) => kind === 'stone')
    expect(text(touch(choose(repulso, { ...view, legal }), 'a1'))).toBe('*a1')
  })
})

describe('Robotory', () => {
  const views = scene<Robotory>('robotory', 'opening').views
  const fresh = choose(robotory, views[0]!)

  test('a tap on a free hex asks for the colour', () => {
    const { choosing } = touch(fresh, 'a1')
    expect(choosing.choices.map(({ text }) => text)).toEqual(['w@a1', 'b@a1'])
  })

  test('a disc taken up first needs no question', () => {
    expect(text(touchAll(fresh, 'p1:b', 'a1'))).toBe('b@a1')
  })

  test('a robot and its step, or the step alone', () => {
    const eating = choose(robotory, scene<Robotory>('robotory', 'eating').views[0]!)
    expect(text(touchAll(eating, 'd3', 'd2'))).toBe('Rd2')
    expect(text(touch(eating, 'd2'))).toBe('Rd2')
  })

  test('a moving robot goes on or stops', () => {
    const moving = choose(robotory, scene<Robotory>('robotory', 'eating').views[1]!)
    expect(text(touchAll(moving, 'd2', 'e2'))).toBe('Re2')
    expect(text(touch(moving, 'stop'))).toBe('stop')
    expect(text(touch(moving, 'e2'))).toBe('Re2')
  })

  test('the lid asks which discs to take', () => {
    const refill = choose(robotory, scene<Robotory>('robotory', 'refill').views[0]!)
    const { choosing } = touch(refill, 'lid')
    expect(choosing.choices.map(({ kind }) => kind)).toEqual(['refill', 'refill', 'refill'])
  })

  test('what was meant in vain can be asked about', () => {
    expect(robotory.guess(['p1:w', 'b3'], views[0]!)).toBe('w@b3')
    expect(robotory.guess(['b3'], views[0]!)).toBe('Wb4')
    expect(robotory.guess(['b3', 'a1'], views[0]!)).toBe('Wa1')
    expect(robotory.guess(['lid'], views[0]!)).toBe('+w1b0')
    expect(robotory.guess([], views[0]!)).toBeNull()
  })
})

describe('NEXUS', () => {
  const leap = choose(nexus, scene<Nexus>('nexus', 'leap').views[0]!)

  test('a marble and a ring near it make a walk', () => {
    expect(text(touchAll(leap, '0,0', '0,1'))).toBe('0,0>0,1')
  })

  test('nobody leaps without having asked for it, and a leap asks for its price', () => {
    const view = scene<Nexus>('nexus', 'leap').views[0]!
    const steps = choose(nexus, view, offers(view, 'steps'))
    expect(touchAll(steps, '0,0', '-2,2').is).toBe('refused')
    const far = touchAll(leap, '0,0', 'leap', '-2,2')
    expect([...targets(far.choosing)]).toEqual(['-1,0', '0,0'])
    expect(text(touch(far.choosing, '-1,0'))).toBe('0,0>-2,2!-1,0')
    expect(text(touch(far.choosing, '0,0'))).toBe('0,0>-2,2!0,0')
    expect(text(touchAll(leap, '0,0', 'leap', '0,1', '-1,0'))).toBe('0,0>0,1!-1,0')
  })

  test('rings are lifted by those who have chosen to change them, and by nobody else', () => {
    const view = scene<Nexus>('nexus', 'rings').views[0]!
    const kinds = (action: string | null) => new Set(offers(view, action).map(({ kind }) => kind))
    expect(kinds(null)).not.toContain('lift')
    expect(kinds('rings')).toEqual(new Set(['lift']))
    expect(kinds('enter')).toEqual(new Set(['enter']))
    const enter = choose(nexus, view, offers(view, null))
    expect(text(touch(enter, '-2,1'))).toBe('@-2,1')
    expect(text(touchAll(enter, 'p1:reserve', '-2,1'))).toBe('@-2,1')
  })

  test('while rings are laid the bare positions around the board can be touched', () => {
    const view = scene<Nexus>('nexus', 'rings').views[4]!
    const bare = nexus.cells(view).filter(({ kind }) => kind === 'bare')
    const lays = view.legal.map(({ to }) => to)
    expect(bare.map(({ spot }) => spot)).toEqual(expect.arrayContaining(lays))
    expect(bare.map(({ spot }) => spot)).toContain('0,-2') // just lifted: the reason can be asked
    expect(nexus.guess(['0,-2'], view)).toBe('+0,-2')
  })

  test('only decisions that begin alike are still meant', () => {
    const meaning = meant(leap, ['-1,0'])
    expect(meaning.every(({ from }) => from === '-1,0')).toBe(true)
  })

  test('what was meant in vain depends on what is under way', () => {
    const { views } = scene<Nexus>('nexus', 'surround')
    expect(nexus.guess(['2,0'], views[2]!)).toBe('x2@2,0')
    expect(nexus.guess(['0,0'], views[0]!)).toBe('0,0>1,0')
    const opening = scene<Nexus>('nexus', 'opening').views
    expect(nexus.guess(['0,0'], opening[0]!)).toBe('@0,0')
    expect(nexus.guess(['0,0'], opening[1]!)).toBe('@0,0')
    expect(nexus.guess(['0,0'], opening[6]!)).toBe('@0,0')
    expect(nexus.guess(['0,0'], opening[6]!, 'rings')).toBe('-0,0')
    expect(nexus.guess(['0,0'], opening[6]!, 'steps')).toBe('0,0>1,0')
  })
})
