/** The games and their options: from the server, or built in where it cannot be reached. */

import { isOwn } from '../lib/i18n.svelte'
import { api, Refusal } from './api'
import type { GameInfo } from '../wire.gen'

let list: Promise<GameInfo[]> | null = null

/** All games, asked for until the server has answered. */
export function games(): Promise<GameInfo[]> {
  list ??= api.games().catch(ours)
  return list
}

/** One game; our own are known at once, as the page has them. */
export async function gameInfo(name: string): Promise<GameInfo | null> {
  const known = isOwn(name) ? await ownGames() : await games()
  return known.find((game) => game.name === name) ?? null
}

async function ours(error: unknown): Promise<GameInfo[]> {
  list = null
  if (!(error instanceof Refusal)) throw error
  return await ownGames()
}

/** The games that need no server. */
async function ownGames(): Promise<GameInfo[]> {
  return (await import('virtual:games')).default
}
