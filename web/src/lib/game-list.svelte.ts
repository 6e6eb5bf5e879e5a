/** All games of the page: ours, as the build lists them, and those that the server has beside. */

import ours from 'virtual:games'
import type { GameInfo } from '../wire.gen'

const names = new Set(ours.map(({ name }) => name))

// Games from elsewhere, with the words they bring along; null: they have not been asked for yet.
let guests: readonly GameInfo[] | null = $state.raw(null)

/** Meet the games that the server has; what they are called is known from now on. */
export function meet(games: readonly GameInfo[]): void {
  guests = games.filter(({ name }) => !isOwn(name))
}

/** Our own games, which need no server. */
export function ownGames(): readonly GameInfo[] {
  return ours
}

/** The games from elsewhere, as far as they are known; null: nobody has asked yet. */
export function guestGames(): readonly GameInfo[] | null {
  return guests
}

/** All games that are known, ours first: what every list of games shows. */
export function allGames(): readonly GameInfo[] {
  return [...ours, ...(guests ?? [])]
}

/** Whether it is one of our own games, with words and a rules page here. */
export function isOwn(game: string): boolean {
  return names.has(game)
}

/** Whether there is such a game at all. */
export function isGame(game: string): boolean {
  return allGames().some(({ name }) => name === game)
}
