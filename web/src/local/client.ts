/** The page's side of the worker that holds local matches: a line and requests, as of a server. */

import { t } from '../lib/i18n.svelte'
import { settings } from '../lib/settings.svelte'
import { Refusal } from '../net/api'
import type { Backend, Channel } from '../net/backend'
import type { Listener } from '../net/socket.svelte'
import type { ClientMessage, Problem, ServerMessage } from '../wire.gen'
import { store, type About } from './store'

interface Answer {
  readonly answer: number
  readonly value?: unknown
  readonly problem?: Problem
}

/** What of a worker is used. */
export type Port = Pick<Worker, 'postMessage' | 'addEventListener'>

const WELCOME: ServerMessage = { type: 'welcome', me: null, now: 0, beat: 0 }
const REFUSED = 409

/** One worker for the page, started with the first word to it. */
export class LocalClient implements Channel {
  readonly state = 'open' // the worker takes messages at once, and answers when it can
  #port: Port | null = null
  #asked = 0
  #heardOf = false // whether the worker has said anything
  readonly #listeners = new Set<Listener>()
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(why: Error): void }>()

  constructor(readonly make: () => Port = newWorker) {}

  /** Start the worker, where a local game may come soon. */
  warm(): void {
    this.#port ??= this.#started()
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    queueMicrotask(() => this.#listeners.has(listener) && listener(WELCOME))
    return () => this.#listeners.delete(listener)
  }

  send(message: ClientMessage): boolean {
    this.#post(message)
    if (message.type === 'watch' && !this.#heardOf) void this.#showStored(message.match)
    return true
  }

  /** A request by name, as `ludothek.server.browser` has them. */
  ask<T>(what: string, about: object): Promise<T> {
    const request = ++this.#asked
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(request, { resolve: (value) => resolve(value as T), reject })
      this.#post({ request, do: what, with: about })
    })
  }

  /** A match as it was left, until the worker has started. */
  async #showStored(id: string): Promise<void> {
    const kept = await store.match(id).catch(() => null)
    if (!kept || this.#heardOf) return
    const { match, view } = kept.about as unknown as About
    this.#tell({ type: 'match', since: null, match, view, happened: [] })
  }

  #post(message: object): void {
    this.warm()
    this.#port!.postMessage(JSON.stringify(message))
  }

  #started(): Port {
    const port = this.make()
    port.addEventListener('message', (event) =>
      this.#heard(JSON.parse(String((event as MessageEvent).data)) as Answer | ServerMessage),
    )
    return port
  }

  #heard(message: Answer | ServerMessage): void {
    this.#heardOf = true
    if (!('answer' in message)) return this.#tell(message)
    const waiting = this.#waiting.get(message.answer)
    this.#waiting.delete(message.answer)
    if (message.problem) waiting?.reject(new Refusal(message.problem, REFUSED))
    else waiting?.resolve(message.value)
  }

  #tell(message: ServerMessage): void {
    for (const listener of this.#listeners) listener(message)
  }
}

function newWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
}

export const client = new LocalClient()

const ask = client.ask.bind(client)

/** Matches in this browser. */
export const local: Backend = {
  line: client,
  create: (match) => ask('create', { match, name: settings.name || t('seat.player', { n: 1 }) }),
  match: (match) => ask('match', { match }),
  frames: (match, start) => ask('frames', { match, start }),
  attempt: (trial) => ask('try', { trial }),
  upload: (record) => ask('upload', { record }),
  record: (match, form) => ask('record', { match, form }),
  picture: (match, ply) => ask('picture', { match, ply }),
  table: (match, ply) => ask('table', { match, ply }),
  motion: (match, number) => ask('motion', { match, number }),
  placement: (trial) => ask('placement', { trial }),
  hint: (match) => ask('hint', { match }),
  analyse: (match, asked) => ask('analyse', { match, ...asked }),
  job: (job) => ask('job', { job }),
}
