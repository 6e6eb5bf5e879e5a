/** The types of a board. Nothing here knows a rule: legal decisions come with every view. */

export type Seat = number // 1, 2, …
export type Spot = string // a place that can be touched: "c4", "0,-1", "p1:stone", "stop"
export type Look = string // how a thing looks: "p1", "stone", "disc-w", "robot-R", "ring"

/** A decision as the server offers it: its text, its kind and what it touches. */
export interface Decision {
  readonly text: string
  readonly kind: string
  readonly [touched: string]: unknown
}

/** What a seat is shown. `B` is the table of one game. */
export interface View<B = unknown> {
  readonly game: string
  readonly version: number
  readonly seats: number
  readonly options: Readonly<Record<string, string>>
  readonly position: string
  readonly seat: Seat | null // whose eyes these are; null: a spectator
  readonly to_move: Seat
  readonly turn_begins: boolean
  readonly legal: readonly Decision[]
  readonly outcome: { readonly winners: readonly Seat[]; readonly reason: string } | null
  readonly board: B
  readonly picture?: Picture | null // of a game that has no board here
}

/** A position as its game draws it, and what can be touched in it, in the units of its box. */
export interface Picture {
  readonly svg: string
  readonly box: readonly number[] // x, y, width, height
  readonly places: readonly (Box & { readonly name: Spot })[]
  readonly placing?: Placing | null // a piece is to be let go over a simulated table
}

export interface Placing {
  readonly faces: readonly string[] // the sides that can go down, the usual one first
  readonly surface: Surface | null // null: the picture does not show where
}

/** The part of a picture over which a piece is held: where 0, 0 is, and what a millimetre is. */
export interface Surface extends Point {
  readonly unit: number
  readonly width: number // in millimetres, as the depth
  readonly depth: number
}

/** How a piece is held: millimetres to the right and upwards, degrees. */
export interface Held extends Point {
  readonly face: string
  readonly yaw: number
}

/** Something that happened, as the games tell it. */
export interface GameEvent {
  readonly event: string
  readonly [detail: string]: unknown
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Box extends Point {
  readonly width: number
  readonly height: number
}

/** A spot of the grid. */
export interface Cell extends Point {
  readonly spot: Spot
  readonly row: number // for screen readers, counted from the top
  readonly column: number
  readonly kind: string // how the ground looks there
  readonly outline?: string // its shape as an SVG path, where spots differ
}

/** A spot beside the grid: a supply, a stock, the lid. */
export interface Tray extends Box {
  readonly spot: Spot
  readonly seat: Seat | null // whose it is
  readonly look: Look // what lies in it
  readonly count: number
}

/** Something that lies on the table, without a name of its own. */
export interface Item {
  readonly look: Look
  readonly at: Spot
}

/** The same, told apart from its like, so that it can be seen moving. */
export interface Thing extends Item {
  readonly id: number
  readonly slot: number // which of the things of this look at its spot, from 0
  readonly motion: Motion | null // what it is doing in this frame
}

export type How =
  | 'slide' // along the board
  | 'hop' // from place to place
  | 'place' // out of a supply
  | 'take' // into a supply
  | 'enter' // out of nothing
  | 'lay' // from the hand
  | 'lift' // into the hand
  | 'eat'
  | 'capture'
  | 'sacrifice'
  | 'leave'

/** What an event does to one thing: it moves, appears (no `from`) or vanishes (no `to`). */
export interface Motion {
  readonly how: How
  readonly look: Look
  readonly from: Spot | null
  readonly to: Spot | null
}

/** Where a thing is drawn. */
export interface Pose extends Point {
  readonly size: number // 1 on the board
}

/** Something pointed out on a board, from a spot to another one. */
export interface Arrow {
  readonly from: Spot
  readonly to: Spot // the same as `from`: only this spot is meant
  readonly via?: readonly Spot[] // what it leads through
  readonly lost?: boolean // what lies there is given up
  readonly worse?: boolean // what should not have been done
}

/** Spots that belong together, to be outlined: what decided a match. */
export interface Outline {
  readonly spots: readonly Spot[]
  readonly label: string // written beside it; may be empty
  readonly won: boolean // whether it belongs to the winner
}

/** A message of the game's words, to be said in any language; its values may be messages too. */
export interface Message {
  readonly key: string
  readonly params: Readonly<Record<string, unknown>>
}

/** All that a game's file says about its table. */
export interface Table<B = unknown> {
  readonly game: string
  readonly layers: readonly string[] // prefixes of looks, from the bottom to the top
  /** The part of the plane that shows everything; the middle of the board is the origin. */
  box(view: View<B>): Box
  cells(view: View<B>): readonly Cell[]
  trays(view: View<B>): readonly Tray[]
  items(board: B): readonly Item[]
  /** Where a thing lies, `slot` counting the things of one look and `all` telling the looks there. */
  pose(thing: Item & { slot: number }, all: readonly Item[], view: View<B>): Pose
  /** The ways to touch what a decision is about, one spot after the other. */
  paths(decision: Decision, view: View<B>): readonly (readonly Spot[])[]
  /** The decision somebody seems to have meant by touching these spots in vain. */
  guess(touched: readonly Spot[], view: View<B>, action?: string | null): string | null
  /** How a decision is pointed out, where that is not simply the way to touch it. */
  arrows?(decision: Decision, view: View<B>): readonly Arrow[]
  /** What is in the hand after these spots have been touched. */
  held(touched: readonly Spot[], view: View<B>): Look | null
  motions(event: GameEvent, things: readonly Item[]): readonly Motion[]
  /** What there is to see at a spot. */
  tell(spot: Spot, view: View<B>): readonly Message[]
  /** What the seat to decide has to do now. */
  phase(view: View<B>): Message
  /** The spots an event was about. */
  touched(event: GameEvent): readonly Spot[]
  /** What can be touched while one of several actions is chosen; null: none is. */
  offers?(view: View<B>, action: string | null): readonly Decision[]
  /** What comes next where one of several actions is chosen; null: nothing more than its phase. */
  prompt?(view: View<B>, action: string | null, touched: readonly Spot[]): Message | null
  /** Whether a decision gives something up for good, so that it has to be agreed to. */
  costly?(decision: Decision): boolean
  /** Whether it is worth asking what a decision would lead to, before it is tried. */
  foresees?(decision: Decision, view: View<B>): boolean
}
