import { describe, expect, test } from 'vitest'
import { say, type Tongue } from './format'

const english: Tongue = {
  language: 'en',
  term: (kind, value) =>
    kind === 'seat' ? ['?', 'Orange', 'Blue'][Number(value)]! : `${kind} ${value}`,
}

describe('saying', () => {
  test('fills in values, paths, terms and lists', () => {
    expect(say('{a} of {b.c}', { a: 1, b: { c: 'x' } }, english)).toBe('1 of x')
    expect(say('{seat:seat} wins.', { seat: 2 }, english)).toBe('Blue wins.')
    expect(say('{seats:seat} win.', { seats: [1, 2] }, english)).toBe('Orange and Blue win.')
    expect(
      say(
        'on {pieces}',
        {
          pieces: [
            { at: 'a1', seat: 1 },
            { at: 'b2', seat: 2 },
          ],
        },
        english,
      ),
    ).toBe('on a1 and b2')
  })

  test('writes numbers as the language does', () => {
    const german = { ...english, language: 'de' }
    expect(say('{n}', { n: 1234.5 }, german)).toBe('1.234,5')
  })

  test('chooses by number, by value and by sameness', () => {
    const marbles = { count: 'n', one: 'one marble', other: '{n} marbles' }
    expect(say(marbles, { n: 1 }, english)).toBe('one marble')
    expect(say(marbles, { n: 3 }, english)).toBe('3 marbles')
    const won = { select: 'seats.length', '1': 'one', other: 'several' }
    expect(say(won, { seats: [2] }, english)).toBe('one')
    expect(say(won, { seats: [1, 2] }, english)).toBe('several')
    const given = { same: ['from', 'by'], yes: 'own', no: 'taken' }
    expect(say(given, { from: 1, by: 1 }, english)).toBe('own')
    expect(say(given, { from: 2, by: 1 }, english)).toBe('taken')
  })

  test('an exact number goes before a plural form', () => {
    expect(say({ count: 'n', '0': 'none', other: '{n}' }, { n: 0 }, english)).toBe('none')
  })

  test('a message without a fitting form is a mistake', () => {
    expect(() => say({ count: 'n', one: 'one' }, { n: 2 }, english)).toThrow('none of the forms')
  })
})
