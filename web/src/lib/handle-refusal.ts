/** Calling the server and handling its refusals. */

import { Refusal } from '../net/api'
import type { Problem } from '../wire.gen'

/** Do something; if it is refused, hand the reason on. Any other error is a mistake of ours. */
export async function attempt(
  what: () => Promise<void>,
  refused: (problem: Problem) => void,
): Promise<void> {
  try {
    await what()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    refused(error.problem)
  }
}
