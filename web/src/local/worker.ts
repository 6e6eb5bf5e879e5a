/**
 * The worker that holds local matches: Python decides, IndexedDB keeps, another worker computes.
 * Until Python has started, what was stored is shown.
 */

import type { PyodideAPI } from 'pyodide'
import type { ClientMessage, MatchInfo, Problem, ServerMessage, View } from '../wire.gen'
import { asStoreError, type StoreError } from './database'
import { startPython } from './engine'
import { packed } from './files'
import { JobQueue } from './queue'
import { store, type Json } from './store'

/** What Python notes of a match: for lists, and for a first picture. */
export interface About {
  readonly summary: { readonly game: string; readonly status: string }
  readonly match: MatchInfo
  readonly view: View
}

interface Request {
  readonly request: number
}

const FAILED: Problem = { code: 'local-failed', params: {}, message: 'Python did not start' }
const OVER = new Set(['finished', 'abandoned'])

const queue = new JobQueue(
  () => new Worker(new URL('./compute.ts', import.meta.url), { type: 'module' }),
)

/** What Python is offered: `ludothek.server.browser.host`. */
const host = {
  create: (match: string, about: string, entry: string) =>
    failure(store.create({ id: match, ...noted(about) }, [JSON.parse(entry) as Json])),
  append: (match: string, expected: number, about: string, entry: string) =>
    failure(store.append(match, expected, [JSON.parse(entry) as Json], noted(about))),
  entries: async (match: string, start: number) =>
    JSON.stringify(await store.events(match, start).catch(() => [])),
  compute: (job: string, urgency: number) => queue.run(job, urgency),
  post: (message: string) => self.postMessage(message),
}

function noted(about: string) {
  const known = JSON.parse(about) as About
  const { game, status } = known.summary
  const over = OVER.has(status)
  return { game, about: known as unknown as Json, status: over ? 'finished' : 'active' } as const
}

/** Why something could not be kept; nothing if it was. */
function failure(what: Promise<unknown>): Promise<string> {
  return what.then(
    () => '',
    (error: unknown) => (asStoreError(error) satisfies StoreError).code,
  )
}

const backend = startPython(packed).then(
  (started: PyodideAPI) =>
    started.pyimport('ludothek.server.browser.backend').Backend(host) as {
      receive(text: string): void
    },
)
let ready = false
backend.then(
  () => (ready = true),
  (error: unknown) => console.warn('Python did not start:', error),
)

self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  const message = JSON.parse(data) as ClientMessage | Request
  if (!ready && 'type' in message && message.type === 'watch') void showStored(message.match)
  backend.then(
    ({ receive }) => receive(data),
    () => refuse(message),
  )
})

store.changes(({ match, length }) => {
  const request = { request: 0, do: length ? 'refresh' : 'forget', with: { match } }
  backend.then(
    ({ receive }) => receive(JSON.stringify(request)),
    () => undefined,
  )
})

/** The match as it was left, for the first moments. */
async function showStored(id: string): Promise<void> {
  const kept = await store.match(id).catch(() => null)
  if (!kept || ready) return
  const { match, view } = kept.about as unknown as About
  if (match.seats.some(({ kind }) => kind === 'computer')) queue.warm()
  post({ type: 'match', since: null, match, view, happened: [] })
}

function refuse(message: ClientMessage | Request): void {
  if ('request' in message) self.postMessage(answer(message.request))
  else if (message.type === 'watch') post({ type: 'gone', match: message.match, problem: FAILED })
  else if ('ref' in message) post({ type: 'refused', ref: message.ref, problem: FAILED })
}

function answer(number: number): string {
  return JSON.stringify({ answer: number, problem: FAILED })
}

function post(message: ServerMessage): void {
  self.postMessage(JSON.stringify(message))
}
