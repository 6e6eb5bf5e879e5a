/** Where a new match is hosted: in this browser if possible, or on the server. */

import { SERVER } from '../../lib/base'
import { isOwn } from '../../lib/game-list.svelte'
import { go } from '../../lib/router.svelte'
import { known, someone } from '../../lib/session.svelte'
import { client, myName } from '../../local/client'
import { api, Refusal } from '../../net/api'
import { server } from '../../net/backend'
import { packReady, wanted } from '../../offline/offline-state.svelte'
import type { HostInfo, NewMatch, Problem } from '../../wire.gen'

type Wanted = Pick<NewMatch, 'game' | 'seats'>

// Why the browser cannot have a match that a server can.
const UNABLE = new Set(['local-failed', 'stored.forbidden'])

const SOON = 2000 // milliseconds: a network that hangs is none

let info: Promise<HostInfo> | null = null

/** Can it be played without other people, with what this browser has? */
export function playableHere({ game, seats }: Wanted): boolean {
  return isOwn(game) && !seats.some(({ kind }) => kind === 'open')
}

/** Will it live in this browser? */
export async function livesHere(match: Wanted): Promise<boolean> {
  if (!playableHere(match)) return false
  if (SERVER === null || !navigator.onLine) return true
  if (wanted() === 'opened' && !(await soon(packReady()))) return false // megabytes count
  const answers = await soon(Promise.all([host(), known()]))
  if (!answers) return true // nobody there to ask
  const [{ games }, me] = answers
  return games === 'browser' && !me?.account // signed in, their games are where they log in
}

/** Does it come before the server where nothing is stored, as in lessons? */
export async function browserFirst(): Promise<boolean> {
  if (SERVER === null || !navigator.onLine) return true
  const chosen = await soon(host())
  return !chosen || (chosen.games === 'browser' && !!(await soon(packReady())))
}

/** The server's answer, if it comes while somebody is willing to wait for it. */
async function soon<T>(answer: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), SOON)))
  try {
    return await Promise.race([answer, late])
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** What the host has chosen, asked for until the server has answered. */
function host(): Promise<HostInfo> {
  info ??= api.host()
  info.catch(() => (info = null))
  return info
}

/** Start what a local game needs, if one may come soon. */
export async function warmUp(match: Wanted): Promise<void> {
  if (await livesHere(match)) client.warm()
}

/** Set a match up where it will live, and say its name; in the browser it is there at once. */
export async function setUp(match: NewMatch): Promise<string> {
  if (await livesHere(match)) return client.begin(match, myName(), (why) => moved(match, why))
  return await onServer(match)
}

/** Where the browser is unable to have it, the server has it, if there is one. */
async function moved(match: NewMatch, why: Problem): Promise<Problem | null> {
  if (SERVER === null || !UNABLE.has(why.code)) return why
  try {
    go(`/match/${await onServer(match)}`, { replace: true })
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.problem
  }
}

async function onServer(match: NewMatch): Promise<string> {
  await someone()
  return (await server.create(match)).match.id
}
