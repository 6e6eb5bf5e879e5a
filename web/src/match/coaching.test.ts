import { expect, test } from 'vitest'
import { change, settings } from '../lib/settings.svelte'
import type { MatchInfo } from '../wire.gen'
import { Coaching } from './coaching.svelte'

const TOPICS = [
  { kinds: ['enter'], points: [], moments: {} },
  { kinds: ['walk'], points: [], moments: {} },
]

async function ended(taught: Record<string, number>, next: string | null) {
  change({ coached: { nexus: { match: 'one', taught } } })
  const coaching = new Coaching('one', async () => TOPICS)
  await coaching.carryOn({ game: 'nexus', id: 'one', next } as MatchInfo)
  return settings.coached.nexus
}

test('what was not taught when a game ended is taught in the next one', async () => {
  expect(await ended({ 0: 4 }, 'two')).toEqual({ match: 'two', taught: { 0: -1 } })
  expect(await ended({ 0: 4 }, null)).toEqual({ match: 'one', taught: { 0: 4 } })
})

test('a game after all was taught has no coach', async () => {
  expect(await ended({ 0: 4, 1: 8 }, 'two')).toEqual({ match: 'one', taught: { 0: 4, 1: 8 } })
})
