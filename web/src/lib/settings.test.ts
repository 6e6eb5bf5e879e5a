import { expect, test } from 'vitest'
import { rescaled } from './settings.svelte'

test('a level of the eight there were before is remembered as the one that is about as strong', () => {
  expect(rescaled({ level: 8, name: 'Ada' })).toEqual({ level: 18, scale: 2, name: 'Ada' })
  expect(rescaled({ level: 1 })).toEqual({ level: 1, scale: 2 })
})

test('a level of today stays, and so does a browser that has none', () => {
  expect(rescaled({ level: 8, scale: 2 })).toEqual({ level: 8, scale: 2 })
  expect(rescaled({ name: 'Ada' })).toEqual({ name: 'Ada' })
})
