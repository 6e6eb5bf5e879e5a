/** Names of seats in sentences. */

import { t } from '../lib/i18n.svelte'

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
