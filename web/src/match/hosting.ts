/** Where a new match lives: in this browser where that is possible, or on the server. */

import { SERVER } from '../lib/base'
import { isOwn } from '../lib/i18n.svelte'
import { known, someone } from '../lib/session.svelte'
import { client, local } from '../local/client'
import { api, Refusal } from '../net/api'
import { server } from '../net/backend'
import { offlinePack, wanted } from '../offline/pack.svelte'
import type { CreatedMatch, NewMatch } from '../wire.gen'

type Wanted = Pick<NewMatch, 'game' | 'seats'>

// Why the browser cannot have a match that a server can.
const UNABLE = new Set(['local-failed', 'stored.forbidden'])

/** Can it be played without other people, with what this browser has? */
export function playableHere({ game, seats }: Wanted): boolean {
  return isOwn(game) && !seats.some(({ kind }) => kind === 'open')
}

/** Will it live in this browser? */
export async function livesHere(match: Wanted): Promise<boolean> {
  if (!playableHere(match)) return false
  if (SERVER === null || !navigator.onLine) return true
  if (wanted() === 'opened' && offlinePack().state !== 'ready') return false // megabytes count
  try {
    if ((await api.host()).games === 'server') return false
    return !(await known())?.account // signed in, their games are where they log in
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return true // nobody there to ask
  }
}

/** Start what a local game needs, if one may come soon. */
export async function warmUp(match: Wanted): Promise<void> {
  if (await livesHere(match)) client.warm()
}

/** Set a match up, where it will live. */
export async function setUp(match: NewMatch): Promise<CreatedMatch> {
  if (await livesHere(match)) {
    try {
      return await local.create(match)
    } catch (error) {
      const unable = error instanceof Refusal && UNABLE.has(error.problem.code)
      if (SERVER === null || !unable) throw error
    }
  }
  await someone()
  return await server.create(match)
}
