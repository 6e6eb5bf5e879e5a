/** The announcement of who begins a match. */

import { t } from '../lib/i18n.svelte'
import type { Happened, MatchInfo } from '../wire.gen'

/** The seat that begins; null if it was chosen, or if somebody here has decided since. */
export function beginner(info: MatchInfo, moves: readonly Happened[]): number | null {
  if (info.starter === 'fixed' && info.previous === null) return null
  if (info.status !== 'playing' || !info.you.length || moves.length < info.ply) return null
  const taken = moves.slice(info.dealt)
  if (taken.some(({ seat }) => info.you.includes(seat))) return null
  return taken[0]?.seat ?? info.to_move
}

/** The same in words. */
export function begins(info: MatchInfo, seat: number): string {
  const { kind, name, you } = info.seats[seat - 1]!
  const alone = you && info.you.length === 1
  const who = { who: alone ? 'you' : kind === 'computer' ? kind : 'other', name }
  return t(info.previous === null ? 'match.begins.drawn' : 'match.begins.next', who)
}
