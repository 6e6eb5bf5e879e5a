/** Whether a task of a lesson is done, and how the other side replies in it. */

import type { GameEvent, View } from '../board/types'
import type { Goal, Task } from '../lib/content'
import { value } from '../lib/say'

/** What has come of a task so far. */
export interface Tried {
  readonly view: View
  readonly events: readonly GameEvent[] // of all decisions since the task began
}

export function reached(goal: Goal, tried: Tried): boolean {
  const { all, happened, board, turn, outcome } = goal
  return (
    (all ?? []).every((each) => reached(each, tried)) &&
    (!happened || count(happened, tried.events) >= (happened.at_least ?? 1)) &&
    (!board || holds(board, tried.view.board)) &&
    (!turn || tried.view.turn_begins || tried.view.outcome !== null) &&
    (!outcome || ends(outcome, tried.view.outcome))
  )
}

/** The reply to be tried: the first of the prepared ones that is offered. */
export function reply(task: Task, number: number, view: View): string | null {
  const prepared = task.replies?.[number]
  const wanted = typeof prepared === 'string' ? [prepared] : (prepared ?? [])
  const offered = new Set(view.legal.map(({ text }) => text))
  return wanted.find((text) => offered.has(text)) ?? null
}

function count({ event, where = {} }: NonNullable<Goal['happened']>, events: readonly GameEvent[]) {
  return events.filter(
    (each) =>
      each.event === event &&
      Object.entries(where).every(([path, wanted]) => fits(value(each, path), wanted)),
  ).length
}

function fits(found: unknown, wanted: unknown): boolean {
  return Array.isArray(wanted) ? wanted.includes(found) : found === wanted
}

function holds(goal: NonNullable<Goal['board']>, board: unknown): boolean {
  const found = goal.path.reduce<unknown>(
    (at, key) => (at as Record<string | number, unknown>)?.[key],
    board,
  )
  return (
    (goal.is === undefined || found === goal.is) &&
    (goal.at_least === undefined || Number(found) >= goal.at_least) &&
    (goal.at_most === undefined || Number(found) <= goal.at_most)
  )
}

function ends(goal: NonNullable<Goal['outcome']>, outcome: View['outcome']): boolean {
  return (
    outcome !== null &&
    goal.winners.join() === outcome.winners.join() &&
    (goal.reason === undefined || goal.reason === outcome.reason)
  )
}
