/** One's matches of this browser and of the server, merged into one list. */

import { known } from '../../lib/session.svelte'
import { isLocal } from '../../local/ids'
import { forgetBegun, listedBegun } from '../../local/pending-matches'
import { StoreError } from '../../local/storage/database'
import { store, type About, type LocalMatch } from '../../local/storage/store'
import { api, Refusal } from '../../net/api'
import type { MatchSummary } from '../../wire.gen'
import { draftsOf } from '../unsent-turn'

/** A match in a list; one of this browser may go on online, with somebody else. */
export type Listed = MatchSummary & { readonly continued?: string }

const KEPT = { playing: 'active', finished: 'finished' } as const

/** The matches of this browser; none where it keeps nothing. */
export async function mineHere(status: keyof typeof KEPT): Promise<Listed[]> {
  try {
    const all = await store.matches()
    const stored = new Set(all.map(({ id }) => id))
    const begun = status === 'playing' ? listedBegun().filter(({ id }) => !stored.has(id)) : []
    const kept = all.filter((match) => match.status === KEPT[status])
    return [...begun, ...kept.map(listed)]
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return []
  }
}

function listed({ about, continued }: LocalMatch): Listed {
  const { summary } = about as unknown as About
  return continued === undefined ? summary : { ...summary, continued }
}

/** All matches, the one played last first; `shown` hears of those of this browser at once. */
export async function mine(
  status: keyof typeof KEPT,
  shown: (matches: Listed[]) => void,
): Promise<void> {
  const here = await mineHere(status)
  shown(here)
  try {
    if (!(await known())) return
    const { matches } = await api.mine(status)
    shown([...here, ...matches].toSorted((a, b) => b.updated - a.updated))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

/** The finished matches that one may be compared with: a local one asks no server for others. */
export async function finishedBeside(
  match: string,
  shown: (matches: Listed[]) => void,
): Promise<void> {
  if (isLocal(match)) shown(await mineHere('finished'))
  else await mine('finished', shown)
}

/** Delete a match of this browser, with the turn that was tried in it. */
export async function deleteHere(match: string): Promise<void> {
  await store.remove(match)
  forgetBegun(match)
  draftsOf(match).forget()
}
