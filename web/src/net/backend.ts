/**
 * What the page asks of whoever holds a match: a server, or the worker in this browser. The name of
 * a match says which of them does.
 */

import { local } from '../local/client'
import { isLocal } from '../local/ids'
import type {
  AnalysisRequest,
  CreatedMatch,
  Frames,
  JobInfo,
  MatchState,
  Motion,
  NewMatch,
  TableState,
  TableTrial,
  TableTried,
  Trial,
  Tried,
} from '../wire.gen'
import { api, NO_SERVER, Refusal, UNREACHABLE } from './api'
import { line, type Line } from './socket.svelte'

/** Messages both ways, as `wire.gen.ts` has them: updates, previews, commands, progress of jobs. */
export type Channel = Pick<Line, 'listen' | 'send' | 'state'>

export type Form = 'text' | 'json'

export interface Backend {
  readonly line: Channel
  create(match: NewMatch): Promise<CreatedMatch>
  match(id: string): Promise<MatchState>
  frames(id: string, start: number): Promise<Frames>
  /** Where decisions lead from any position; nothing is stored. */
  attempt(trial: Trial): Promise<Tried>
  /** Keep a record as a match that is over. */
  upload(record: string): Promise<MatchState>
  record(id: string, form: Form): Promise<string>
  /** A position as SVG. */
  picture(id: string, ply: number): Promise<string>
  /** Where everything on the simulated table lies at a ply. */
  table(id: string, ply: number): Promise<TableState>
  /** How it moved in a placement: the number of its entry. */
  motion(id: string, number: number): Promise<Motion>
  /** What becomes of a piece on a tower of one's own; nothing is stored. */
  placement(trial: TableTrial): Promise<TableTried>
  hint(id: string): Promise<JobInfo>
  analyse(id: string, options: AnalysisRequest): Promise<JobInfo>
  job(id: string): Promise<JobInfo>
}

export const server: Backend = { ...api, line }

/** Who holds a match. */
export function backendOf(match: string): Backend {
  return isLocal(match) ? local : server
}

const ALONE = new Set([NO_SERVER.code, UNREACHABLE.code])

/** Is there no server, or none that can be reached? */
export function unreached(error: unknown): boolean {
  return error instanceof Refusal && ALONE.has(error.problem.code)
}
