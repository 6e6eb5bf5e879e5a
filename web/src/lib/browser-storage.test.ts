import { beforeEach, expect, test, vi } from 'vitest'
import { Kept, type Unkept } from './browser-storage'

beforeEach(() => localStorage.clear())

const forbidden = () => {
  throw new DOMException('not here', 'SecurityError')
}

test('texts are kept by the browser, and found by whoever comes next', () => {
  new Kept(() => localStorage).setItem('key', 'text')
  const next = new Kept(() => localStorage)
  expect([next.getItem('key'), next.getItem('other'), next.keys()]).toEqual(['text', null, ['key']])
  next.removeItem('key')
  expect(localStorage.length).toBe(0)
})

test('where nothing can be kept, texts last as long as the page, and that is said once', () => {
  const kept = new Kept(forbidden)
  kept.setItem('key', 'text')
  const heard = vi.fn<(why: Unkept) => void>()
  const hang = kept.unkept(heard)
  kept.setItem('other', 'text')
  expect([kept.getItem('key'), kept.keys()]).toEqual(['text', ['key', 'other']])
  kept.removeItem('key')
  expect(kept.getItem('key')).toBeNull()
  expect(heard.mock.calls).toEqual([['forbidden']])
  hang()
})

test('where there is no room, the page goes on with the new text, and the old one stays', () => {
  localStorage.setItem('key', 'old')
  const refusing = {
    getItem: (key: string) => localStorage.getItem(key),
    setItem: () => {
      throw new DOMException('no room', 'QuotaExceededError')
    },
  } as unknown as Storage
  let full = true
  const kept = new Kept(() => (full ? refusing : localStorage))
  const heard = vi.fn<(why: Unkept) => void>()
  kept.unkept(heard)
  kept.setItem('key', 'new')
  expect(kept.getItem('key')).toBe('new')
  expect(heard.mock.calls).toEqual([['full']])
  full = false
  expect(localStorage.getItem('key')).toBe('old')
  kept.setItem('key', 'new')
  expect(localStorage.getItem('key')).toBe('new')
})
