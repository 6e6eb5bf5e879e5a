/** Test fixtures written by `python -m tests.e2e.fixtures.boards`. */

import nexus from './fixtures/nexus.json'
import repulso from './fixtures/repulso.json'
import robotory from './fixtures/robotory.json'
import type { GameEvent, View } from './types'

export interface Scene<B = unknown> {
  readonly decisions: readonly string[]
  readonly views: readonly View<B>[]
  readonly events: readonly (readonly GameEvent[])[]
}

const SCENES = { nexus, repulso, robotory } as unknown as Record<string, Record<string, Scene>>

export function scene<B>(game: string, name: string): Scene<B> {
  const fixture = SCENES[game]?.[name]
  if (!fixture) throw new Error(`no scene ${name} of ${game}`)
  return fixture as Scene<B>
}

export function scenes(game: string): Scene[] {
  return Object.values(SCENES[game] ?? {})
}
