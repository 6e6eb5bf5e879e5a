import { expect, test } from 'vitest'
import { scene } from '../board/fixtures'
import { standing } from './standing'

test('every seat has the number that its goal is about', () => {
  expect(standing(scene('repulso', 'opening').views.at(-1)!)).toEqual([1, 1])
  expect(standing(scene('robotory', 'opening').views[0]!)).toEqual([1, 2])
  expect(standing(scene('nexus', 'opening').views[3]!)).toEqual([10, 11])
  expect(standing({ board: {} })).toEqual([])
})
