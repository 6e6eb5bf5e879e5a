/** The page's client of the local-match worker: the same messages and requests as of a server. */

import { t } from '../lib/i18n.svelte'
import { settings } from '../lib/settings.svelte'
import { toast } from '../lib/toasts.svelte'
import { Refusal } from '../net/api'
import type { Backend, Channel } from '../net/backend'
import type { Listener } from '../net/socket.svelte'
import { problem } from '../sentences/boards'
import type { ClientMessage, NewMatch, Problem, ServerMessage } from '../wire.gen'
import { begun, forgetBegun, keepBegun } from './pending-matches'
import { beginning, starting, type Start } from './first-view'
import { newId } from './ids'
import { store, type About } from './storage/store'

interface Answer {
  readonly answer: number
  readonly value?: unknown
  readonly problem?: Problem
}

/** Takes a match that cannot be had here; the answer is why that is impossible, too, or null. */
export type Elsewhere = (why: Problem) => Promise<Problem | null>

/** What of a worker is used. */
export type Port = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>

/** The worker says so when it has not started. */
interface Failed {
  readonly failed: true
}

/** What a message of the page wants an answer to. */
type Open = { readonly ref: number } | { readonly watch: string }

const FAILED: Problem = { code: 'local-failed', params: {}, message: 'Python did not start' }
const WELCOME: ServerMessage = { type: 'welcome', me: null, now: 0, beat: 0 }
const REFUSED = 409

/**
 * One worker for the page, started with the first word to it. One that has failed is replaced with
 * the next word; whoever waited for its answer is told.
 */
export class LocalClient implements Channel {
  readonly state = 'open' // the worker takes messages at once, and answers when it can
  #port: Port | null = null
  #requests = 0
  #heardOf = false // whether the worker has said anything
  #lost = false // whether the last one has failed
  readonly #listeners = new Set<Listener>()
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(why: Error): void }>()
  readonly #open = new Map<string, Open>() // messages that were not answered yet
  readonly #making = new Map<string, Promise<unknown>>() // matches that Python is asked for
  readonly #unmade = new Map<string, Problem>() // and those that cannot be had, with the reason

  constructor(readonly make: () => Port = newWorker) {}

  /** Start the worker, where a local game may come soon. */
  warm(): void {
    if (this.#port) return
    this.#port = this.#started()
    if (!this.#lost) return
    this.#lost = false
    this.#tell(WELCOME) // who listens begins anew with this worker
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    queueMicrotask(() => this.#listeners.has(listener) && listener(WELCOME))
    return () => this.#listeners.delete(listener)
  }

  send(message: ClientMessage): boolean {
    const match = 'match' in message ? message.match : ''
    if (message.type === 'watch') {
      if (this.#unmade.has(match)) return this.#gone(match)
      this.#show(match)
    }
    const made = this.#making.get(match)
    if (made) void made.then(() => this.#say(message), nothing)
    else this.#say(message)
    return true
  }

  /** Post a message of the socket, and note what it waits for. */
  #say(message: ClientMessage): void {
    if (message.type === 'watch') this.#open.set(`watch ${message.match}`, { watch: message.match })
    else if ('ref' in message) this.#open.set(`ref ${message.ref}`, { ref: message.ref })
    this.#post(message)
  }

  /** A request by name, as `ludothek.server.browser` has them. */
  ask<T>(what: string, about: object): Promise<T> {
    const { match } = about as { match?: unknown }
    const made = typeof match === 'string' ? this.#making.get(match) : undefined
    return made ? made.then(() => this.#request<T>(what, about)) : this.#request<T>(what, about)
  }

  /**
   * Begin a match, and do not wait for Python: it can be watched and touched at once. What is
   * refused later is told as `gone`, unless it is taken elsewhere.
   */
  begin(match: NewMatch, name: string, elsewhere: Elsewhere): string {
    const wish = starting(newId(), match, name)
    keepBegun(wish)
    void lastingStorage()
    this.#make(wish, elsewhere)
    return wish.id
  }

  #make(wish: Start, elsewhere: Elsewhere): void {
    const made = this.#request('create', wish)
    this.#making.set(wish.id, made)
    const forget = () => {
      this.#making.delete(wish.id)
      forgetBegun(wish.id)
    }
    made.then(forget, async (error: unknown) => {
      forget()
      if (!(error instanceof Refusal)) throw error
      const problem = await elsewhere(error.problem)
      if (!problem) return
      this.#unmade.set(wish.id, problem)
      this.#gone(wish.id)
    })
  }

  #gone(match: string): boolean {
    const problem = this.#unmade.get(match)!
    queueMicrotask(() => this.#tell({ type: 'gone', match, problem }))
    return true
  }

  #request<T>(what: string, about: object): Promise<T> {
    const request = ++this.#requests
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(request, { resolve: (value) => resolve(value as T), reject })
      this.#post({ request, do: what, with: about })
    })
  }

  /** What is known of a match before Python speaks of it. */
  #show(id: string): void {
    const wish = begun(id)
    if (!wish) return void (this.#heardOf || this.#showStored(id))
    if (!this.#making.has(id)) this.#make(wish, nowhere)
    void this.#showBeginning(wish)
  }

  async #showBeginning(wish: Start): Promise<void> {
    const first = await beginning(wish)
    if (first && this.#making.has(wish.id))
      this.#tell({ type: 'match', since: null, ...first, happened: [] })
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
    port.addEventListener('message', (event) => {
      const message: unknown = JSON.parse(String((event as MessageEvent).data))
      if (port === this.#port) this.#heard(message as Answer | ServerMessage | Failed)
    })
    port.addEventListener('error', () => port === this.#port && this.#failed())
    return port
  }

  /** Nobody waits for a worker that has not started, or has come to an unforeseen end. */
  #failed(): void {
    this.#port?.terminate()
    this.#port = null
    this.#lost = true
    const [requests, messages] = [[...this.#waiting.values()], [...this.#open.values()]]
    this.#waiting.clear()
    this.#open.clear()
    for (const { reject } of requests) reject(new Refusal(FAILED, REFUSED))
    for (const open of messages)
      if ('ref' in open) this.#tell({ type: 'refused', ref: open.ref, problem: FAILED })
      else this.#tell({ type: 'gone', match: open.watch, problem: FAILED })
  }

  #heard(message: Answer | ServerMessage | Failed): void {
    if ('failed' in message) return this.#failed()
    this.#heardOf = true
    if (!('answer' in message)) return this.#told(message)
    const waiting = this.#waiting.get(message.answer)
    this.#waiting.delete(message.answer)
    if (message.problem) waiting?.reject(new Refusal(message.problem, REFUSED))
    else waiting?.resolve(message.value)
  }

  /** A message of the socket; what answers nobody in particular is for whoever looks. */
  #told(message: ServerMessage): void {
    if (message.type === 'match') this.#open.delete(`watch ${message.match.id}`)
    else if (message.type === 'gone') this.#open.delete(`watch ${message.match}`)
    else if ('ref' in message) this.#open.delete(`ref ${message.ref}`)
    if (message.type === 'refused' && message.ref === null) toast(problem(message.problem), 'warn')
    else this.#tell(message)
  }

  #tell(message: ServerMessage): void {
    for (const listener of this.#listeners) listener(message)
  }
}

async function nowhere(why: Problem): Promise<Problem> {
  return why
}

/** Ask the browser not to clear away what is played here when it wants room. */
async function lastingStorage(): Promise<void> {
  try {
    if (!(await navigator.storage?.persisted())) await navigator.storage?.persist()
  } catch {
    // it keeps it as long as it likes
  }
}

function nothing(): void {
  // there is no such match: `gone` was told
}

function newWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
}

export const client = new LocalClient()

const ask = client.ask.bind(client)

/** What whoever uses this browser is called in a new match. */
export function myName(): string {
  return settings.name || t('seat.player', { n: 1 })
}

/** Matches in this browser. */
export const local: Backend = {
  line: client,
  create: (match) => ask('create', { match, name: myName() }),
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
  analyse: (match, options) => ask('analyse', { match, ...options }),
  job: (job) => ask('job', { job }),
}
