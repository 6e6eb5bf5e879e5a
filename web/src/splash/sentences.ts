/** Descriptions of the table in words. */

import { t, term, w, type Names } from '../lib/i18n.svelte'
import { problem } from '../sentences/boards'
import type { Happened, Problem } from '../wire.gen'
import type { Balance } from './geometry/holding'
import type { Spot } from './motion/motion'
import type { Piece } from './pieces'
import type { Item } from './state/stocks'
import { toDo } from './state/stocks'
import type { SplashView } from './types'

const GAME = 'splash'

/** Why something was refused; the table has words of its own. */
export function refusal(refused: Problem): string {
  const [where, code] = refused.code.split('.')
  return where === 'table' ? w(GAME, `placement.${code}`, refused.params) : problem(refused)
}

export function pieceName(piece: Piece): string {
  return term(GAME, 'piece', piece)
}

export function faceName(face: string): string {
  return term(GAME, 'face', face)
}

/** What a piece is, and whether it matches the top one. */
export function itemName({ piece, matches }: Item): string {
  return matches ? `${pieceName(piece)}, ${w(GAME, 'cells.match')}` : pieceName(piece)
}

/** What is to be done now: by you, or by somebody else. */
export function task(view: SplashView, you: boolean, names?: Names): string {
  const { key, params } = toDo(view)
  return w(GAME, `phases.${key}.${you ? 'you' : 'other'}`, params, names)
}

/** The table in words. */
export function scenery({ board }: SplashView): string {
  const tower = board.tower.length
    ? w(GAME, 'cells.tower', { pieces: board.tower })
    : w(GAME, 'cells.no-tower')
  return board.hand ? `${tower}. ${w(GAME, 'cells.hand', board.hand)}` : tower
}

/** Millimetres as they are shown, alike to both sides of the middle. */
export function tenths(mm: number): number {
  return (Math.sign(mm) * Math.round(Math.abs(mm) * 10)) / 10
}

/** How a piece is held, in words; only lessons tell how it balances. */
export function holding(spot: Spot, balance: Balance | null, learning: boolean): string {
  const aside = t('splash.heldAt', {
    face: faceName(spot.face),
    yaw: Math.round(spot.yaw),
    x: Math.abs(tenths(spot.x)),
    y: Math.abs(tenths(spot.y)),
    side: ['left', 'none', 'right'][Math.sign(tenths(spot.x)) + 1],
    depth: ['front', 'none', 'back'][Math.sign(tenths(spot.y)) + 1],
  })
  if (!balance || balance.safe === Infinity) return aside
  if (!balance.over) return `${aside} ${t('splash.beside')}`
  return learning ? `${aside} ${balanceText(balance)}` : aside
}

/** Where the weight goes down. */
export function balanceText({ safe, weak }: Balance): string {
  if (safe < 0) return t('splash.tips')
  if (weak && weak.safe < 0) return t('splash.strains', { piece: pieceName(weak.below) })
  return t('splash.balanced', { mm: Math.round(safe * 10) / 10 })
}

/** The pieces that decisions were about. */
export function piecesIn(moves: readonly Happened[]): Set<Piece> {
  const named = moves.flatMap(({ events }) =>
    events.flatMap(({ piece, pieces }) => [piece, pieces].flat()),
  )
  return new Set(named.filter((each) => typeof each === 'string'))
}
