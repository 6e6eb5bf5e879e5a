import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { speak } from '../../lib/i18n.svelte'
import { toasts } from '../../lib/toasts.svelte'
import { taskDone, tasksDone } from './progress'
import { LocalStore } from './store'
import { exported, imported } from './transfer'

let store: LocalStore
let number = 0

beforeEach(async () => {
  localStorage.clear()
  await speak('en')
  store = new LocalStore(`progress-${++number}`)
})

test('what an earlier page kept elsewhere moves in, once', async () => {
  localStorage.setItem('ludothek-learnt-nexus', '["one", "two"]')
  await taskDone('nexus', 'three', store)
  expect((await tasksDone('nexus', store)).toSorted()).toEqual(['one', 'three', 'two'])
  expect(localStorage.length).toBe(0)
  expect((await tasksDone('nexus', store)).length).toBe(3)
})

test('nonsense at the former place is dropped', async () => {
  for (const text of ['{', '7', '[1, "one"]']) {
    localStorage.setItem('ludothek-learnt-repulso', text)
    await tasksDone('repulso', store)
  }
  expect(await tasksDone('repulso', store)).toEqual(['one'])
})

test('progress goes out and comes in with everything else', async () => {
  await taskDone('repulso', 'one', store)
  const other = new LocalStore(`progress-other-${number}`)
  await taskDone('repulso', 'two', other)
  await imported(other, await exported(store))
  expect((await tasksDone('repulso', other)).toSorted()).toEqual(['one', 'two'])
})

test('where nothing can be kept, a sentence says so, and what was there stays', async () => {
  localStorage.setItem('ludothek-learnt-nexus', '["one"]')
  const nowhere = new LocalStore('nowhere', () => undefined)
  expect(await tasksDone('nexus', nowhere)).toEqual([])
  expect(toasts.at(-1)?.kind).toBe('warn')
  expect(localStorage.getItem('ludothek-learnt-nexus')).toBe('["one"]')
})
