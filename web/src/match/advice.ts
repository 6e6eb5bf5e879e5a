/** What a computer would do. */

import { problem } from '../lib/tell'
import { toast } from '../lib/toasts.svelte'
import { api, Refusal } from '../net/api'
import { jobDone } from '../net/jobs'
import type { Evaluation } from '../wire.gen'

/** Ask for a hint and wait for it; why there is none is said. */
export async function advice(match: string, signal: AbortSignal): Promise<Evaluation | null> {
  try {
    const job = await jobDone(() => api.hint(match), undefined, signal)
    return job.evaluations[0] ?? null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    toast(problem(error.problem), 'warn')
    return null
  }
}
