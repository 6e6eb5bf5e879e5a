/** Lazy loading of the games' boards. */

import type { Component } from 'svelte'
import type { Stage } from '../board/stage.svelte'
import type { Table } from '../board/types'

/** How a game is drawn: what lies still, and each thing that can move. */
export interface Drawing {
  readonly Ground: Component<{ stage: Stage }>
  readonly Thing: Component<{ look: string }>
  readonly roam: boolean // whether the table has no end
  readonly cell: number // radius of a spot, for marks and focus
  readonly outline?: string // the shape of a spot as an SVG path, where it is not round
  readonly Labels?: Component<{ stage: Stage }> // what is written over everything
  readonly Actions?: Component<{ stage: Stage }> // what is chosen before something is touched
}

export interface Known {
  readonly table: Table
  readonly drawing: Drawing
}

const LOADERS: Record<string, () => Promise<Known>> = {
  repulso: async () => (await import('./repulso/index')).known,
  robotory: async () => (await import('./robotory/index')).known,
  nexus: async () => (await import('./nexus/index')).known,
}

/** Splash! has a table of its own; any other game at least a picture. */
export function hasBoard(game: string): boolean {
  return game !== 'splash'
}

export async function loadBoard(game: string): Promise<Known> {
  const loader = LOADERS[game]
  return loader ? loader() : (await import('./picture/index')).known(game)
}
