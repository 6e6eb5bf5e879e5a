/** Evaluation of a lesson's task, and the replies of the other side. */

import type { GameEvent, View } from '../board/types'
import type { Goal, Held, Limits, Task } from './content'
import { value } from '../lib/format'

/** What has come of a task so far. */
export interface Tried {
  readonly view: View
  readonly events: readonly GameEvent[] // of all decisions since the task began
  readonly placement?: Held | null // the learner's last one (Splash!)
}

export function reached(goal: Goal, tried: Tried): boolean {
  const { all, any, happened, board, turn, outcome, placement } = goal
  return (
    (all ?? []).every((each) => reached(each, tried)) &&
    (!any || any.some((each) => reached(each, tried))) &&
    (!happened || count(happened, tried.events) >= (happened.at_least ?? 1)) &&
    (!board || holds(board, tried.view.board)) &&
    (!turn || (tried.view.turn_begins && tried.events.length > 0)) &&
    (!outcome || ends(outcome, tried.view.outcome)) &&
    (!placement || (!!tried.placement && placed(placement, tried.placement)))
  )
}

/** What the others do: the first prepared reply that is offered, or else whatever is offered. */
export function reply(
  task: Task,
  number: number,
  view: View,
  possible: (text: string) => boolean = () => false, // though it is not listed
): string | null {
  const prepared = task.replies?.[number]
  if (prepared === undefined) return null
  const wanted = typeof prepared === 'string' ? [prepared] : prepared
  const offered = view.legal.map(({ text }) => text)
  return wanted.find((text) => offered.includes(text) || possible(text)) ?? offered[0] ?? null
}

function count({ event, where = {} }: NonNullable<Goal['happened']>, events: readonly GameEvent[]) {
  return events.filter(
    (each) =>
      each.event === event &&
      Object.entries(where).every(([path, wanted]) => fits(value(each, path), wanted)),
  ).length
}

function fits(actual: unknown, wanted: unknown): boolean {
  return Array.isArray(wanted) ? wanted.includes(actual) : actual === wanted
}

function holds(goal: NonNullable<Goal['board']>, board: unknown): boolean {
  const actual = goal.path.reduce<unknown>(
    (at, key) => (at as Record<string | number, unknown>)?.[key],
    board,
  )
  return (goal.is === undefined || actual === goal.is) && within(goal, Number(actual))
}

function within({ at_least, at_most }: Limits, value: number): boolean {
  return (
    (at_least === undefined || value >= at_least) && (at_most === undefined || value <= at_most)
  )
}

function placed(goal: NonNullable<Goal['placement']>, spot: Held): boolean {
  const measures = { ...spot, aside: Math.hypot(spot.x, spot.y) }
  const kinds = ['x', 'y', 'yaw', 'aside'] as const
  return (
    (goal.face?.includes(spot.face) ?? true) &&
    kinds.every((kind) => within(goal[kind] ?? {}, measures[kind]))
  )
}

function ends(goal: NonNullable<Goal['outcome']>, outcome: View['outcome']): boolean {
  return (
    outcome !== null &&
    goal.winners.join() === outcome.winners.join() &&
    (goal.reason === undefined || goal.reason === outcome.reason)
  )
}
