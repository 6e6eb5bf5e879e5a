/** Who tries decisions out for a lesson: this browser or a server. */

import { SERVER } from '../lib/base'
import { local } from '../local/client'
import { browserFirst } from '../match/setup/hosting'
import { Refusal } from '../net/api'
import { server, unreached, type Backend } from '../net/backend'
import type { TableTrial, TableTried, Trial, Tried } from '../wire.gen'

/** Where decisions lead. */
export function tryAnywhere(trial: Trial): Promise<Tried> {
  return anywhere((backend) => backend.attempt(trial))
}

/** What becomes of a piece. */
export function placeAnywhere(trial: TableTrial): Promise<TableTried> {
  return anywhere((backend) => backend.placement(trial))
}

async function anywhere<T>(ask: (backend: Backend) => Promise<T>): Promise<T> {
  if (SERVER === null) return await ask(local)
  const [first, other] = (await browserFirst()) ? [local, server] : [server, local]
  try {
    return await ask(first)
  } catch (error) {
    if (!unreached(error) && !unable(error)) throw error
    return await ask(other)
  }
}

function unable(error: unknown): boolean {
  return error instanceof Refusal && error.problem.code === 'local-failed'
}
