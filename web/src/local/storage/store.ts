/**
 * What lives in the browser: local matches as lists of events, and lessons' progress. A match only
 * grows: events are kept, all or none, before anybody sees them.
 */

import type { MatchInfo, MatchSummary, View } from '../../wire.gen'
import { answer, Database, StoreError } from './database'

export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** What is known of a match without replaying it. */
export interface LocalMatch {
  readonly id: string
  readonly game: string
  readonly status: 'active' | 'finished'
  readonly created: number // milliseconds since 1970
  readonly changed: number
  readonly length: number // events so far, and the number of the next one
  readonly about: Json // an `About`
  readonly online: string | null // its match on a server, once it was put there
  readonly continued?: string // the match on a server in which it goes on with others
}

/** What the page shows of a match: in lists, and before Python has started. */
export interface About {
  readonly summary: MatchSummary
  readonly match: MatchInfo
  readonly view: View
}

/** What a tab tells the others. */
export interface Change {
  readonly match: string
  readonly length: number // 0: it is gone
}

export type NewMatch = Pick<LocalMatch, 'id' | 'game' | 'about'> &
  Partial<Pick<LocalMatch, 'status'>> // a record is over from the start
type Known = Partial<Pick<LocalMatch, 'status' | 'about' | 'online' | 'continued'>>

interface EventRow {
  readonly match: string
  readonly seq: number
  readonly event: Json
}

const VERSION = 1
const MATCHES = 'matches'
const EVENTS = 'events'
const VALUES = 'values'
export const STORES = { MATCHES, EVENTS, VALUES } as const

function upgrade(database: IDBDatabase, from: number): void {
  if (from >= 1) return
  database.createObjectStore(MATCHES, { keyPath: 'id' })
  database.createObjectStore(EVENTS, { keyPath: ['match', 'seq'] })
  database.createObjectStore(VALUES)
}

export class LocalStore {
  readonly database: Database
  readonly #channel: BroadcastChannel | null

  constructor(name = 'ludothek', factory?: () => IDBFactory | undefined) {
    this.database = new Database(name, VERSION, upgrade, factory)
    this.#channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`${name}-local`) : null
  }

  /** Begin a match with its first events. */
  async create(
    { id, game, about, status = 'active' }: NewMatch,
    events: readonly Json[],
  ): Promise<LocalMatch> {
    const now = Date.now()
    const match: LocalMatch = {
      id,
      game,
      about,
      status,
      created: now,
      changed: now,
      length: events.length,
      online: null,
    }
    await this.database.transaction([MATCHES, EVENTS], 'readwrite', async (transaction) => {
      if (await answer(transaction.objectStore(MATCHES).getKey(id)))
        throw new StoreError('conflict')
      transaction.objectStore(MATCHES).add(match)
      addEvents(transaction, id, 0, events)
    })
    this.#tell(match)
    return match
  }

  /**
   * Append events to a match that has `expected` of them, and note what is known of it now. Where
   * another tab has gone on with it, this is a `conflict`, and nothing changes.
   */
  async append(
    id: string,
    expected: number,
    events: readonly Json[],
    known: Known = {},
  ): Promise<LocalMatch> {
    const match = await this.database.transaction(
      [MATCHES, EVENTS],
      'readwrite',
      async (transaction) => {
        const before = await storedMatch(transaction, id)
        if (before.length !== expected) throw new StoreError('conflict')
        const length = expected + events.length
        const after: LocalMatch = { ...before, ...known, length, changed: Date.now() }
        transaction.objectStore(MATCHES).put(after)
        addEvents(transaction, id, expected, events)
        return after
      },
    )
    this.#tell(match)
    return match
  }

  /** Note something about a match without going on with it. */
  async note(id: string, known: Known): Promise<LocalMatch> {
    return await this.database.transaction([MATCHES], 'readwrite', async (transaction) => {
      const after = { ...(await storedMatch(transaction, id)), ...known }
      transaction.objectStore(MATCHES).put(after)
      return after
    })
  }

  /** All matches, the one played last first. */
  async matches(): Promise<LocalMatch[]> {
    const all = await this.#read<LocalMatch[]>(MATCHES, (store) => store.getAll())
    return all.sort((a, b) => b.changed - a.changed)
  }

  async match(id: string): Promise<LocalMatch | null> {
    return (await this.#read<LocalMatch | undefined>(MATCHES, (store) => store.get(id))) ?? null
  }

  /** The events of a match, from a number on. */
  async events(id: string, from = 0): Promise<Json[]> {
    const range = IDBKeyRange.bound([id, from], [id, Infinity])
    const rows = await this.#read<EventRow[]>(EVENTS, (store) => store.getAll(range))
    return rows.map(({ event }) => event)
  }

  /** Forget a match and all that happened in it. */
  async remove(id: string): Promise<void> {
    await this.database.transaction([MATCHES, EVENTS], 'readwrite', (transaction) => {
      transaction.objectStore(MATCHES).delete(id)
      transaction.objectStore(EVENTS).delete(IDBKeyRange.bound([id, 0], [id, Infinity]))
    })
    this.#tell({ id, length: 0 })
  }

  /** Hear of what other tabs keep; the answer ends it. */
  changes(heard: (change: Change) => void): () => void {
    const listener = ({ data }: MessageEvent<Change>) => heard(data)
    this.#channel?.addEventListener('message', listener)
    return () => this.#channel?.removeEventListener('message', listener)
  }

  /** The tasks of a game's lesson that are done. */
  async progress(game: string): Promise<string[]> {
    const done = await this.#read<string[] | undefined>(VALUES, (store) =>
      store.get(`learnt-${game}`),
    )
    return done ?? []
  }

  /** One more task is done; two tabs do not overwrite each other. */
  async learnt(game: string, task: string): Promise<string[]> {
    const key = `learnt-${game}`
    return await this.database.transaction([VALUES], 'readwrite', async (transaction) => {
      const store = transaction.objectStore(VALUES)
      const done = new Set(((await answer(store.get(key))) ?? []) as string[]).add(task)
      store.put([...done], key)
      return [...done]
    })
  }

  close(): void {
    this.#channel?.close()
    this.database.close()
  }

  #tell({ id, length }: Pick<LocalMatch, 'id' | 'length'>): void {
    this.#channel?.postMessage({ match: id, length } satisfies Change)
  }

  #read<T>(name: string, ask: (store: IDBObjectStore) => IDBRequest): Promise<T> {
    return this.database.transaction([name], 'readonly', (transaction) =>
      answer(ask(transaction.objectStore(name)) as IDBRequest<T>),
    )
  }
}

async function storedMatch(transaction: IDBTransaction, id: string): Promise<LocalMatch> {
  const match = await answer(
    transaction.objectStore(MATCHES).get(id) as IDBRequest<LocalMatch | undefined>,
  )
  if (!match) throw new StoreError('missing')
  return match
}

export function addEvents(
  transaction: IDBTransaction,
  match: string,
  from: number,
  events: readonly Json[],
): void {
  const store = transaction.objectStore(EVENTS)
  for (const [i, event] of events.entries()) store.add({ match, seq: from + i, event })
}

/** The one of this page. */
export const store = new LocalStore()
