import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { Refusal } from '../net/api'
import type { ServerMessage } from '../wire.gen'
import { LocalClient, type Port } from './client'
import { store } from './store'

class FakeWorker extends EventTarget {
  posted: Record<string, unknown>[] = []
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
