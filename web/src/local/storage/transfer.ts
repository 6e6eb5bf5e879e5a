/** Export and import of all local data as one file. */

import { answer, StoreError } from './database'
import {
  addEvents,
  STORES,
  type Json,
  type LocalMatch,
  type LocalRecord,
  type LocalStore,
} from './store'

const FORMAT = 'ludothek-local'
const VERSION = 1
const { MATCHES, EVENTS, RECORDS, VALUES } = STORES
const ALL = [MATCHES, EVENTS, RECORDS, VALUES]

interface Exported {
  readonly format: typeof FORMAT
  readonly version: number
  readonly matches: readonly (LocalMatch & { readonly events: readonly Json[] })[]
  readonly records: readonly LocalRecord[]
  readonly values: Readonly<Record<string, Json>>
}

/** What an import did. */
export interface Imported {
  readonly matches: number // new here, or longer than before
  readonly records: number
  readonly differing: number // matches that went on differently here: these stay as they are
}

/** Everything, as it is at one moment. */
export async function exported(store: LocalStore): Promise<string> {
  const file = await store.database.transaction(ALL, 'readonly', async (transaction) => {
    const all = <T>(name: string) =>
      answer(transaction.objectStore(name).getAll() as IDBRequest<T[]>)
    const [matches, rows, records, keys, values] = await Promise.all([
      all<LocalMatch>(MATCHES),
      all<{ match: string; event: Json }>(EVENTS),
      all<LocalRecord>(RECORDS),
      answer(transaction.objectStore(VALUES).getAllKeys()),
      all<Json>(VALUES),
    ])
    const events = new Map<string, Json[]>(matches.map(({ id }) => [id, []]))
    for (const { match, event } of rows) events.get(match)?.push(event)
    return {
      format: FORMAT,
      version: VERSION,
      matches: matches.map((match) => ({
        ...match,
        events: events.get(match.id)!,
      })),
      records,
      values: Object.fromEntries(keys.map((key, i) => [String(key), values[i]!])),
    } satisfies Exported
  })
  return JSON.stringify(file)
}

/**
 * Add what a file holds: all of it, or nothing. What is here already stays; a match that the file
 * knows further goes on, and one that went on differently is left alone.
 */
export async function imported(store: LocalStore, text: string): Promise<Imported> {
  const file = read(text)
  return await store.database.transaction(ALL, 'readwrite', async (transaction) => {
    let matches = 0
    let differing = 0
    for (const { events, ...match } of file.matches) {
      const went = await merged(transaction, match, events)
      if (went === 'taken') matches++
      if (went === 'differs') differing++
    }
    const records = await added(transaction, file.records)
    await addValues(transaction, file.values)
    return { matches, records, differing }
  })
}

async function merged(
  transaction: IDBTransaction,
  match: LocalMatch,
  events: readonly Json[],
): Promise<'taken' | 'kept' | 'differs'> {
  const store = transaction.objectStore(MATCHES)
  const range = IDBKeyRange.bound([match.id, 0], [match.id, Infinity])
  const rows = await answer(transaction.objectStore(EVENTS).getAll(range))
  const here = (rows as { event: Json }[]).map(({ event }) => event)
  const common = Math.min(here.length, events.length)
  if (JSON.stringify(here.slice(0, common)) !== JSON.stringify(events.slice(0, common)))
    return 'differs'
  if (here.length >= events.length && here.length > 0) return 'kept'
  store.put({ ...match, length: events.length })
  addEvents(transaction, match.id, here.length, events.slice(here.length))
  return 'taken'
}

async function added(
  transaction: IDBTransaction,
  records: readonly LocalRecord[],
): Promise<number> {
  const store = transaction.objectStore(RECORDS)
  const known = new Set(await answer(store.getAllKeys()))
  const fresh = records.filter(({ id }) => !known.has(id))
  for (const record of fresh) store.put(record)
  return fresh.length
}

/** Tasks that are done are joined; any other value that is here stays. */
async function addValues(
  transaction: IDBTransaction,
  values: Readonly<Record<string, Json>>,
): Promise<void> {
  const store = transaction.objectStore(VALUES)
  for (const [key, value] of Object.entries(values)) {
    const here = (await answer(store.get(key))) as Json | undefined
    if (here === undefined) store.put(value, key)
    else if (key.startsWith('learnt-')) store.put([...new Set([here, value].flat())], key)
  }
}

function read(text: string): Exported {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch (error) {
    throw new StoreError('malformed', { cause: error })
  }
  if (!isExported(file)) throw new StoreError('malformed')
  if (file.version > VERSION) throw new StoreError('newer')
  return file
}

function isExported(file: unknown): file is Exported {
  if (!isObject(file) || file.format !== FORMAT || typeof file.version !== 'number') return false
  const { matches, records, values } = file
  if (!Array.isArray(matches) || !Array.isArray(records) || !isObject(values)) return false
  return matches.every(isMatch) && records.every(isRecord) && Object.entries(values).every(isValue)
}

function isMatch(match: unknown): boolean {
  if (!isObject(match) || !Array.isArray(match.events) || !match.events.length) return false
  const texts = ['id', 'game', 'status'].every((key) => typeof match[key] === 'string')
  const times = ['created', 'changed'].every((key) => Number.isFinite(match[key]))
  return texts && times && ['active', 'finished'].includes(match.status as string)
}

function isRecord(record: unknown): boolean {
  if (!isObject(record) || !Number.isFinite(record.added)) return false
  return ['id', 'game', 'text'].every((key) => typeof record[key] === 'string')
}

function isValue([key, value]: [string, unknown]): boolean {
  if (!key.startsWith('learnt-')) return true
  return Array.isArray(value) && value.every((task) => typeof task === 'string')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
