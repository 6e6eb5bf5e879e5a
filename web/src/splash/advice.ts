/** What a computer would do. */

import { problem } from '../lib/tell'
import { toast } from '../lib/toasts.svelte'
import { api, Refusal } from '../net/api'
import type { Evaluation } from '../wire.gen'

const [TRIES, PAUSE] = [120, 250]

/** Ask for a hint and wait for it; why there is none is said. */
export async function advice(match: string): Promise<Evaluation | null> {
  try {
    let job = await api.hint(match)
    for (let i = 0; i < TRIES && (job.state === 'waiting' || job.state === 'working'); i++) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
      job = await api.job(job.id)
    }
    return job.evaluations[0] ?? null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    toast(problem(error.problem), 'warn')
    return null
  }
}
