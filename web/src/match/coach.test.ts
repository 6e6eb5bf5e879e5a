import { expect, test } from 'vitest'
import type { View } from '../board/types'
import coached from '../content/coach.json'
import type { Topic } from '../learn/content'
import { fitting, leastValue, reasonOf, recallable, roughValue, topicAt, wanted } from './coach'

const TOPICS = [
  { kinds: ['piece'], points: [], moments: [] },
  { kinds: ['stone'], points: [], moments: ['stone-placed', 'removed:majority'] },
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
  const topics = [...TOPICS, { kinds: [], points: [], moments: [] }]
  expect(topicAt(topics, { 0: 2 }, 4, 'piece')).toBe(2)
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
  const falls = coached.splash.findIndex(({ moments }) => moments.includes('fell'))
  expect(order(coached.splash, 'give', 'place', 'give')).toEqual([0, 1, falls])
  const steps = coached.nexus.findIndex(({ kinds }) => kinds.includes('walk'))
  expect(order(coached.nexus, 'enter', 'enter')).toEqual([0, steps])
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
  expect(placed(steps.slice(1))).toEqual({ key: 'feeds-one', params: { robot: 'R' } })
  expect(placed([]).key).toBe('place')
})

test('a turn that is looked at again teaches the same, and in the end nothing is left', () => {
  expect(topicAt(TOPICS, { 0: 2, 1: 4 }, 4, 'piece')).toBe(1)
  expect(topicAt(TOPICS, { 0: 2, 1: 4 }, 6, 'piece')).toBeNull()
})

test('a topic is recalled once, by an event or by one that happened in its way', () => {
  const recalled = (event: string, how = '', before: number[] = []) =>
    recallable(TOPICS, new Set(before), [{ event: 'placed' }, { event, how }])
  expect(recalled('stone-placed')).toBe(1)
  expect(recalled('stone-placed', '', [1])).toBeNull()
  expect(recalled('removed', 'majority')).toBe(1)
  expect(recalled('removed', 'surrounded')).toBeNull()
})

test('a reason tells what changes for whoever decides', () => {
  const groups = (...counts: number[]) => ({ groups: counts.map((count) => ({ count })) })
  const reason = (before: unknown, after: unknown, kind: string) =>
    reasonOf(view(before), view(after), kind)
  expect(reason(groups(3, 2), groups(2, 3), 'stone')).toEqual({
    key: 'joins',
    params: { before: 3, after: 2 },
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
