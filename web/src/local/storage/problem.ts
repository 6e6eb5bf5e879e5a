/** Storage failures as sentences. */

import { t } from '../../lib/i18n.svelte'
import { StoreError } from './database'

export function storeProblem({ code }: StoreError): string {
  return t(`stored.${code}`)
}

/** Do something with the store; if it fails, hand the sentence on. */
export async function storing(
  what: () => Promise<void>,
  failed: (sentence: string) => void,
): Promise<void> {
  try {
    await what()
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    failed(storeProblem(error))
  }
}
