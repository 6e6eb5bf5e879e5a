import { expect, test } from 'vitest'
import type { View } from '../board/types'
import { places, pressing } from './tips'

function robotory(lid: object, stocks: readonly object[], end = 'colour', home = [1, 2]) {
  const board = { at_home: home, stocks, lid }
  return pressing({ board, options: { end } } as unknown as View, 1)
}

test('the coach minds a refill that ends the game, and whether that wins', () => {
  const [low, full] = [
    { w: 1, b: 0 },
    { w: 2, b: 2 },
  ]
  expect(robotory({ w: 3, b: 9 }, [low, full])).toEqual({ key: 'ends', params: { wins: 'no' } })
  expect(robotory({ w: 3, b: 9 }, [low, full], 'colour', [2, 1])?.params.wins).toBe('yes')
  expect(robotory({ w: 3, b: 9 }, [full, low])?.key).toBe('ends-next')
  expect(robotory({ w: 4, b: 9 }, [low, low])).toBeNull()
  expect(robotory({ w: 3, b: 9 }, [low, full], 'all')).toBeNull()
  expect(robotory({ w: 1, b: 2 }, [low, full], 'all')?.key).toBe('ends')
})

test('the coach minds that somebody is nearly stuck', () => {
  const all = [...'abcdef'].flatMap((file) => [...'123456'].map((rank) => file + rank))
  const squares = (free: readonly string[]) =>
    Object.fromEntries(all.filter((at) => !free.includes(at)).map((at) => [at, 'stone']))
  const seen = (board: object, pieces = [3, 3]) =>
    pressing(
      {
        board: { squares: board, supplies: pieces.map((n) => ({ pieces: n })) },
      } as unknown as View,
      1,
    )
  expect(seen(squares(['a1', 'f6']))).toEqual({ key: 'stuck-me', params: { n: 2 } })
  expect(seen(squares(['a1', 'f6']), [0, 3])).toEqual({ key: 'stuck-other', params: { n: 2 } })
  expect(seen({})).toBeNull()
  const beside = { ...squares(['a1', 'f6']), a2: 'p1', f5: 'p2' }
  expect([places(beside, 1), places(beside, 2)]).toEqual([['f6'], ['a1']])
})
