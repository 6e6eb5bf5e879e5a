/** Pictures of a match, to be kept. */

import { backendOf } from '../../net/backend'
import { nameOf } from '../../sentences/moves'
import type { MatchInfo } from '../../wire.gen'

/** What is written under a picture: who played. */
export function titleOf(info: MatchInfo): string {
  return info.seats.map(({ seat }) => nameOf(info, seat)).join(' – ')
}

/** The table at a ply, as it is printed. */
export async function pictureOf(match: string, ply: number): Promise<Blob> {
  const svg = await backendOf(match).picture(match, ply)
  return new Blob([svg], { type: 'image/svg+xml' })
}
