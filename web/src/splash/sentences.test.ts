import { beforeAll, expect, test } from 'vitest'
import { speak } from '../lib/i18n.svelte'
import { LANGUAGES } from '../lib/settings.svelte'
import { holding, tenths } from './sentences'

const spot = { face: 'flat', yaw: 0, x: 0, y: 0 }
const said = (x: number, y: number) => holding({ ...spot, x, y }, null, false)

beforeAll(() => speak('en'))

test('what is shown of a place is rounded alike on both sides of the middle', () => {
  expect([-5.25, 5.25, -0.04].map(tenths)).toEqual([-5.3, 5.3, -0])
  expect(said(-5.25, 0)).toContain('5.3 mm left of the middle.')
})

test.each(LANGUAGES)('%s: nobody is told of nothing', async (language) => {
  await speak(language)
  for (const [x, y] of [
    [0, 0],
    [0.04, 2],
    [-3, -0.01],
  ] as const)
    expect(said(x, y)).not.toMatch(/\b0 mm/)
  expect(said(0, 0)).not.toContain('mm')
})
