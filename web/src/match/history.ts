/** The history of a match, loaded as frames. */

import { backendOf } from '../net/backend'
import type { Frame, Happened } from '../wire.gen'

/** Every ply of a match, the position before the first decision included. */
export async function framesOf(id: string): Promise<Frame[]> {
  const all: Frame[] = []
  let length = 1
  while (all.length < length) {
    const { frames, plies } = await backendOf(id).frames(id, all.length)
    all.push(...frames)
    length = frames.length ? plies + 1 : 0
  }
  return all
}

/** The decisions that were taken in a match. */
export async function pastOf(id: string): Promise<Happened[]> {
  return (await framesOf(id)).flatMap(({ happened }) => (happened ? [happened] : []))
}

/** The last decisions of somebody else: from the end back, without one's own and what was dealt. */
export function lastStretch(
  moves: readonly Happened[],
  own: readonly number[],
  dealt = 0,
): Happened[] {
  const played = moves.filter(({ ply }) => ply >= dealt)
  let end = played.length
  while (end > 0 && own.includes(played[end - 1]!.seat)) end--
  let start = end
  const seat = played[end - 1]?.seat
  while (start > 0 && played[start - 1]!.seat === seat) start--
  return played.slice(start, end)
}
