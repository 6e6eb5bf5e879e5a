import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Kept } from '../../lib/browser-storage'
import { speak } from '../../lib/i18n.svelte'
import { LANGUAGES } from '../../lib/settings.svelte'
import { Database, StoreError, type Failure } from './database'
import { storeProblem, storing } from './problem'
import { LocalStore, type Json } from './store'
import { exported, imported } from './transfer'

const MATCH = { id: 'm1', game: 'repulso', about: { seats: ['Ada', 'level-1'] } }
let factory: IDBFactory
let store: LocalStore
const open: LocalStore[] = []

function tab(from: IDBFactory = factory): LocalStore {
  const made = new LocalStore('ludothek', () => from)
  open.push(made)
  return made
}

async function failure(what: Promise<unknown>): Promise<Failure> {
  const error = await what.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof StoreError)) throw new Error(`no store error: ${String(error)}`)
  return error.code
}

beforeEach(() => {
  factory = new IDBFactory()
  store = tab()
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const each of open.splice(0)) each.close()
})

describe('a local match', () => {
  test('grows by events, and is found again as it was', async () => {
    await store.create(MATCH, [{ type: 'created' }])
    const after = await store.append('m1', 1, [{ type: 'decided', text: 'a1' }], {
      status: 'finished',
    })
    expect(after).toMatchObject({ length: 2, status: 'finished', about: MATCH.about, online: null })
    const again = tab()
    expect(await again.match('m1')).toEqual(after)
    expect(await again.events('m1')).toEqual([{ type: 'created' }, { type: 'decided', text: 'a1' }])
    expect(await again.events('m1', 1)).toEqual([{ type: 'decided', text: 'a1' }])
    expect(await again.match('m2')).toBeNull()
  })

  test('goes on in one tab only: the other one is told and changes nothing', async () => {
    await store.create(MATCH, [{ n: 0 }])
    const other = tab()
    await store.append('m1', 1, [{ n: 1 }])
    expect(await failure(other.append('m1', 1, [{ n: 'late' }]))).toBe('conflict')
    expect(await other.events('m1')).toEqual([{ n: 0 }, { n: 1 }])
    expect(await failure(store.create(MATCH, []))).toBe('conflict')
  })

  test('of two tabs that append at once exactly one wins', async () => {
    await store.create(MATCH, [{ n: 0 }])
    const other = tab()
    const ends = await Promise.allSettled([
      store.append('m1', 1, [{ n: 'a' }]),
      other.append('m1', 1, [{ n: 'b' }]),
    ])
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await store.events('m1')).toHaveLength(2)
  })

  test('is heard of in other tabs', async () => {
    const heard = vi.fn<(change: unknown) => void>()
    const hang = tab().changes(heard)
    await store.create(MATCH, [{ n: 0 }])
    await store.append('m1', 1, [{ n: 1 }])
    await store.remove('m1')
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(3))
    expect(heard.mock.calls.map(([change]) => change)).toEqual([
      { match: 'm1', length: 1 },
      { match: 'm1', length: 2 },
      { match: 'm1', length: 0 },
    ])
    hang()
  })

  test('that is not there cannot go on, and one that is removed is gone with its events', async () => {
    expect(await failure(store.append('m1', 0, []))).toBe('missing')
    expect(await failure(store.note('m1', { online: 'x' }))).toBe('missing')
    await store.create(MATCH, [{ n: 0 }])
    await store.create({ ...MATCH, id: 'm2' }, [{ n: 2 }])
    await store.remove('m1')
    expect(await store.match('m1')).toBeNull()
    expect(await store.events('m1')).toEqual([])
    expect(await store.events('m2')).toEqual([{ n: 2 }])
  })

  test('remembers where it is online; the one played last comes first', async () => {
    vi.spyOn(Date, 'now').mockReturnValueOnce(1).mockReturnValueOnce(2).mockReturnValueOnce(3)
    await store.create(MATCH, [{ n: 0 }])
    await store.create({ ...MATCH, id: 'm2' }, [{ n: 0 }])
    await store.append('m1', 1, [{ n: 1 }])
    expect((await store.note('m2', { online: 'far' })).online).toBe('far')
    expect((await store.matches()).map(({ id }) => id)).toEqual(['m1', 'm2'])
  })
})

describe('a failure', () => {
  test('in the middle of an append leaves everything as it was', async () => {
    await store.create(MATCH, [{ n: 0 }])
    const unclonable = (() => {}) as unknown as Json
    expect(await failure(store.append('m1', 1, [{ n: 1 }, unclonable]))).toBe('failed')
    expect(await store.events('m1')).toEqual([{ n: 0 }])
    expect(await store.match('m1')).toMatchObject({ length: 1 })
    await store.append('m1', 1, [{ n: 1 }])
  })

  test('of storage that is full is told as such, and costs nothing', async () => {
    await store.create(MATCH, [{ n: 0 }])
    const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError')
    })
    expect(await failure(store.append('m1', 1, [{ n: 1 }]))).toBe('full')
    full.mockRestore()
    expect(await store.events('m1')).toEqual([{ n: 0 }])
  })

  test('of a browser that keeps nothing is told as such', async () => {
    const none = new LocalStore('ludothek', () => undefined)
    expect(await failure(none.matches())).toBe('forbidden')
    const refusing = new LocalStore('ludothek', () => {
      throw new DOMException('not here', 'SecurityError')
    })
    expect(await failure(refusing.create(MATCH, []))).toBe('forbidden')
    none.close()
    refusing.close()
  })

  test('of data from a later version is told as such, and the data stays', async () => {
    const later = new Database(
      'ludothek',
      99,
      (database) => database.createObjectStore('x'),
      () => factory,
    )
    await later.transaction(['x'], 'readonly', () => null)
    later.close()
    expect(await failure(store.matches())).toBe('newer')
  })

  test('is a sentence of its own in every language', async () => {
    const codes: Failure[] = [
      'full',
      'forbidden',
      'newer',
      'conflict',
      'missing',
      'malformed',
      'failed',
    ]
    for (const language of LANGUAGES) {
      await speak(language)
      const sentences = codes.map((code) => storeProblem(new StoreError(code)))
      expect(new Set(sentences).size).toBe(codes.length)
      for (const sentence of sentences) expect(sentence).toMatch(/[.)]$/)
    }
    await speak('en')
    const failed = vi.fn<(sentence: string) => void>()
    await storing(() => Promise.reject(new StoreError('full')), failed)
    expect(failed.mock.calls[0]![0]).toContain('no room')
    await expect(storing(() => Promise.reject(new Error('ours')), failed)).rejects.toThrow('ours')
  })
})

test('progress in lessons is kept, by several tabs together', async () => {
  expect(await store.progress('nexus')).toEqual([])
  await Promise.all([store.learnt('nexus', 'one'), tab().learnt('nexus', 'two')])
  expect((await store.progress('nexus')).toSorted()).toEqual(['one', 'two'])
})

/** The small texts of a browser. */
function texts(known: Record<string, string> = {}): Kept {
  const all = new Map(Object.entries(known))
  const storage = {
    get length() {
      return all.size
    },
    key: (i: number) => [...all.keys()][i] ?? null,
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, text: string) => void all.set(key, text),
    removeItem: (key: string) => void all.delete(key),
  }
  return new Kept(() => storage as unknown as Storage)
}

describe('a file', () => {
  beforeEach(async () => {
    await store.create(MATCH, [{ n: 0 }, { n: 1 }])
    await store.learnt('nexus', 'one')
  })

  test('brings everything to another browser', async () => {
    const other = tab(new IDBFactory())
    await other.learnt('nexus', 'two')
    const file = await exported(store, texts())
    expect(await imported(other, file, texts())).toEqual({ matches: 1, differing: 0 })
    expect(await other.events('m1')).toEqual([{ n: 0 }, { n: 1 }])
    expect(await other.match('m1')).toEqual(await store.match('m1'))
    expect((await other.progress('nexus')).toSorted()).toEqual(['one', 'two'])
    expect(await imported(other, file, texts())).toEqual({ matches: 0, differing: 0 })
  })

  test('has the game at the real table, tried turns and what was begun, too', async () => {
    const running = {
      'ludothek-referee': '{"game":{"texts":["a"]}}',
      'turn local7': '[3,"a1"]',
      'ludothek-begun-local8': '{"id":"local8"}',
    }
    const file = await exported(store, texts({ ...running, ludothek: '{}', 'turn 0af3': '[1]' }))
    const empty = texts({ 'ludothek-referee': '{"game":null}' })
    const other = tab(new IDBFactory())
    expect(await imported(other, file, empty)).toEqual({ matches: 2, differing: 0 })
    expect(Object.fromEntries(empty.keys().map((key) => [key, empty.getItem(key)]))).toEqual(
      running,
    )
    const busy = texts({ 'ludothek-referee': '{"game":{"texts":["b"]}}', 'turn local7': '[3,"b"]' })
    expect(await imported(other, file, busy)).toEqual({ matches: 0, differing: 1 })
    expect(busy.getItem('ludothek-referee')).toContain('"b"')
    expect(busy.getItem('turn local7')).toBe('[3,"b"]')
  })

  test('takes a match on where it knows more, and leaves one that went on differently', async () => {
    const other = tab(new IDBFactory())
    await imported(other, await exported(store))
    await store.append('m1', 2, [{ n: 2 }])
    const longer = await exported(store)
    expect(await imported(other, longer)).toMatchObject({ matches: 1, differing: 0 })
    expect(await other.match('m1')).toMatchObject({ length: 3 })
    await store.append('m1', 3, [{ n: 3 }])
    await other.append('m1', 3, [{ n: 'else' }])
    expect(await imported(other, await exported(store))).toMatchObject({ matches: 0, differing: 1 })
    expect(await other.events('m1')).toHaveLength(4)
    expect((await other.events('m1'))[3]).toEqual({ n: 'else' })
  })

  test.each([
    ['nothing', ''],
    ['no object', '[]'],
    ['another format', '{"format": "else", "version": 1}'],
    ['no lists', '{"format": "ludothek-local", "version": 1}'],
    [
      'a match without events',
      '{"format":"ludothek-local","version":1,"values":{},"matches":[{"id":"x"}]}',
    ],
    [
      "somebody else's texts",
      '{"format":"ludothek-local","version":1,"values":{},"matches":[],"texts":{"x":"{}"}}',
    ],
    [
      'progress that is no list',
      '{"format":"ludothek-local","version":1,"values":{"learnt-x":1},"matches":[]}',
    ],
  ])('with %s is refused and changes nothing', async (_, text) => {
    const before = await exported(store)
    expect(await failure(imported(store, text))).toBe('malformed')
    expect(await exported(store)).toBe(before)
  })

  test('of a later form is refused', async () => {
    const file = (await exported(store)).replace('"version":1', '"version":2')
    expect(await failure(imported(store, file))).toBe('newer')
  })
})
