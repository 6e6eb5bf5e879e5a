/**
 * The session of a page at another origin than its server: kept here and shown with each request,
 * since no cookie travels between them. At the server's own origin there is nothing to do.
 */

import { FOREIGN } from '../lib/base'
import { kept } from '../lib/browser-storage'

const KEY = 'ludothek-session'
const TOLD = 'Ludothek-Session'
const PROTOCOL = 'ludothek'

/** How a request says who we are. */
export function shown(foreign = FOREIGN): Pick<RequestInit, 'credentials' | 'headers'> {
  if (!foreign) return { credentials: 'same-origin' }
  const session = kept.getItem(KEY)
  return {
    credentials: 'omit',
    ...(session && { headers: { Authorization: `Session ${session}` } }),
  }
}

/** The same for the socket: its subprotocols. */
export function protocols(foreign = FOREIGN): string[] {
  if (!foreign) return []
  const session = kept.getItem(KEY)
  return [PROTOCOL, ...(session ? [`session.${session}`] : [])]
}

/** Keep what an answer gives us: a new session, or an empty one when it has ended. */
export function keep(headers: Headers, foreign = FOREIGN): void {
  const session = foreign ? headers.get(TOLD) : null
  if (session) kept.setItem(KEY, session)
  else if (session === '') kept.removeItem(KEY)
}
