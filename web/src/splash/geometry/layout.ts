/** The layout of the table at each ply. */

import { heldPose, topOf, straight } from './holding'
import type { Layout, Motion } from '../motion/motion'
import type { Piece } from '../pieces'
import type { Pose } from './space'
import type { Phase, SplashBoard, SplashView } from '../types'

const SPREAD = 34 // between stacks whose places nobody knows

/** What is to be done; in a game that is over, what would have come. */
export function phaseOf(board: SplashBoard): Phase {
  return board.phase.instead ?? board.phase
}

/** The stacks on the table: the tower, or what a fall has left. */
export function stacksOf(board: SplashBoard): readonly (readonly Piece[])[] {
  const phase = phaseOf(board)
  if (phase.name === 'base') return phase.stacks!
  const loose = phase.name === 'keep' ? phase.loose!.map((piece) => [piece]) : []
  return board.tower.length ? [board.tower, ...loose] : loose
}

/** The last tower of a game that is over, or what its fall has left; it decided the game. */
export function decisive({ board, outcome }: Pick<SplashView, 'board' | 'outcome'>): Set<Piece> {
  return new Set(outcome ? stacksOf(board).flat() : [])
}

/** What lies on the table now, where the last placement left it. */
export function layoutOf(board: SplashBoard, rest: Layout): Layout {
  const stacks = stacksOf(board)
  const pieces = stacks.flat()
  const known = pieces.every((piece) => rest.has(piece))
  return known ? new Map(pieces.map((piece) => [piece, rest.get(piece)!])) : tidily(stacks)
}

/** Stacks side by side, for games of which only the outcomes are known. */
export function tidily(stacks: readonly (readonly Piece[])[]): Layout {
  const layout = new Map<Piece, Pose>()
  const columns = Math.ceil(Math.sqrt(stacks.length))
  stacks.forEach((stack, i) => {
    const middle = stacks.length === 1 ? 0 : (columns - 1) / 2
    const x = ((i % columns) - middle) * SPREAD
    const y = (middle - Math.floor(i / columns)) * SPREAD
    stack.forEach((piece, level) => {
      const top = topOf(stack.slice(0, level), layout)
      const at = level ? { ...straight(piece) } : { ...straight(piece), x, y }
      layout.set(piece, heldPose(top, piece, at))
    })
  })
  return layout
}

/** Where a motion leaves everything. */
export function restOf(motion: Motion): Layout {
  return new Map(Object.entries(motion.poses))
}
