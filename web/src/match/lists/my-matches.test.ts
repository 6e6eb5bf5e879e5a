import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { LocalClient, type Port } from '../../local/client'
import { store, type About } from '../../local/storage/store'
import { mineHere } from './my-matches'

const NEW = { game: 'nexus', seats: [{ kind: 'me' as const }, { kind: 'computer' as const }] }

class SilentWorker extends EventTarget {
  postMessage() {}
}

function begun(): string {
  const client = new LocalClient(() => new SilentWorker() as unknown as Port)
  return client.begin(NEW, 'Ada', async (why) => why)
}

beforeEach(() => localStorage.clear())

test('a match that is left before Python has stored it is among those to go on with', async () => {
  const id = begun()
  const [match, ...others] = await mineHere('playing')
  expect(others).toEqual([])
  expect(match).toMatchObject({ id, game: 'nexus', status: 'playing', to_move: 1 })
  expect(match!.seats.map(({ you, level }) => [you, level])).toEqual([
    [true, null],
    [false, 1],
  ])
  expect(await mineHere('finished')).toEqual([])
})

test('one that is stored already stands there once, as it is stored', async () => {
  const id = begun()
  const [summary] = await mineHere('playing')
  const about = { summary: { ...summary!, ply: 3 } } as unknown as About
  await store.create({ id, game: 'nexus', about: about as never }, ['{}'])
  expect((await mineHere('playing')).map(({ id, ply }) => [id, ply])).toEqual([[id, 3]])
})

test('one that goes on online, with somebody else, is marked', async () => {
  const id = begun()
  const [summary] = await mineHere('playing')
  await store.create({ id, game: 'nexus', about: { summary } as never }, ['{}'])
  expect((await mineHere('playing'))[0]).not.toHaveProperty('continued')
  await store.note(id, { continued: '00ff' })
  expect((await mineHere('playing')).find((each) => each.id === id)?.continued).toBe('00ff')
})
