/** The current identity at the server; none until something is played. */

import { api, Refusal } from '../net/api'
import { line } from '../net/socket.svelte'
import type { Me } from '../wire.gen'
import { change, settings } from './settings.svelte'

let me: Me | null = $state.raw(null)

export function whoami(): Me | null {
  return me
}

/** Ask the server who we are, if it has ever known us. */
export async function known(): Promise<Me | null> {
  if (me || !settings.known) return me
  try {
    me = await api.me()
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 401) throw error
    change({ known: false })
  }
  return me
}

/** Be somebody: a guest, if need be. */
export async function someone(): Promise<Me> {
  if (!me) {
    me = await api.guest(settings.name || null)
    change({ known: true })
    line.renew() // the line shall know us as well
  }
  return me
}

/** Be somebody else, who came from another device or with an account. */
export function become(other: Me): void {
  me = other
  change({ known: true, name: other.name })
  line.renew()
}

/** The same person, told anew. */
export function remember(same: Me): void {
  me = same
}

/** Be nobody again, here or on every device. */
export async function signOut(everywhere: boolean): Promise<void> {
  await api.signOut(everywhere)
  me = null
  change({ known: false, name: '' })
  line.renew()
}

/** Be somebody with this name; an empty one changes nothing. */
export async function named(wanted: string): Promise<Me> {
  const name = wanted.trim()
  if (name) change({ name })
  const somebody = await someone()
  if (!name || somebody.name === name) return somebody
  me = await api.rename(name)
  return me
}

export async function rename(name: string): Promise<void> {
  change({ name })
  if (await known()) me = await api.rename(name)
}
