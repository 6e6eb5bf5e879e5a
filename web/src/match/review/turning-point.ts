/** The turning point of a match for one seat: its worst decision, and what would have been better. */

import type { View } from '../../board/types'
import { backendOf } from '../../net/backend'
import { jobDone } from '../../net/jobs'
import type { Evaluation, Happened, MatchInfo } from '../../wire.gen'

const LEVEL = 3

export interface Turning {
  readonly ply: number
  readonly view: View // the position, with all that could have been decided
  readonly text: string // what was decided, as records write it
  readonly loss: number // of the expected share, in percent
  readonly played: Happened
  readonly better: Happened
  readonly decision: string // the better one, as records write it
}

/** The decision of a seat that gave away most; null: none is worth a remark. */
export function worst(evaluations: readonly Evaluation[], seat: number): Evaluation | null {
  const own = evaluations.filter((each) => each.seat === seat && each.verdict && each.best.length)
  return own.toSorted((a, b) => (b.loss ?? 0) - (a.loss ?? 0))[0] ?? null
}

/** Have the match analysed, and find its turning point for a seat. */
export async function turningPoint(
  info: MatchInfo,
  seat: number,
  moves: readonly Happened[],
  progress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<Turning | null> {
  const backend = backendOf(info.id)
  const job = await jobDone(
    () => backend.analyse(info.id, { level: LEVEL }),
    ({ done, total }) => progress(done, total),
    signal,
    backend,
  )
  const mistake = worst(job.evaluations, seat)
  const played = moves.find(({ ply }) => ply === mistake?.ply)
  if (!mistake || !played) return null
  const { frames } = await backend.frames(info.id, mistake.ply)
  const { game, seats, options, position } = frames[0]!.view
  const from = { game, seats, options, position }
  const before = await backend.attempt({ ...from, decisions: [] })
  const tried = await backend.attempt({ ...from, decisions: [mistake.best[0]!] })
  return {
    ply: mistake.ply,
    view: before.view as View,
    text: played.decision,
    loss: Math.round((mistake.loss ?? 0) * 100),
    played,
    better: { ...tried.happened[0]!, seat },
    decision: mistake.best[0]!,
  }
}
