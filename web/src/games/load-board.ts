/** Lazy loading of the games' boards, and of tables of their own. */

import type { Component } from 'svelte'
import type { Stage } from '../board/stage.svelte'
import type { Decision, Table } from '../board/types'
import type { Command, Play } from '../match/play.svelte'
import type { Frame, MatchInfo } from '../wire.gen'

/** How a game is drawn: what lies still, and each thing that can move. */
export interface Drawing {
  readonly Ground: Component<{ stage: Stage }>
  readonly Thing: Component<{ look: string }>
  readonly roam: boolean // whether the table has no end
  readonly cell: number // radius of a spot, for marks and focus
  readonly outline?: string // the shape of a spot as an SVG path, where it is not round
  readonly Labels?: Component<{ stage: Stage }> // what is written over everything
  readonly Choice?: Component<{ decision: Decision }> // a choice by name as a small picture
  readonly Actions?: Component<{ stage: Stage }> // what is chosen before something is touched
}

export interface Known {
  readonly table: Table
  readonly drawing: Drawing
}

// Every folder here is the board of a game, but for the picture that any game can be shown on.
const BOARDS = import.meta.glob<Known>(['./*/index.ts', '!./picture/index.ts'], { import: 'known' })

type Page<Props extends Record<string, unknown>> = Promise<{ default: Component<Props> }>

/** A table of a game's own, in place of a board. */
interface OwnTable {
  match(): Page<{ play: Play; now: number; act: (command: Command) => void }>
  replay(): Page<{ info: MatchInfo; frames: readonly Frame[] }>
  small(): Page<{ play: Play }> // of a running match, to look at
}

type Options = Readonly<Record<string, string>>

const SPLASH: OwnTable = {
  match: () => import('../splash/Game.svelte'),
  replay: () => import('../splash/Replay.svelte'),
  small: () => import('../splash/SmallTable.svelte'),
}
const REFEREED: OwnTable = { ...SPLASH, match: () => import('../referee/SharedReferee.svelte') }

const TABLES: Record<string, (options: Options) => OwnTable> = {
  splash: ({ referee }) => (referee === 'yes' ? REFEREED : SPLASH),
}

/** The table of a game; always the same value, so that a page that asks again keeps what it shows. */
export function ownTable(game: string, options: Options = {}): OwnTable | undefined {
  return TABLES[game]?.(options)
}

/** Whether a game is shown on a board: any game at least on its picture. */
export function hasBoard(game: string): boolean {
  return !ownTable(game)
}

export async function loadBoard(game: string): Promise<Known> {
  const load = BOARDS[`./${game}/index.ts`]
  return load ? load() : (await import('./picture/index')).known(game)
}
