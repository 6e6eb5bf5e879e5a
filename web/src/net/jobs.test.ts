import { beforeEach, expect, test, vi } from 'vitest'
import type { JobInfo, ServerMessage } from '../wire.gen'
import { jobDone } from './jobs'
import type { Listener } from './socket.svelte'

const WELCOME: ServerMessage = { type: 'welcome', me: null, now: 0, beat: 0 }

function job(state: JobInfo['state'], done = 0, id = 'a'): JobInfo {
  return { id, kind: 'analysis', match: 'm', state, done, total: 3, evaluations: [] }
}

class FakeLine {
  state: 'open' | 'lost' = 'lost'
  listeners = new Set<Listener>()
  listen(listener: Listener) {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  tell(message: ServerMessage) {
    for (const listener of this.listeners) listener(message)
  }
  news(news: JobInfo) {
    this.tell({ type: 'job', job: news })
  }
  open() {
    this.state = 'open'
    this.tell(WELCOME)
  }
}

let line: FakeLine
let ask = vi.fn<(id: string) => Promise<JobInfo>>()
let reports: JobInfo[]
beforeEach(() => {
  line = new FakeLine()
  ask = vi.fn()
  reports = []
})

function follow(first: Promise<JobInfo>, signal?: AbortSignal): Promise<JobInfo> {
  return jobDone(
    () => first,
    (news) => reports.push(news),
    signal,
    { line, job: ask },
  )
}

const soon = () => new Promise((resolve) => setTimeout(resolve))

test('news over the line lead to the end, and nobody asks in between', async () => {
  const end = follow(Promise.resolve(job('waiting')))
  await soon()
  line.news(job('working', 1))
  line.news(job('done', 9, 'another'))
  line.news(job('done', 3))
  expect(await end).toEqual(job('done', 3))
  expect(reports.map(({ state }) => state)).toEqual(['waiting', 'working', 'done'])
  expect(ask).not.toHaveBeenCalled()
  expect(line.listeners.size).toBe(0)
})

test('news that are quicker than the answer are not lost', async () => {
  let answer: (job: JobInfo) => void = () => {}
  const end = follow(new Promise((resolve) => (answer = resolve)))
  line.news(job('done', 3))
  answer(job('waiting'))
  expect((await end).state).toBe('done')
})

test('what was missed while the line was closed is asked for when it opens', async () => {
  ask.mockResolvedValue(job('done', 3))
  const end = follow(Promise.resolve(job('working', 1)))
  await soon()
  expect(ask).not.toHaveBeenCalled()
  line.open()
  expect((await end).state).toBe('done')
  expect(ask).toHaveBeenCalledExactlyOnceWith('a')
})

test('old news change nothing', async () => {
  const end = follow(Promise.resolve(job('working', 2)))
  await soon()
  line.news(job('working', 1))
  line.news(job('cancelled', 2))
  expect(await end).toEqual(job('cancelled', 2))
  expect(reports.map(({ done }) => done)).toEqual([2, 2])
})

test('a refusal is passed on, of the job as of a later question', async () => {
  await expect(follow(Promise.reject(new Error('no')))).rejects.toThrow('no')
  ask.mockRejectedValue(new Error('gone'))
  line.state = 'open'
  await expect(follow(Promise.resolve(job('working')))).rejects.toThrow('gone')
  expect(line.listeners.size).toBe(0)
})

test('who leaves hears no more', async () => {
  const leaving = new AbortController()
  const end = follow(Promise.resolve(job('working', 1)), leaving.signal)
  await soon()
  leaving.abort()
  expect(await end).toEqual(job('working', 1))
  expect(line.listeners.size).toBe(0)
})
