/** The local-match worker: Python decides, IndexedDB stores, another worker computes. */

import type { PyodideAPI } from 'pyodide'
import type { ClientMessage } from '../wire.gen'
import { asStoreError, type StoreError } from './storage/database'
import { startPython } from './python-jobs'
import { packed } from './pack-files'
import { JobQueue } from './queue'
import { store, type About, type Json } from './storage/store'

interface Request {
  readonly request: number
}

const OVER = new Set(['finished', 'abandoned'])

const queue = new JobQueue(
  () => new Worker(new URL('./compute.ts', import.meta.url), { type: 'module' }),
)

/**
 * What Python is offered: `ludothek.server.browser.host`. Entries are kept as text: JavaScript's
 * numbers are too short for a match's seed.
 */
const host = {
  create: (match: string, about: string, entry: string) =>
    failure(store.create({ id: match, ...noted(about) }, [entry])),
  append: (match: string, expected: number, about: string, entry: string) =>
    failure(store.append(match, expected, [entry], noted(about))),
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
    started.pyimport('ludothek.server.browser.message_interface').Backend(host) as {
      receive(text: string): void
    },
)
backend.catch((error: unknown) => {
  console.warn('Python did not start:', error)
  self.postMessage(JSON.stringify({ failed: true })) // the page replaces this worker
})

self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  const message = JSON.parse(data) as ClientMessage | Request
  backend.then(
    ({ receive }) => {
      receive(data)
      if ('type' in message && message.type === 'watch') void warmFor(message.match)
    },
    () => undefined,
  )
})

store.changes(({ match, length }) => {
  const request = { request: 0, do: length ? 'refresh' : 'forget', with: { match } }
  backend.then(
    ({ receive }) => receive(JSON.stringify(request)),
    () => undefined,
  )
})

/** Start the worker that computes, where a computer plays. */
async function warmFor(id: string): Promise<void> {
  const kept = await store.match(id).catch(() => null)
  const about = kept?.about as unknown as About | undefined
  if (about?.match.seats.some(({ kind }) => kind === 'computer')) queue.warm()
}
