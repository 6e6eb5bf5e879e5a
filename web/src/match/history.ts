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

const SETTLED = new Set(['stood', 'fell']) // a placement has ended, whoever made it

/** The last action: that of others, or one's own placement since, of which everybody saw the end. */
export function lastAction(
  moves: readonly Happened[],
  own: readonly number[],
  dealt = 0,
): Happened[] {
  const others = moves.findLastIndex(({ seat }) => !own.includes(seat))
  const mine = moves.slice(others + 1)
  const at = mine.findLastIndex(({ events }) => events.some(({ event }) => SETTLED.has(event)))
  return own.length && at >= 0 ? mine.slice(at) : lastStretch(moves, own, dealt)
}

/**
 * The last decisions of others: from the end back, without one's own and what was dealt, to where
 * one decided oneself, or to where somebody's second turn would come. For nobody in particular
 * those of the last seat alone.
 */
export function lastStretch(
  moves: readonly Happened[],
  own: readonly number[],
  dealt = 0,
): Happened[] {
  const played = moves.filter(({ ply }) => ply >= dealt)
  let end = played.length
  while (end > 0 && own.includes(played[end - 1]!.seat)) end--
  const seats = new Set<number>()
  let start = end
  for (; start > 0; start--) {
    const { seat } = played[start - 1]!
    const further = seat !== played[start]?.seat || start === end // another one's decisions
    if (own.includes(seat) || (further && seats.size && (!own.length || seats.has(seat)))) break
    seats.add(seat)
  }
  return played.slice(start, end)
}
