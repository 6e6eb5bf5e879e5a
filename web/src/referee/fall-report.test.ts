import { expect, test } from 'vitest'
import { arranged, cut, high, newest, reportText, tapped } from './fall-report'

const TOWER = ['Lr', 'Pr', 'Sr', 'Tg']

test('at first only the new piece has fallen', () => {
  expect(cut(TOWER, newest(TOWER))).toEqual([['Lr', 'Pr', 'Sr'], ['Tg']])
})

test('a piece that fell takes all above it along', () => {
  expect(cut(TOWER, tapped(TOWER, newest(TOWER), 'Pr'))).toEqual([['Lr'], ['Pr'], ['Sr'], ['Tg']])
})

test('a fallen piece that is tapped again lies on the one below after all', () => {
  const scattered = tapped(TOWER, newest(TOWER), 'Pr')
  expect(cut(TOWER, tapped(TOWER, scattered, 'Tg'))).toEqual([['Lr'], ['Pr'], ['Sr', 'Tg']])
})

test('the base does not fall off itself', () => {
  expect(tapped(TOWER, newest(TOWER), 'Lr')).toEqual(newest(TOWER))
})

test('pieces that are in no stack lie alone', () => {
  expect(arranged(TOWER, [['Tg', 'Lr'], []])).toEqual([['Tg', 'Lr'], ['Pr'], ['Sr']])
})

test('stacks are told in the order of their bottom pieces', () => {
  expect(reportText('falls', [['Tg', 'Lr'], ['Pr'], ['Sr']])).toBe('falls:Sr|Pr|Tg.Lr^')
})

test('only stacks of two or more pieces may be the highest', () => {
  expect(high([['Tg', 'Lr'], ['Pr'], ['Sr', 'So', 'Sp']])).toEqual([
    ['Tg', 'Lr'],
    ['Sr', 'So', 'Sp'],
  ])
  expect(reportText('bump', [['Pr'], ['Sr']])).toBe('bump:Sr|Pr')
})

test('the stack that people say is highest is marked, and several that look equal', () => {
  const stacks = [['Tg', 'Lr'], ['Pr', 'Po'], ['Sr']]
  expect(reportText('fault3', stacks, [stacks[0]!])).toBe('fault3:Sr|Pr.Po|Tg.Lr^')
  expect(reportText('fault3', stacks, stacks.slice(0, 2))).toBe('fault3:Sr|Pr.Po^|Tg.Lr^')
})
