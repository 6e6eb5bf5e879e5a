/** Selection of a decision by clicking spots: a pure state machine over the legal decisions. */

import type { Decision, Spot, Table, View } from './types'

type Path = readonly Spot[]

/** What is offered, and what has been touched of it so far. */
export interface Choosing {
  readonly offers: readonly { readonly decision: Decision; readonly paths: readonly Path[] }[]
  readonly touched: Path
  /** Decisions that the touched spots mean alike: one of them has to be picked by its name. */
  readonly choices: readonly Decision[]
}

export type Answer =
  | { readonly is: 'chosen'; readonly decision: Decision; readonly choosing: Choosing }
  | { readonly is: 'open'; readonly choosing: Choosing } // go on
  | { readonly is: 'refused'; readonly tried: Path; readonly choosing: Choosing }

/** Nothing touched yet; only some of what is legal may be offered. */
export function choose<B>(
  table: Table<B>,
  view: View<B>,
  decisions: readonly Decision[] = view.legal,
): Choosing {
  const offers = decisions.map((decision) => ({ decision, paths: table.paths(decision, view) }))
  return { offers, touched: [], choices: [] }
}

/** The one decision that a touch would take; null: none, or it is not clear which. */
export function aimed(choosing: Choosing, spot: Spot): Decision | null {
  for (const on of [[...choosing.touched, spot], [spot]]) {
    const complete = choosing.offers.filter(({ paths }) => paths.some((path) => same(path, on)))
    if (complete.length) return complete.length === 1 ? complete[0]!.decision : null
  }
  return null
}

/** The spots that lead on from here. */
export function targets(choosing: Choosing): Set<Spot> {
  const { touched } = choosing
  const spots = new Set<Spot>()
  for (const { paths } of choosing.offers) {
    for (const path of paths) {
      const next = path[touched.length]
      if (next !== undefined && begins(path, touched)) spots.add(next)
    }
  }
  return spots
}

/** The decisions that are still meant. */
export function meant(choosing: Choosing, touched: Path = choosing.touched): Decision[] {
  return choosing.offers
    .filter(({ paths }) => paths.some((path) => begins(path, touched)))
    .map(({ decision }) => decision)
}

/** Touch a spot: it goes on from what was touched before, or it starts anew. */
export function touch(choosing: Choosing, spot: Spot): Answer {
  const { touched } = choosing
  const on = [...touched, spot]
  if (leads(choosing, on)) return reached(choosing, on)
  if (spot === touched.at(-1)) return { is: 'open', choosing: back(choosing) }
  if (leads(choosing, [spot])) return reached(choosing, [spot])
  return { is: 'refused', tried: on, choosing: clear(choosing) }
}

/** Take something up to drag it; null where nothing can be taken up. */
export function grab(choosing: Choosing, spot: Spot): Choosing | null {
  if (spot === choosing.touched.at(-1)) return choosing
  for (const touched of [[...choosing.touched, spot], [spot]]) {
    const taken = { ...choosing, touched, choices: [] }
    if (targets(taken).size > 0) return taken
  }
  return null
}

/** Let go of what is being dragged. */
export function drop(choosing: Choosing, spot: Spot | null): Answer {
  if (spot === null) return { is: 'open', choosing: clear(choosing) }
  const on = [...choosing.touched, spot]
  if (leads(choosing, on)) return reached(choosing, on)
  return { is: 'refused', tried: on, choosing: clear(choosing) }
}

/** Untouch the last spot. */
export function back(choosing: Choosing): Choosing {
  return { ...choosing, touched: choosing.touched.slice(0, -1), choices: [] }
}

/** Untouch everything. */
export function clear(choosing: Choosing): Choosing {
  return { ...choosing, touched: [], choices: [] }
}

function reached(choosing: Choosing, touched: Path): Answer {
  const next: Choosing = { ...choosing, touched, choices: [] }
  const complete = choosing.offers.filter(({ paths }) => paths.some((path) => same(path, touched)))
  const goesOn = targets(next).size > 0
  const [first] = complete
  if (!first) return { is: 'open', choosing: next }
  if (complete.length === 1 && !goesOn) {
    return { is: 'chosen', decision: first.decision, choosing: clear(choosing) }
  }
  return { is: 'open', choosing: { ...next, choices: complete.map(({ decision }) => decision) } }
}

function leads(choosing: Choosing, touched: Path): boolean {
  return choosing.offers.some(({ paths }) => paths.some((path) => begins(path, touched)))
}

function begins(path: Path, start: Path): boolean {
  return start.length <= path.length && start.every((spot, i) => spot === path[i])
}

function same(a: Path, b: Path): boolean {
  return a.length === b.length && begins(a, b)
}
