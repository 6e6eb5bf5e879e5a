/** Lines of the computer: shown on the board, and followed decision by decision. */

import type { Arrow, Decision, Table, View } from '../../board/types'
import type { Names } from '../../lib/i18n.svelte'
import type { Backend } from '../../net/backend'
import { clauses, type Clause } from '../../sentences/moves'
import type { Happened } from '../../wire.gen'

/** A decision that is offered now. */
export function offered(view: View, text: string | undefined): Decision | undefined {
  return view.legal.find((each) => each.text === text)
}

/** Arrows for a decision, as its game draws them; else from what is taken up to where it goes. */
export function arrowsOf(table: Table, view: View, text: string | undefined): Arrow[] {
  const decision = offered(view, text)
  if (decision && table.arrows) return [...table.arrows(decision, view)]
  const path = decision ? (table.paths(decision, view)[0] ?? []) : []
  const [first] = path
  if (first === undefined) return []
  if (path.length === 1) return [{ from: first, to: first }]
  return path.slice(1).map((to, i) => ({ from: path[i]!, to }))
}

/** Where a line of decisions leads from a position; with nothing decided, what is offered there. */
export async function followed(
  { game, seats, options, position }: View,
  decisions: readonly string[],
  backend: Pick<Backend, 'attempt'>,
): Promise<{ view: View; last: Happened | undefined }> {
  const tried = await backend.attempt({
    game,
    seats,
    options,
    position,
    decisions: [...decisions],
  })
  return { view: tried.view as View, last: tried.happened.at(-1) }
}

/** A part of a line in words, and after how many of its decisions it is done. */
export interface Part extends Clause {
  readonly steps: number
}

/** What a line of decisions does, as the list of a match tells it. */
export async function inWords(
  { game, seats, options, position }: View,
  line: readonly string[],
  { names, places }: { names: Names; places: boolean },
  backend: Pick<Backend, 'attempt'>,
): Promise<Part[]> {
  const from = { game, seats, options, position }
  const { happened } = await backend.attempt({ ...from, decisions: [...line] })
  return clauses(game, happened, { names, places }).map((clause) => ({
    ...clause,
    steps: happened.indexOf(clause.moves.at(-1)!) + 1,
  }))
}

/** The first turn of a line, or what is known of it. */
export function firstTurn(parts: readonly Part[]): Part[] {
  const other = parts.findIndex(({ seat }) => seat !== parts[0]!.seat)
  return parts.slice(0, other < 0 ? parts.length : other)
}
