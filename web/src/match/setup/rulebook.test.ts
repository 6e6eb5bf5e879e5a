import { describe, expect, test } from 'vitest'
import { departs, otherwise, presetOf, type Reading } from './rulebook'

const about: Reading = {
  options: [
    { name: 'end', values: ['colour', 'all'] },
    { name: 'draw', values: ['on', 'off'] },
    { name: 'teams', values: ['no', 'pairs'] },
  ],
  rulebooks: { de: { end: 'colour', draw: 'on' }, en: { end: 'all', draw: 'on' } },
}

describe('a rulebook', () => {
  test('presets what the server tells, and our own reading the defaults of the same options', () => {
    expect(presetOf(about, 'en')).toEqual({ end: 'all', draw: 'on' })
    expect(presetOf(about, null)).toEqual({ end: 'colour', draw: 'on' })
    expect(presetOf(about, 'it')).toEqual(presetOf(about, null))
  })

  test('is told by what it reads otherwise', () => {
    expect(otherwise(about, 'en')).toEqual([['end', 'all']])
    expect(otherwise(about, 'de')).toEqual([])
    expect(otherwise(about, null)).toEqual([])
  })

  test('is departed from by an option of its own, not by what people agree on', () => {
    expect(departs(about, 'en', { end: 'all', teams: 'pairs' })).toBe(false)
    expect(departs(about, 'en', {})).toBe(true)
    expect(departs(about, null, {})).toBe(false)
    expect(departs(about, 'de', { draw: 'off' })).toBe(true)
  })

  test('may be one of none', () => {
    const bare = { ...about, rulebooks: {} }
    expect(presetOf(bare, null)).toEqual({})
    expect(departs(bare, null, { end: 'all' })).toBe(false)
  })
})
