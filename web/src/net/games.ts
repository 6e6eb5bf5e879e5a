/** The games and their options: from the server, or built in where it cannot be reached. */

import { isOwn, ownGames } from '../lib/game-list.svelte'
import { api, Refusal } from './api'
import type { GameInfo } from '../wire.gen'

let list: Promise<readonly GameInfo[]> | null = null

/** All games, asked for until the server has answered. */
export function games(): Promise<readonly GameInfo[]> {
  list ??= api.games().catch(ours)
  return list
}

/** One game; our own are known at once, as the page has them. */
export async function gameInfo(name: string): Promise<GameInfo | null> {
  const known = isOwn(name) ? ownGames() : await games()
  return known.find((game) => game.name === name) ?? null
}

function ours(error: unknown): readonly GameInfo[] {
  list = null
  if (!(error instanceof Refusal)) throw error
  return ownGames()
}
