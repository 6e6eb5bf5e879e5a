import { expect, test } from 'vitest'
import type { View } from '../board/types'
import coached from '../content/coach.json'
import type { Topic } from '../learn/content'
import type { Happened } from '../wire.gen'
import {
  fitting,
  further,
  leastValue,
  reasonOf,
  recallable,
  roughValue,
  topicAt,
  untaught,
  wanted,
} from './coach'

const TOPICS = [
  { kinds: ['piece'], points: [], moments: {} },
  { kinds: ['stone'], points: [], moments: { 'stone-placed': [2], 'removed:majority': [3] } },
]

function view(board: unknown, to_move = 1): View {
  return { board, to_move } as View
}

test('a turn teaches what fits the suggestion, or else what comes next', () => {
  expect(topicAt(TOPICS, {}, 4, 'stone')).toBe(1)
  expect(topicAt(TOPICS, {}, 4, 'slide')).toBe(0)
  expect(topicAt(TOPICS, { 0: 2 }, 4, 'piece')).toBe(1)
})

test('what fits no suggestion waits, and what belongs to no kind of decision is told first', () => {
  const topics = [...TOPICS, { kinds: [], points: [], moments: {} }]
  expect(topicAt(topics, { 0: 2 }, 4, 'piece')).toBe(2)
})

test('a game that ends early leaves the points of the topics that no turn has come to', () => {
  expect(untaught(coached.nexus as Topic[], { 0: 1, 1: 5, 2: 9 })).toEqual([7, 8, 10])
  expect(untaught(coached.nexus as Topic[], { 0: 1, 1: 5, 2: 9, 3: 12 })).toEqual([])
})

test('what a turn shows is taught before what it does not', () => {
  const order = (topics: readonly Topic[], ...kinds: string[]) => {
    const taught: Record<number, number> = {}
    return kinds.map((kind, ply) => {
      const at = topicAt(topics, taught, ply, kind)!
      taught[at] = ply
      return at
    })
  }
  const { splash, nexus }: Record<'splash' | 'nexus', readonly Topic[]> = coached
  const falls = splash.findIndex(({ moments }) => 'fell' in moments)
  expect(order(splash, 'give', 'place', 'give')).toEqual([0, 1, falls])
  const steps = nexus.findIndex(({ kinds }) => kinds.includes('walk'))
  expect(order(nexus, 'enter', 'enter')).toEqual([0, steps])
})

test('a turn is about a topic that has to be shown as soon as the rules offer its decision', () => {
  const topics = TOPICS.map((topic) => ({ ...topic, shows: topic.kinds }))
  const [piece, stone] = ['piece', 'stone'].map((kind) => ({ kind, text: kind }))
  expect(wanted(topics, { 0: 2 }, 'piece', [piece!, stone!])).toEqual([stone])
  expect(wanted(topics, { 0: 2 }, 'piece', [piece!])).toEqual([])
  expect(wanted(topics, {}, 'piece', [piece!, stone!])).toEqual([])
  expect(wanted(TOPICS, { 0: 2 }, 'piece', [piece!, stone!])).toEqual([])
})

test('a turn that shows a rule is nearly as good as the best one', () => {
  const lines = [
    { moves: ['best', 'more'], share: 0.8 },
    { moves: ['near'], share: 0.72 },
    { moves: ['far'], share: 0.5 },
  ]
  const of = (...texts: string[]) =>
    fitting(
      { best: ['best', 'more'], lines },
      texts.map((text) => ({ kind: 'walk', text })),
    )
  expect(of('far', 'near')).toEqual(['near'])
  expect(of('best')).toEqual(['best', 'more'])
  expect(of('far')).toBeNull()
  expect(of()).toBeNull()
})

test('in NEXUS a turn that is suggested for what it shows wins a marble', () => {
  const board = (mine: number, others: number) =>
    view({ reserves: [mine, others], on_board: [1, 1] })
  const [before, walked, captured] = [board(9, 9), board(9, 9), board(10, 8)]
  expect(roughValue(walked, 1)).toBeLessThan(leastValue(before, 1))
  expect(roughValue(captured, 1)).toBeGreaterThanOrEqual(leastValue(before, 1))
})

test('at a rough look own clusters count for more than the others, and robots at home for all', () => {
  const of = (board: unknown) => roughValue(view(board), 1)
  const groups = (...counts: number[]) => ({ groups: counts.map((count) => ({ count })) })
  expect(of(groups(2, 3))).toBeGreaterThan(of(groups(3, 4)))
  expect(of({ at_home: [2, 1] })).toBeGreaterThan(of({ at_home: [1, 2] }))
  expect(roughValue({ ...view({}), outcome: { winners: [2], reason: '' } }, 1)).toBeLessThan(0)
})

test('a reason names the places and the robots it is about', () => {
  const legal = [{ kind: 'piece', text: 'b2', to: 'b2' }]
  const before = { ...view({ squares: { c3: 'p1' }, groups: [] }), legal } as View
  expect(reasonOf(before, null, 'piece', ['b2']).params).toEqual({ at: 'c3' })
  const groups = { groups: [{ count: 2 }, { count: 2 }] }
  expect(reasonOf(view(groups), view(groups), 'stone', ['*c4', 'c3-c1']).params).toEqual({
    slides: ['c3 → c1'],
  })
  const disc = [{ kind: 'place', text: 'w@b2', to: 'b2' }]
  const home = { at_home: [1, 2] }
  const steps = ['W', 'R'].map((robot) => ({ kind: 'step', text: '', to: 'b2', robot }))
  const placed = (robots: typeof steps) =>
    reasonOf(
      { ...view(home), legal: disc } as View,
      { ...view(home), legal: robots } as unknown as View,
      'place',
      ['w@b2'],
    )
  expect(placed(steps)).toEqual({ key: 'feeds', params: { robots: ['W', 'R'] } })
  const one = { robot: 'R', camp: 'other' }
  expect(placed(steps.slice(1))).toEqual({ key: 'feeds-one', params: one })
  expect(placed([]).key).toBe('place')
})

test('a disc at the far end of a trail is of use at once', () => {
  const disc = [{ kind: 'place', text: 'w@a1', to: 'a1' }]
  const robots = { W: 'b3', B: 'd4', R: 'e4' }
  const board = { at_home: [1, 2], robots, camps: { 1: ['a1'] } }
  const after = (discs: object) => ({ ...view({ ...board, discs }), legal: [] }) as View
  const reason = (discs: object) =>
    reasonOf({ ...view(board), legal: disc } as View, after(discs), 'place', ['w@a1'])
  expect(reason({ a1: 'w', a2: 'w' })).toEqual({ key: 'extends', params: { robots: ['W'] } })
  expect(reason({ a1: 'w', a2: 'b' }).key).toBe('place')
  expect(reason({ a1: 'w' }).key).toBe('place')
})

test('a walk is named to its end before the first step', () => {
  expect(further(['Wa2', 'Wa1', 'stop'], 1)).toEqual(['a1'])
  expect(further(['Wa2'], 1)).toEqual([])
  expect(further(['*d1', 'd2-a2'], 1)).toEqual([])
})

test('a first piece can go anywhere, and a slide that joins pieces is named', () => {
  const first = { ...view({ squares: { a6: 'stone' }, groups: [] }), legal: [] } as unknown as View
  expect(reasonOf(first, null, 'piece', ['b2']).key).toBe('first')
  const groups = (...counts: number[]) => view({ groups: counts.map((count) => ({ count })) })
  expect(reasonOf(groups(2, 0), groups(1, 0), 'stone', ['*a1', 'a2-a5']).params.slides).toEqual([
    'a2 → a5',
  ])
})

test('a turn that is looked at again teaches the same, and in the end nothing is left', () => {
  expect(topicAt(TOPICS, { 0: 2, 1: 4 }, 4, 'piece')).toBe(1)
  expect(topicAt(TOPICS, { 0: 2, 1: 4 }, 6, 'piece')).toBeNull()
})

/** Decisions of two seats in turn: what the first one brings about, then a turn of the other. */
function played(...events: { event: string; how?: string }[]): Happened[] {
  return events.flatMap((event, i) => [
    { ply: 2 * i, seat: 1, decision: '', events: [event, { event: 'turn', seat: 2 }] },
    { ply: 2 * i + 1, seat: 2, decision: '', events: [{ event: 'turn', seat: 1 }] },
  ])
}

test('a point is recalled by its event, or by one that happened in its way', () => {
  const recalled = (event: string, how = '') =>
    recallable(TOPICS, { 1: -1 }, played({ event, how }), { since: 0, seat: 1 })
  expect(recalled('stone-placed')).toEqual([2])
  expect(recalled('removed', 'majority')).toEqual([3])
  expect(recalled('removed', 'surrounded')).toBeNull()
})

test('what one did when it was taught, or has seen before, is not recalled', () => {
  const moves = played({ event: 'stone-placed' }, { event: 'stone-placed' })
  const at = (taught: number, since: number) =>
    recallable(TOPICS, { 1: taught }, moves, { since, seat: 1 })
  const turn = moves.slice(0, 2)
  expect(recallable(TOPICS, { 1: 0 }, turn, { since: 0, seat: 1 })).toBeNull()
  expect(at(0, 2)).toEqual([2]) // the first one after it
  expect(at(-1, 2)).toBeNull() // the second one
})

test('a reason tells what changes for whoever decides', () => {
  const groups = (...counts: number[]) => ({ groups: counts.map((count) => ({ count })) })
  const reason = (before: unknown, after: unknown, kind: string) =>
    reasonOf(view(before), view(after), kind)
  expect(reason(groups(3, 2), groups(2, 3), 'stone')).toEqual({
    key: 'joins',
    params: { before: 3, after: 2, slides: [] },
  })
  expect(reason(groups(3, 2), groups(3, 3), 'stone').key).toBe('breaks')
  expect(reason(groups(3, 2), groups(4, 2), 'piece').key).toBe('piece')
  expect(reason({ at_home: [1, 2] }, { at_home: [2, 1] }, 'step').params).toEqual({ after: 2 })
  const marbles = (...on_board: number[]) => ({ reserves: [1, 1], on_board })
  expect(reason(marbles(3, 3), marbles(3, 1), 'walk')).toEqual({
    key: 'captures',
    params: { n: 2 },
  })
  expect(reason(marbles(3, 3), marbles(6, 3), 'enter').key).toBe('enter')
  const won = { ...view(marbles(3, 0)), outcome: { winners: [1], reason: 'last-seat' } }
  expect(reasonOf(view(marbles(3, 3)), won, 'walk')).toEqual({ key: 'wins', params: {} })
  expect(reasonOf(view({ tower: ['Lr'] }), null, 'give').key).toBe('give')
  expect(reasonOf(view({ tower: [] }), null, 'give').key).toBe('first')
})
