/** Names of seats in sentences. */

import { t } from '../lib/i18n.svelte'
import type { SeatInfo } from '../wire.gen'
import { givenName } from './moves'

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
