/** The games and their options: the server's, or our own where it cannot be reached. */

import { api, Refusal } from './api'
import type { GameInfo } from '../wire.gen'

let found: Promise<GameInfo[]> | null = null

/** All games, asked for until the server has answered. */
export function games(): Promise<GameInfo[]> {
  found ??= api.games().catch(ours)
  return found
}

/** The games that need no server. */
async function ours(error: unknown): Promise<GameInfo[]> {
  found = null
  if (!(error instanceof Refusal)) throw error
  return (await import('virtual:games')).default
}
