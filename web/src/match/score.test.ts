import { expect, test } from 'vitest'
import { scene } from '../board/fixtures'
import { standing } from './score'

test('every seat has the score that its goal is about', () => {
  expect(standing(scene('repulso', 'opening').views.at(-1)!)).toEqual([{ n: 1 }, { n: 1 }])
  expect(standing(scene('robotory', 'opening').views[0]!)).toEqual([{ n: 1 }, { n: 2 }])
  expect(standing(scene('nexus', 'opening').views[3]!)).toEqual([{ n: 10 }, { n: 11 }])
  const board = { stocks: [['Lr', 'Sg'], ['Pb']], drops: [0, 2] }
  expect(standing({ board })).toEqual([
    { n: 2, drops: 0 },
    { n: 1, drops: 2 },
  ])
  expect(standing({ board: {} })).toEqual([])
})
