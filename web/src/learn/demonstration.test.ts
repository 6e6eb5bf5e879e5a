import { expect, test } from 'vitest'
import { Demonstration } from './demonstration.svelte'

test('all decisions are shown, and from the last one it begins anew', async () => {
  const shown: number[] = []
  const scene = new Demonstration(
    2,
    (at) => void shown.push(at),
    () => 0,
  )
  await scene.play()
  expect([shown, scene.at, scene.playing]).toEqual([[1, 2], 2, false])
  await scene.play()
  expect(shown).toEqual([1, 2, 0, 1, 2])
})

test('who goes back to the start stops it', async () => {
  const shown: number[] = []
  const scene = new Demonstration(
    3,
    (at) => {
      shown.push(at)
      if (at === 2) scene.reset()
    },
    () => 0,
  )
  await scene.play()
  expect([shown, scene.at, scene.playing]).toEqual([[1, 2, 0], 0, false])
})
