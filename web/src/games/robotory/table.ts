/** The board of Robotory: 24 hexes, a stock on either side, and the lid. */

import type {
  Cell,
  Decision,
  GameEvent,
  Item,
  Look,
  Motion,
  Seat,
  Spot,
  Table,
  Message,
  View,
} from '../../board/types'
import { availableKinds } from '../available-kinds'

type Colour = 'w' | 'b'
type Robot = 'W' | 'B' | 'R'
type Discs = Readonly<Record<Colour, number>>

export interface Robotory {
  readonly discs: Readonly<Record<Spot, Colour>>
  readonly robots: Readonly<Record<Robot, Spot>>
  readonly camps: Readonly<Record<string, readonly Spot[]>>
  readonly stocks: readonly Discs[]
  readonly lid: Discs
  readonly moving: Robot | null
  readonly at_home: readonly number[]
}

export const RADIUS = 62 // from the middle of a hex to a corner
/** A hex about the origin, as an SVG path. */
export function hexagon(radius: number): string {
  const corners = Array.from({ length: 6 }, (_, k) => {
    const angle = (k * Math.PI) / 3
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`
  })
  return `M${corners.join('L')}Z`
}

const RISE = RADIUS * Math.sqrt(3)
const STOCK = 384 // how far from the middle a stock lies
const LID = 330
const COLUMNS = { a: 4, b: 5, c: 6, d: 5, e: 4 }
const LIGHT = new Set('a1 b1 b2 c1 c2 c3 d1 d2 d3 e1 e2 e3'.split(' '))
export const STOP: Spot = 'stop' // touched to end a move
const COLOURS: readonly Colour[] = ['w', 'b']

const CELLS: readonly Cell[] = Object.entries(COLUMNS).flatMap(([letter, height], column) =>
  Array.from({ length: height }, (_, i) => {
    const y = -(i + 1 - (height + 1) / 2) * RISE
    return {
      spot: `${letter}${i + 1}`,
      x: (column - 2) * 1.5 * RADIUS,
      y,
      row: Math.round((2 * y) / RISE) + 5,
      column,
      kind: LIGHT.has(`${letter}${i + 1}`) ? 'light' : 'dark',
    }
  }),
)
const WHERE = new Map(CELLS.map((cell) => [cell.spot, cell]))

export const robotory: Table<Robotory> = {
  game: 'robotory',
  layers: ['disc', 'robot'],
  box: () => ({ x: -270, y: -440, width: 680, height: 880 }),
  cells: () => CELLS,
  trays: ({ board }) => [
    ...[1, 2].flatMap((seat) => COLOURS.map((colour) => stock(seat, colour, board))),
    {
      spot: 'lid',
      seat: null,
      look: 'disc',
      count: board.lid.w + board.lid.b,
      x: LID - 62,
      y: -190,
      width: 124,
      height: 380,
    },
  ],
  items: (board) => [
    ...COLOURS.flatMap((colour) => [
      ...several(board.lid[colour], disc(colour, `lid:${colour}`)),
      ...several(board.stocks[0]![colour], disc(colour, `p1:${colour}`)),
      ...several(board.stocks[1]![colour], disc(colour, `p2:${colour}`)),
    ]),
    ...Object.entries(board.discs).map(([at, colour]) => disc(colour, at)),
    ...Object.entries(board.robots).map(([robot, at]) => ({ look: `robot-${robot}`, at })),
  ],
  pose: ({ at, slot }) => {
    const cell = WHERE.get(at)
    if (cell) return { x: cell.x, y: cell.y, size: 1 }
    const white = at.endsWith(':w')
    if (at.startsWith('lid')) return { x: LID + (white ? -28 : 28), y: 140 - slot * 31, size: 0.84 }
    const side = at.startsWith('p1') ? 1 : -1
    return { x: side * (white ? -44 - slot * 40 : 44 + slot * 40), y: side * STOCK, size: 0.92 }
  },
  paths,
  guess,
  held,
  motions,
  tell,
  phase: ({ board, legal, to_move: seat }) =>
    board.moving
      ? { key: 'go-on', params: { seat, robot: board.moving } }
      : { key: 'turn', params: { seat, can: availableKinds(legal) } },
  touched: (event) => ['from', 'to'].flatMap((key) => spots(event[key])),
  prompt: ({ board }, _, [touched]) => prompt(board, touched),
  foresees: ({ kind }) => kind === 'refill', // it may end the game
}

/** What has to be touched next; null: nothing has been touched, or the robot is under way. */
function prompt(board: Robotory, touched: Spot | undefined): Message | null {
  if (touched === undefined || board.moving) return null
  if (touched === 'lid') return { key: 'touched.lid', params: {} }
  const robot = robotAt(board, touched)
  if (robot) return { key: 'touched.robot', params: { robot } }
  return touched.includes(':') ? { key: 'touched.disc', params: { disc: touched.at(-1) } } : null
}

function stock(seat: Seat, colour: Colour, board: Robotory) {
  const side = (seat === 1 ? 1 : -1) * (colour === 'w' ? -1 : 1)
  return {
    spot: `p${seat}:${colour}`,
    seat,
    look: `disc-${colour}`,
    count: board.stocks[seat - 1]![colour],
    x: side === -1 ? -196 : 12,
    y: (seat === 1 ? STOCK : -STOCK) - 34,
    width: 184,
    height: 68,
  }
}

function disc(colour: Colour, at: Spot): Item {
  return { look: `disc-${colour}`, at }
}

function several(count: number, item: Item): Item[] {
  return Array.from({ length: count }, () => item)
}

function spots(value: unknown): Spot[] {
  return typeof value === 'string' ? [value] : []
}

/** A disc from the stock or straight onto a hex; a robot and its step, or the step alone. */
function paths(decision: Decision, view: View<Robotory>): Spot[][] {
  const to = decision.to as Spot
  switch (decision.kind) {
    case 'place':
      return [[`p${view.to_move}:${decision.disc}`, to], [to]]
    case 'step':
      return [[view.board.robots[decision.robot as Robot], to], [to]]
    case 'refill':
      return [['lid']]
    default:
      return [[STOP]]
  }
}

function guess(touched: readonly Spot[], { board }: View<Robotory>): string | null {
  const [first, second] = touched
  if (first === undefined) return null
  if (first === 'lid') return '+w1b0'
  const robot = robotAt(board, first) ?? board.moving
  if (robot && second) return robot + second
  if (robotAt(board, first)) return robot + hungry(first)
  const colour = first.includes(':') ? first.at(-1)! : board.stocks[0]!.w ? 'w' : 'b'
  const at = second ?? (first.includes(':') ? free(board) : first)
  return at && WHERE.has(at) ? `${colour}@${at}` : null
}

/** A hex next to one, to ask what a robot there could do. */
function hungry(hex: Spot): Spot {
  const height = COLUMNS[hex[0] as keyof typeof COLUMNS]
  const number = Number(hex.slice(1))
  return hex[0] + String(number < height ? number + 1 : number - 1)
}

function free(board: Robotory): Spot | undefined {
  const robots = Object.values(board.robots)
  return CELLS.find(({ spot }) => !board.discs[spot] && !robots.includes(spot))?.spot
}

function robotAt(board: Robotory, spot: Spot): Robot | undefined {
  return (Object.keys(board.robots) as Robot[]).find((robot) => board.robots[robot] === spot)
}

function held([first]: readonly Spot[], { board }: View<Robotory>): Look | null {
  if (first === undefined) return null
  if (/^p\d:/.test(first)) return `disc-${first.at(-1)}`
  const robot = robotAt(board, first)
  return robot ? `robot-${robot}` : null
}

function motions(event: GameEvent): Motion[] {
  const { seat, from, to, robot, at } = event as GameEvent & {
    seat: Seat
    from: Spot
    to: Spot
    robot: Robot
    at: Spot
  }
  switch (event.event) {
    case 'placed':
      return [{ how: 'place', look: `disc-${event.disc}`, from: `p${seat}:${event.disc}`, to }]
    case 'stepped':
      return [{ how: 'hop', look: `robot-${robot}`, from, to }]
    case 'eaten':
      return [{ how: 'eat', look: `disc-${event.disc}`, from: at, to: null }]
    case 'refilled':
      return COLOURS.flatMap((colour) => {
        const number = (event.discs as Discs)[colour]
        const motion = { look: `disc-${colour}`, from: `lid:${colour}`, to: `p${seat}:${colour}` }
        return Array.from({ length: number }, () => ({ how: 'take' as const, ...motion }))
      })
    default:
      return []
  }
}

function tell(spot: Spot, { board }: View<Robotory>): Message[] {
  const [, seat, colour] = /^p(\d):(.*)/.exec(spot) ?? []
  if (spot === 'lid') return [{ key: 'lid', params: board.lid }]
  if (seat) {
    const params = { seat: Number(seat), ...board.stocks[Number(seat) - 1] }
    return [{ key: `stock-${colour}`, params }]
  }
  const place = { at: spot, camp: LIGHT.has(spot) ? 1 : 2 }
  const robot = robotAt(board, spot)
  if (robot) return [{ key: 'robot', params: { ...place, robot } }]
  const disc = board.discs[spot]
  return disc ? [{ key: 'disc', params: { ...place, disc } }] : [{ key: 'empty', params: place }]
}
