/** Requesting a hint. */

import { problem } from '../sentences/boards'
import { toast } from '../lib/toasts.svelte'
import { Refusal } from '../net/api'
import { backendOf } from '../net/backend'
import { jobDone } from '../net/jobs'
import type { Evaluation } from '../wire.gen'

/** Ask for a hint and wait for it; why there is none is said. */
export async function advice(match: string, signal: AbortSignal): Promise<Evaluation | null> {
  try {
    const backend = backendOf(match)
    const job = await jobDone(() => backend.hint(match), undefined, signal, backend)
    return job.evaluations[0] ?? null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    toast(problem(error.problem), 'warn')
    return null
  }
}
