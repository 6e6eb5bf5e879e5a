/** Matches against the computer that start with one click. */

import { someone } from '../../lib/session.svelte'
import { change, settings } from '../../lib/settings.svelte'
import { isLocal } from '../../local/ids'
import { backendOf } from '../../net/backend'
import { gameInfo } from '../../net/games'
import type { Frame, MatchInfo, NewSeat } from '../../wire.gen'
import { setUp } from './hosting'

/** A computer as strong as the one that was played last, or as strong as this game has them. */
async function opponent(game: string): Promise<NewSeat> {
  const about = await gameInfo(game)
  return { kind: 'computer', level: Math.min(settings.level, about?.levels.at(-1) ?? 1) }
}

/** Play against the computer: chance decides who begins, by the rulebook that was chosen last. */
export async function playNow(game: string): Promise<string> {
  return await setUp({
    game,
    seats: [{ kind: 'me' }, await opponent(game)],
    starter: 'random',
    rulebook: settings.rulebooks[game] ?? null,
  })
}

/** A first game with a coach: against the lowest level, and the learner begins. */
export async function playCoached(game: string): Promise<string> {
  const match = await setUp({
    game,
    seats: [{ kind: 'me' }, { kind: 'computer', level: 1 }],
    options: game === 'splash' ? { draft: 'random' } : {}, // straight to the tower
    starter: 'fixed',
    rulebook: settings.rulebooks[game] ?? null,
    hints: true,
  })
  change({ game, coached: { ...settings.coached, [game]: { match, taught: {} } } })
  return match
}

/** Go on from a position of another match, in the place of the seat to decide. */
export async function goOnFrom(match: string, { ply, view }: Frame): Promise<MatchInfo> {
  if (!isLocal(match)) await someone()
  const other = await opponent(view.game)
  const me: NewSeat = { kind: 'me' }
  const made = await backendOf(match).create({
    game: view.game,
    options: view.options,
    seats: Array.from({ length: view.seats }, (_, i) => (i + 1 === view.to_move ? me : other)),
    origin: { match, ply },
  })
  return made.match
}

/** The same match once more, against a computer of another level; the seats stay as they were. */
export async function onceMore(info: MatchInfo, level: number): Promise<string> {
  const other: NewSeat = { kind: 'computer', level }
  return await setUp({
    game: info.game,
    options: info.options,
    seats: info.seats.map(({ you }) => (you ? { kind: 'me' } : other)),
    starter: info.starter,
    hints: info.hints,
    takebacks: info.takebacks,
  })
}
