/** Export and import of all local data as one file. */

import { kept, type Kept } from '../../lib/browser-storage'
import { PREFIX } from '../ids'
import { answer, StoreError } from './database'
import { addEvents, STORES, type Json, type LocalMatch, type LocalStore } from './store'
import { BEGUN, DRAFT, REFEREE } from './texts'

const FORMAT = 'ludothek-local'
const VERSION = 1
const { MATCHES, EVENTS, VALUES } = STORES
const ALL = [MATCHES, EVENTS, VALUES]

interface Exported {
  readonly format: typeof FORMAT
  readonly version: number
  readonly matches: readonly (LocalMatch & { readonly events: readonly Json[] })[]
  readonly values: Readonly<Record<string, readonly string[]>> // tasks that are done
  readonly texts?: Readonly<Record<string, string>> // what is kept beside the database
}

/** What of the browser's small texts is used. */
type Texts = Pick<Kept, 'keys' | 'getItem' | 'setItem'>

/** What an import did. */
export interface Imported {
  readonly matches: number // new here, or longer than before
  readonly differing: number // games that went on differently here: these stay as they are
}

/** Everything, as it is at one moment. */
export async function exported(store: LocalStore, texts: Texts = kept): Promise<string> {
  const file = await store.database.transaction(ALL, 'readonly', async (transaction) => {
    const all = <T>(name: string) =>
      answer(transaction.objectStore(name).getAll() as IDBRequest<T[]>)
    const [matches, rows, keys, values] = await Promise.all([
      all<LocalMatch>(MATCHES),
      all<{ match: string; event: Json }>(EVENTS),
      answer(transaction.objectStore(VALUES).getAllKeys()),
      all<string[]>(VALUES),
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
      values: Object.fromEntries(keys.map((key, i) => [String(key), values[i]!])),
      texts: Object.fromEntries(
        texts
          .keys()
          .filter(isText)
          .map((key) => [key, texts.getItem(key)!]),
      ),
    } satisfies Exported
  })
  return JSON.stringify(file)
}

/**
 * Add what a file holds: all of it, or nothing. What is here already stays; a match that the file
 * knows further goes on, and one that went on differently is left alone.
 */
export async function imported(
  store: LocalStore,
  text: string,
  texts: Texts = kept,
): Promise<Imported> {
  const file = read(text)
  const went = await store.database.transaction(ALL, 'readwrite', async (transaction) => {
    const all: Went[] = []
    for (const { events, ...match } of file.matches)
      all.push(await merged(transaction, match, events))
    await addValues(transaction, file.values)
    return all
  })
  went.push(...Object.entries(file.texts ?? {}).map(([key, kept]) => addText(texts, key, kept)))
  const count = (how: Went) => went.filter((each) => each === how).length
  return { matches: count('taken'), differing: count('differs') }
}

type Went = 'taken' | 'kept' | 'differs'

async function merged(
  transaction: IDBTransaction,
  match: LocalMatch,
  events: readonly Json[],
): Promise<Went> {
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

/** Tasks that are done are joined. */
async function addValues(
  transaction: IDBTransaction,
  values: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const store = transaction.objectStore(VALUES)
  for (const [key, value] of Object.entries(values)) {
    const here = ((await answer(store.get(key))) ?? []) as string[]
    store.put([...new Set([...here, ...value])], key)
  }
}

/** A draft is taken where there is none; the game at the real table counts as a game. */
function addText(texts: Texts, key: string, text: string): Went {
  const here = texts.getItem(key)
  const game = key === REFEREE && isGame(text)
  if (here === text) return 'kept'
  if (here === null || (game && !isGame(here))) {
    texts.setItem(key, text)
    return game ? 'taken' : 'kept'
  }
  return game ? 'differs' : 'kept'
}

function isText(key: string): boolean {
  return key === REFEREE || [BEGUN, DRAFT + PREFIX].some((prefix) => key.startsWith(prefix))
}

/** Whether the referee has a game, and not only what was agreed for the last one. */
function isGame(text: string): boolean {
  const { game } = JSON.parse(text) as { game?: unknown }
  return !!game
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
  const { matches, values, texts = {} } = file
  if (!Array.isArray(matches) || !isObject(values) || !isObject(texts)) return false
  return (
    matches.every(isMatch) &&
    Object.entries(values).every(isProgress) &&
    Object.entries(texts).every(([key, text]) => isText(key) && isJson(text))
  )
}

function isMatch(match: unknown): boolean {
  if (!isObject(match) || !Array.isArray(match.events) || !match.events.length) return false
  const texts = ['id', 'game', 'status'].every((key) => typeof match[key] === 'string')
  const times = ['created', 'changed'].every((key) => Number.isFinite(match[key]))
  return texts && times && ['active', 'finished'].includes(match.status as string)
}

function isProgress([key, value]: [string, unknown]): boolean {
  const tasks = Array.isArray(value) && value.every((task) => typeof task === 'string')
  return key.startsWith('learnt-') && tasks
}

function isJson(text: unknown): boolean {
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text) : null
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
