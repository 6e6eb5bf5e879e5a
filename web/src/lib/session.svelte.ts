/** The current identity at the server; none until something is played. */

import { api, Refusal } from '../net/api'
import { line } from '../net/socket.svelte'
import type { Me } from '../wire.gen'
import { t } from './i18n.svelte'
import { change, settings } from './settings.svelte'
import { toast } from './toasts.svelte'

let me: Me | null = $state.raw(null)
let askedAgain = false

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

/** The line is not ours: perhaps this login has ended on another device, or in another tab. */
async function recognise(welcomed: Me | null): Promise<void> {
  const before = me
  if (!before || welcomed?.id === before.id) {
    askedAgain = false
    return
  }
  try {
    const now = await api.me()
    if (me !== before) return
    me = now
    if (welcomed?.id !== now.id && !askedAgain) line.renew() // it was opened before we were known
    askedAgain = true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.status !== 401 || me !== before) return // no connection: the line comes again
    me = null
    change({ known: false })
    toast(t('refusals.who'), 'warn')
  }
}
line.welcomed = (welcomed) => void recognise(welcomed)

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
