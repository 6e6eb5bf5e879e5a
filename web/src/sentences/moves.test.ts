import { beforeAll, describe, expect, test } from 'vitest'
import type { Happened, MatchInfo } from '../wire.gen'
import { speak } from '../lib/i18n.svelte'
import { change, LANGUAGES } from '../lib/settings.svelte'
import { events } from './boards'
import { clauses, deed, labelOf, nameOf, sentence, summary, type Clause } from './moves'
import { lastAction, lastStretch } from '../match/history'

type Events = Happened['events']
let ply = 0
const move = (seat: number, decision: string, ...events: Events): Happened => ({
  ply: ply++,
  seat,
  decision,
  events,
})
const STEPS = [
  move(
    1,
    'Rd2',
    { event: 'stepped', seat: 1, robot: 'R', from: 'c2', to: 'd2' },
    { event: 'eaten', robot: 'R', disc: 'w', at: 'd2' },
  ),
  move(
    1,
    'Rd3',
    { event: 'stepped', seat: 1, robot: 'R', from: 'd2', to: 'd3' },
    { event: 'eaten', robot: 'R', disc: 'b', at: 'd3' },
  ),
  move(1, 'stop', { event: 'stopped', seat: 1, robot: 'R' }, { event: 'turn', seat: 2 }),
]
const ENTERED = ['0,0', '1,0', '2,0'].map((to) =>
  move(2, `e${to}`, { event: 'entered', seat: 2, to }),
)
const ANSWER = [
  move(1, 'xc3', { event: 'stone-placed', seat: 1, to: 'c3' }, { event: 'affected', pieces: [] }),
  move(2, 'c4-c6', { event: 'slid', seat: 2, from: 'c4', to: 'c6' }, { event: 'turn', seat: 2 }),
]
const GIVEN = [
  move(1, 'Tr', { event: 'given', piece: 'Tr', from: 1, by: 1, to: 2 }, { event: 'turn', seat: 2 }),
]

const info = (over: Partial<MatchInfo> = {}): MatchInfo =>
  ({
    game: 'repulso',
    you: [1],
    seats: [
      { seat: 1, kind: 'person', name: 'Anna', level: null, you: true },
      { seat: 2, kind: 'computer', name: 'Computer', level: 3, you: false },
    ],
    ...over,
  }) as MatchInfo

beforeAll(() => speak('en'))

test('steps of one robot are one clause', () => {
  const list = clauses('robotory', STEPS, {})
  expect(list.map(({ text }) => text)).toEqual([
    'moves the red robot from c2 to d2 and d3',
    'stops the red robot',
  ])
  expect(list[0]!.moves).toEqual(STEPS.slice(0, 2))
})

test('marbles that are brought in are counted, and named one by one where that is wanted', () => {
  expect(clauses('nexus', ENTERED, {}).map(({ text }) => text)).toEqual(['brings in 3 marbles'])
  expect(clauses('nexus', ENTERED, { places: false })[0]!.text).toBe('brings in 3 marbles')
  const single = clauses('nexus', ENTERED, { merged: false })
  expect(single.map(({ text }) => text)[1]).toBe('brings a marble in at 1,0')
})

test('steps of marbles are counted where rings have no names', () => {
  const steps = [
    move(1, '0,0>1,0', { event: 'walked', seat: 1, from: '0,0', to: '1,0' }),
    move(
      1,
      '2,0>1,0',
      { event: 'walked', seat: 1, from: '2,0', to: '1,0' },
      { event: 'removed', how: 'majority', by: 1, seat: 2, at: '1,0', number: 1 },
    ),
  ]
  const texts = clauses('nexus', steps, { places: false }).map(({ text }) => text)
  expect(texts).toEqual(['walks 2 steps; removes a marble of Blue by majority'])
  expect(clauses('nexus', steps, {})).toHaveLength(2)
})

test('who did what: every seat is the subject of its own clauses', () => {
  const names = (seat: number) => ['Anna', 'Ben'][seat - 1]!
  const list = clauses('repulso', ANSWER, { names })
  expect(list.map(({ seat, text }) => [seat, text])).toEqual([
    [1, 'places an action piece on c3'],
    [2, 'slides from c4 to c6'],
  ])
  expect(sentence('repulso', list, names)).toBe(
    'Anna places an action piece on c3. Ben slides from c4 to c6.',
  )
  expect(sentence('splash', clauses('splash', GIVEN, { names }), names)).toBe(
    'Anna gives the red stick to Ben.',
  )
})

test('what has a subject of its own is a sentence, and whoever acts is named again after it', () => {
  const names = (seat: number) => ['Anna', 'Ben'][seat - 1]!
  const stacks = [['Sr'], ['Pr'], ['Lr']]
  const turn = [
    move(
      2,
      'falls:Pr|Sr',
      { event: 'fell', seat: 2, piece: 'Pr', stacks },
      { event: 'drop', seat: 1, drops: 1 },
      { event: 'tower', pieces: ['Sr'] },
    ),
    move(2, 'keep:Pr', { event: 'kept', seat: 2, pieces: ['Pr'] }),
    move(2, 'give:Or', { event: 'given', piece: 'Or', from: 2, by: 2, to: 1 }),
  ]
  expect(sentence('splash', clauses('splash', turn, { names }), names)).toBe(
    'Ben places the red plate, and something falls. Only single pieces are left. ' +
      'Anna gets a first water drop. The base of the new tower: small red cube. ' +
      'Ben takes into the supply: red plate; gives the red octagon to Anna.',
  )
})

test('whoever clears up in the same decision is named, too', () => {
  const names = (seat: number) => ['Anna', 'Ben'][seat - 1]!
  const fall = move(
    2,
    'falls:Pr|Sr.Lr^',
    { event: 'fell', seat: 2, piece: 'Pr', stacks: [['Pr'], ['Sr', 'Lr']] },
    { event: 'drop', seat: 1, drops: 1 },
    { event: 'tower', pieces: ['Sr', 'Lr'] },
    { event: 'kept', seat: 2, pieces: ['Pr'] },
  )
  expect(sentence('splash', clauses('splash', [fall], { names }), names)).toBe(
    'Ben places the red plate, and this piece alone falls. Anna gets a first water drop. ' +
      'The new tower is the stack that reaches highest, from bottom to top: ' +
      'small red cube and large red cube. Ben takes into the supply: red plate.',
  )
})

test('single pieces are no stacks', () => {
  const left = (...stacks: string[][]) =>
    events('splash', [{ event: 'bumped', stacks }])[0]!.replace('The table was bumped. ', '')
  expect(left(['Sr'], ['Pr'])).toBe('Only single pieces are left.')
  expect(left(['Sr', 'Lr'], ['Pr'])).toBe('A stack and a single piece are left.')
  expect(left(['Sr', 'Lr'], ['Pr'], ['Po'])).toBe('A stack and 2 single pieces are left.')
  expect(left(['Sr', 'Lr'], ['Pr', 'Po'])).toBe('2 stacks are left.')
  expect(left(['Sr', 'Lr'], ['Pr', 'Po'], ['Lg'])).toBe('2 stacks and a single piece are left.')
})

test('a leap is told before what it costs', () => {
  const leap = move(
    1,
    '0,0>2,0!1,0',
    { event: 'sacrificed', seat: 1, from: '1,0' },
    { event: 'leapt', seat: 1, from: '0,0', to: '2,0' },
    { event: 'removed', how: 'majority', by: 1, seat: 2, at: '2,0', number: 1 },
  )
  const [{ text }] = clauses('nexus', [leap], { places: false }) as [Clause]
  expect(text).toBe('leaps; sacrifices a marble for it; removes a marble of Blue by majority')
})

test('one’s own placement is the last action once it has ended', () => {
  const round = [move(2, 'a'), move(1, 'stands', { event: 'stood', seat: 1 })]
  expect(lastAction(round, [1])).toEqual([round[1]])
  const given = [...round, move(1, 'give:Or', { event: 'given' })]
  expect(lastAction(given, [1])).toEqual(given.slice(1))
  const answered = [...given, move(2, 'b')]
  expect(lastAction(answered, [1])).toEqual(answered.slice(-1))
  expect(lastAction([move(2, 'a'), move(1, 'take:Or', { event: 'taken' })], [1])).toHaveLength(1)
  expect(lastAction(round, [])).toEqual([round[1]])
})

describe.each(LANGUAGES)('%s', (language) => {
  test('has no subject twice', async () => {
    await speak(language)
    const names = (seat: number) => `Seat${seat}`
    for (const [game, turn] of [
      ['robotory', STEPS],
      ['nexus', ENTERED],
      ['repulso', ANSWER],
      ['splash', GIVEN],
    ] as const) {
      for (const { seat, text } of clauses(game, turn, { names })) {
        expect(text).not.toContain(`Seat${seat} `)
        expect(text).toMatch(/^\p{Ll}/u)
      }
    }
    await speak('en')
  })
})

test('people have names, computers are computers, and the nameless are what they sit at', () => {
  expect(nameOf(info(), 1)).toBe('Anna')
  expect(nameOf(info(), 2)).toBe('Computer')
  const guest = { ...info().seats[0]!, name: 'Guest' }
  expect(nameOf(info({ seats: [guest, info().seats[1]!] }), 1)).toBe('Orange')
  expect(nameOf(info({ seats: [guest, info().seats[1]!], you: [] }), 1)).toBe('Guest')
})

test('the last stretch is the last thing somebody else did', () => {
  const turns = [...ANSWER, move(1, 'a1')]
  expect(lastStretch(turns, [1])).toEqual([ANSWER[1]])
  expect(lastStretch(turns, [])).toEqual([turns[2]])
  expect(lastStretch([], [1])).toEqual([])
})

test('of three and more the last turn of everybody else is told, since one’s own', () => {
  const round = [move(1, 'a'), move(2, 'b'), move(2, 'c'), move(3, 'd')]
  const [own, ...others] = round
  expect(lastStretch(round, [1])).toEqual(others)
  expect(lastStretch([...round, own!], [1])).toEqual(others) // also after one’s own next turn
  expect(lastStretch(round, [])).toEqual([round[3]]) // for a watcher the last seat’s
})

test('for who is out nobody’s turn is told twice', () => {
  const rounds = [move(2, 'a'), move(3, 'b'), move(2, 'c'), move(3, 'd')]
  expect(lastStretch(rounds, [1])).toEqual(rounds.slice(2))
})

test('a seat is labelled with its colour and who plays it', () => {
  expect([1, 2].map((seat) => labelOf(info(), seat))).toEqual(['Orange (Anna)', 'Blue (Computer)'])
  const guest = { ...info().seats[0]!, name: 'Guest' }
  const nameless = info({ seats: [guest, info().seats[1]!] })
  expect(labelOf(nameless, 1)).toBe('Orange')
  expect(labelOf({ ...nameless, game: 'splash' }, 1)).toBe('You')
  expect(labelOf(info({ game: 'splash' }), 1)).toBe('Anna')
})

test('who has given no name is called by the colour', () => {
  const [first, second] = info().seats
  const nameless = info({ seats: [{ ...first!, name: 'Player 1' }, second!] })
  expect([nameOf(nameless, 1), labelOf(nameless, 1)]).toEqual(['Orange', 'Orange'])
  expect(nameOf(info({ seats: [{ ...first!, name: 'Ada' }, second!] }), 1)).toBe('Ada')
})

test('after what happened to another seat it is said again who goes on', () => {
  const fall = move(
    2,
    'take',
    { event: 'stone-placed', seat: 2, to: 'b1' },
    { event: 'placed', seat: 1, to: 'a1' },
    { event: 'slid', seat: 2, from: 'a2', to: 'a3' },
  )
  expect(deed(info({ game: 'repulso' }), fall)).toBe(
    'Computer places an action piece on b1. ' +
      'Anna places a playing piece on a1. Computer slides from a2 to a3.',
  )
})

test('rings are named on demand alone', () => {
  const nexus = info({ game: 'nexus' })
  const step = move(
    1,
    '0,0>1,0',
    { event: 'walked', seat: 1, from: '0,0', to: '1,0' },
    { event: 'removed', how: 'majority', by: 1, seat: 2, at: '1,0', number: 1 },
    { event: 'won', seats: [1] },
  )
  expect(deed(nexus, step)).not.toMatch(/\d,\d/)
  expect(summary(nexus, step)).toMatch(/^Anna walks .*\. Anna wins/)
  expect(summary(nexus, step)).not.toMatch(/\d,\d/)
  change({ labels: true })
  expect(deed(nexus, step)).toContain('1,0')
  expect(summary(nexus, step)).toContain('1,0')
  change({ labels: false })
})
