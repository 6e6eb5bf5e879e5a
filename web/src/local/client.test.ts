import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { speak } from '../lib/i18n.svelte'
import { toasts } from '../lib/toasts.svelte'
import { Refusal } from '../net/api'
import type { NewMatch, Problem, ServerMessage, Update } from '../wire.gen'
import { LocalClient, type Port } from './client'
import { store } from './storage/store'

class FakeWorker extends EventTarget {
  posted: Record<string, unknown>[] = []
  ended = false
  terminate() {
    this.ended = true
  }
  postMessage(text: string) {
    this.posted.push(JSON.parse(text) as Record<string, unknown>)
  }
  say(message: object) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
}

const PROBLEM = { code: 'stored.full', params: {}, message: '' }
const soon = () => new Promise((resolve) => setTimeout(resolve, 30))
let worker: FakeWorker
let started: number
let client: LocalClient

beforeEach(() => {
  localStorage.clear()
  worker = new FakeWorker()
  started = 0
  client = new LocalClient(() => {
    started++
    return worker as unknown as Port
  })
})

test('the worker starts with the first word, once', () => {
  client.listen(() => {})
  expect(started).toBe(0)
  client.send({ type: 'unwatch', match: 'local1' })
  client.warm()
  expect([started, worker.posted.length]).toEqual([1, 1])
})

test('requests are answered by number, or refused with a problem', async () => {
  const first = client.ask('match', { match: 'local1' })
  const second = client.ask('match', { match: 'local2' })
  worker.say({ answer: 2, problem: PROBLEM })
  worker.say({ answer: 1, value: 'here' })
  expect(await first).toBe('here')
  const refused = await second.catch((error: unknown) => error)
  expect((refused as Refusal).problem).toEqual(PROBLEM)
  expect(worker.posted[0]).toEqual({ request: 1, do: 'match', with: { match: 'local1' } })
})

test('who listens is welcomed and hears every message until it leaves', async () => {
  const heard: string[] = []
  const leave = client.listen(({ type }: ServerMessage) => heard.push(type))
  await soon()
  client.warm()
  worker.say({ type: 'done', ref: 1, seq: 2 })
  leave()
  worker.say({ type: 'done', ref: 2, seq: 3 })
  expect(heard).toEqual(['welcome', 'done'])
})

test('a match that is stored is shown until the worker speaks', async () => {
  const about = { summary: { id: 'local7' }, match: { id: 'local7' }, view: { ply: 3 } }
  await store.create({ id: 'local7', game: 'nexus', about }, ['{}'])
  const heard: ServerMessage[] = []
  client.listen((message) => heard.push(message))
  client.send({ type: 'watch', match: 'local7', after: null })
  await soon()
  const { match, view } = about
  expect(heard.at(-1)).toEqual({ type: 'match', since: null, match, view, happened: [] })
  worker.say({ type: 'done', ref: 1, seq: 2 })
  client.send({ type: 'watch', match: 'local7', after: null })
  await soon()
  expect(heard.at(-1)?.type).toBe('done')
})

const NEW: NewMatch = {
  game: 'repulso',
  seats: [{ kind: 'me' }, { kind: 'computer', level: 3 }],
  clock: { kind: 'fischer', seconds: 300, increment: 5 },
}
const COMPUTER = { kind: 'computer' as const, level: 1 }
const nowhere = async (why: Problem) => why

/** The first word about a match. */
async function shown(heard: ServerMessage[]): Promise<Update> {
  await vi.waitFor(() => expect(heard.at(-1)?.type).toBe('match'), { timeout: 10_000, interval: 1 })
  return heard.at(-1) as Update
}

/** Hear what is told from now on. */
function listening(): ServerMessage[] {
  const heard: ServerMessage[] = []
  client.listen((message) => heard.push(message))
  return heard
}

test('a new match is there before Python is, and can be touched', async () => {
  const heard = listening()
  const id = client.begin(NEW, 'Ada', nowhere)
  client.send({ type: 'watch', match: id, after: null })
  const { match, view } = await shown(heard)
  expect(match.seats.map(({ name, you }) => [name, you])).toEqual([
    ['Ada', true],
    ['Computer', false],
  ])
  expect([match.id, match.you, match.clock.left]).toEqual([id, [1], [300_000, 300_000]])
  expect(view.legal.length).toBeGreaterThan(0)
  expect(view.options).toEqual({ stuck: 'no-prospect', tiebreak: 'draw' })
  expect(worker.posted.map((each) => each.do ?? each.type)).toEqual(['create'])
})

test.each([
  ['dealt', { draft: 'random' }, 2, 30],
  ['played in teams', { teams: 'pairs' }, 4, 0],
])('a game of Splash! that is %s shows its table at once', async (_, options, people, dealt) => {
  const heard = listening()
  const seats = [{ kind: 'me' }, ...Array.from({ length: people - 1 }, () => COMPUTER)] as const
  const id = client.begin({ game: 'splash', seats: [...seats], options }, 'Ada', nowhere)
  client.send({ type: 'watch', match: id, after: null })
  const { match, view } = await shown(heard)
  expect([match.ply, match.dealt, view.seats]).toEqual([0, dealt, people])
  expect(view.options).toMatchObject(options)
  expect(view.legal.length > 0).toBe(dealt === 0) // what is dealt, only the rules know
})

test('the browser is asked to keep what is played here, until it has agreed', async () => {
  let agreed = false
  const persist = vi.fn<() => Promise<boolean>>(async () => (agreed = true))
  vi.stubGlobal('navigator', { storage: { persisted: async () => agreed, persist } })
  client.begin(NEW, 'Ada', nowhere)
  await soon()
  client.begin(NEW, 'Ada', nowhere)
  await soon()
  expect(persist).toHaveBeenCalledTimes(1)
  vi.unstubAllGlobals()
})

test('what is said about a new match waits until it is stored', async () => {
  const id = client.begin(NEW, 'Ada', nowhere)
  client.send({ type: 'watch', match: id, after: null })
  const frames = client.ask('frames', { match: id, start: 0 })
  worker.say({ answer: 1, value: {} })
  await soon()
  expect(worker.posted.map((each) => each.do ?? each.type)).toEqual(['create', 'watch', 'frames'])
  worker.say({ answer: 2, value: 'all' })
  expect(await frames).toBe('all')
  expect(localStorage.length).toBe(0)
})

test('who begins is drawn on the page, and nobody touches for the computer', async () => {
  const random: NewMatch = { ...NEW, starter: 'random' }
  const firsts = new Set<string>()
  for (let i = 0; i < 40; i++) {
    const heard = listening()
    client.send({ type: 'watch', match: client.begin(random, 'Ada', nowhere), after: null })
    const { match, view } = await shown(heard)
    expect(view.legal.length > 0).toBe(match.seats[0]!.you)
    firsts.add(match.seats[0]!.kind)
  }
  expect(firsts).toEqual(new Set(['person', 'computer']))
  expect(worker.posted[0]!.with).toMatchObject({ drawn: true, match: { starter: 'random' } })
})

test('a reload before the match is stored asks for it again', async () => {
  const id = client.begin(NEW, 'Ada', nowhere)
  const again = new LocalClient(() => worker as unknown as Port)
  again.listen(() => {})
  again.send({ type: 'watch', match: id, after: null })
  expect(worker.posted).toHaveLength(2)
  expect(worker.posted[1]!.with).toEqual(worker.posted[0]!.with)
})

test('what cannot be had here is gone, unless it is taken elsewhere', async () => {
  const heard = listening()
  const lost = client.begin(NEW, 'Ada', nowhere)
  worker.say({ answer: 1, problem: PROBLEM })
  await soon()
  expect(heard.at(-1)).toEqual({ type: 'gone', match: lost, problem: PROBLEM })
  client.begin(NEW, 'Ada', async () => null)
  worker.say({ answer: 2, problem: PROBLEM })
  await soon()
  expect(heard.filter(({ type }) => type === 'gone')).toHaveLength(1)
})

test('a page that comes after the refusal hears the reason, too', async () => {
  const lost = client.begin(NEW, 'Ada', nowhere)
  worker.say({ answer: 1, problem: PROBLEM })
  await soon()
  const heard = listening()
  client.send({ type: 'watch', match: lost, after: null })
  await soon()
  expect(heard.at(-1)).toEqual({ type: 'gone', match: lost, problem: PROBLEM })
})

/** A client whose workers are all known. */
function withWorkers(): { many: LocalClient; workers: FakeWorker[] } {
  const workers: FakeWorker[] = []
  const many = new LocalClient(() => {
    workers.push(new FakeWorker())
    return workers.at(-1) as unknown as Port
  })
  return { many, workers }
}

const failures = {
  'a script that cannot be loaded': (worker: FakeWorker) =>
    worker.dispatchEvent(new Event('error')),
  'Python that does not start': (worker: FakeWorker) => worker.say({ failed: true }),
}

test.each(Object.entries(failures))('%s is told to all who wait', async (_, fail) => {
  const { many, workers } = withWorkers()
  const heard: ServerMessage[] = []
  many.listen((message) => heard.push(message))
  await soon()
  const asked = many.ask('match', { match: 'local1' }).catch((error: unknown) => error)
  many.send({ type: 'watch', match: 'local1', after: null })
  many.send({ type: 'preview', ref: 7, match: 'local1', ply: 0, decisions: [] })
  fail(workers[0]!)
  expect(((await asked) as Refusal).problem.code).toBe('local-failed')
  expect(heard.slice(1)).toMatchObject([
    { type: 'gone', match: 'local1', problem: { code: 'local-failed' } },
    { type: 'refused', ref: 7, problem: { code: 'local-failed' } },
  ])
  expect([workers[0]!.ended, workers.length]).toEqual([true, 1])
})

test.each(Object.entries(failures))('after %s the next word starts a worker', async (_, fail) => {
  const { many, workers } = withWorkers()
  many.warm()
  fail(workers[0]!)
  const heard: string[] = []
  many.listen(({ type }) => heard.push(type))
  await soon()
  const asked = many.ask('match', { match: 'local1' })
  expect(workers).toHaveLength(2)
  expect(heard).toEqual(['welcome', 'welcome']) // whoever follows a match does so with this one
  workers[0]!.say({ answer: 1, value: 'late' })
  workers[1]!.say({ answer: 1, value: 'here' })
  expect(await asked).toBe('here')
})

test('what was answered is not refused when the worker fails later', async () => {
  const { many, workers } = withWorkers()
  const heard: ServerMessage[] = []
  many.listen((message) => heard.push(message))
  await soon()
  many.send({ type: 'preview', ref: 7, match: 'local1', ply: 0, decisions: [] })
  many.send({ type: 'watch', match: 'local1', after: null })
  workers[0]!.say({ type: 'previewed', ref: 7, tried: {} })
  workers[0]!.say({ type: 'match', match: { id: 'local1' } })
  workers[0]!.say({ failed: true })
  expect(heard.map(({ type }) => type)).toEqual(['welcome', 'previewed', 'match'])
})

test('a computer that did not answer is told to whoever looks', async () => {
  await speak('en')
  const { many, workers } = withWorkers()
  many.warm()
  const about = { code: 'computer-failed', params: {}, message: '' }
  workers[0]!.say({ type: 'refused', ref: null, problem: about })
  expect(toasts.at(-1)?.text).toMatch(/computer/i)
})
