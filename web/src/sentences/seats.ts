/** Names of seats in sentences. */

import { t, term } from '../lib/i18n.svelte'
import { settings } from '../lib/settings.svelte'
import type { MatchInfo, SeatInfo } from '../wire.gen'
import { givenName } from './moves'

type People = Pick<MatchInfo, 'game' | 'seats' | 'you'>

interface Sitting {
  readonly level: number | null
  readonly former?: boolean | undefined
}

/** A computer and its level; the eight levels that there were before are told apart. */
export function computerName({ level, former }: Sitting): string {
  return former ? t('seat.formerComputer', { level }) : t('seat.computer', { level })
}

/** Whom somebody has played, as results name them. */
export function opponentName({ level, former }: Sitting): string {
  if (!level) return t('records.people')
  return former ? t('records.formerLevel', { level }) : t('records.level', { level })
}

/** Who sits in a seat: a computer with its level, and whoever has given no name as a guest. */
export function occupantName(who: Sitting & Pick<SeatInfo, 'kind' | 'name'>): string {
  if (who.kind === 'computer') return computerName(who)
  if (who.kind === 'open') return t('seat.open')
  return givenName(who.name) ?? t('seat.guest')
}

/** The same beside a board: "You" without a name; of several on one device, the name of the seat. */
export function nameBeside({ game, seats, you }: People, seat: number): string {
  const who = seats[seat - 1]!
  const named = givenName(who.name) !== null
  if (who.you && you.length === 1 && !(named && settings.name)) return t('seat.yourself')
  if (who.you && !named) return term(game, 'seat', seat)
  return occupantName(who)
}
