/** Sentences of Splash! with the players' names. */

import type { GameEvent, Seat } from '../board/types'
import { term, w } from '../lib/i18n.svelte'
import { toDo } from '../splash/state/stocks'
import type { Piece } from './rules/pieces'
import type { Why } from './rules/view'
import type { SplashView } from './rules/types'

const SEATS = ['seat', 'by', 'from', 'to', 'seats'] // what is a seat in an event

export function pieceName(piece: Piece): string {
  return term('splash', 'piece', piece)
}

/** What the person whose turn it is has to do. */
export function instruction(view: SplashView): string {
  const { key, params } = toDo(view)
  return w('splash', `phases.${key}.you`, params)
}

/** What happened, with names. */
export function sentences(events: readonly GameEvent[], names: readonly string[]): string[] {
  return events
    .filter(({ event }) => event !== 'turn')
    .map((event) => w('splash', `events.${event.event}`, named(event, names)))
}

/** Why a piece may not be given. */
export function reason({ code, params }: Why, names: readonly string[]): string {
  const { pieces, ...rest } = params
  const items = (pieces as readonly string[] | undefined)?.map((item) => owned(item, names))
  return w('splash', `reasons.${code}`, { ...rest, ...(items && { pieces: items }) })
}

/** `Lr<3` is a piece of the third seat. */
function owned(item: string, names: readonly string[]): string {
  const [piece, seat] = item.split('<') as [Piece, string | undefined]
  if (!seat) return piece
  return w('splash', 'terms.of', { what: pieceName(piece), seat: names[Number(seat) - 1] })
}

function named(event: GameEvent, names: readonly string[]): GameEvent {
  const name = (value: unknown) =>
    Array.isArray(value) ? value.map((seat: Seat) => names[seat - 1]) : names[(value as Seat) - 1]
  const known = SEATS.filter((key) => key in event).map((key) => [key, name(event[key])])
  return { ...event, ...Object.fromEntries(known) } as GameEvent
}
