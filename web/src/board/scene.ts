/** The things on a table, and the animation frames through which it changes. */

import type { GameEvent, How, Item, Motion, Spot, Table, Thing, View } from './types'

/** One moment of an animation: the things, those leaving included, and how long it lasts. */
export interface Frame {
  readonly things: readonly Thing[]
  readonly how: How | null // the movement to be heard and seen; null: nothing moves
  readonly ms: number // at normal speed
}

const MS: Record<How, number> = {
  slide: 320,
  hop: 340,
  place: 280,
  take: 260,
  enter: 240,
  lay: 280,
  lift: 240,
  eat: 200,
  capture: 420,
  sacrifice: 320,
  leave: 500,
}

let lastId = 0

/** The things of a view that was not seen coming. */
export function laidOut<B>(table: Table<B>, view: View<B>): Thing[] {
  return ordered(table, named(table.items(view.board), []))
}

/** The frames from what lay there before, through the events, to the view they led to. */
export function plan<B>(
  table: Table<B>,
  before: readonly Thing[],
  events: readonly GameEvent[],
  after: View<B>,
): Frame[] {
  const frames: Frame[] = []
  let things = settled(before)
  for (const event of events) {
    const motions = table.motions(event, things)
    if (!motions.length) continue
    const moved = motions.reduce(move, things)
    const how = motions[0]!.how
    frames.push({ things: ordered(table, slotted(moved)), how, ms: MS[how] })
    things = settled(moved)
  }
  const last = ordered(table, named(table.items(after.board), things))
  return [...frames, { things: last, how: null, ms: 0 }]
}

/** The spots that the last turn was about. */
export function marked<B>(table: Table<B>, events: readonly GameEvent[]): Set<Spot> {
  return new Set(events.flatMap((event) => table.touched(event)))
}

function move(things: readonly Thing[], motion: Motion): Thing[] {
  const { look, from, to } = motion
  if (from === null) return [...things, { id: ++lastId, look, at: to!, slot: 0, motion }]
  const at = things.findLastIndex((each) => free(each) && each.look === look && each.at === from)
  return things.map((each, i) => (i === at ? { ...each, at: to ?? each.at, motion } : each))
}

function free(thing: Thing): boolean {
  return thing.motion === null
}

/** Motions are over: what was leaving is gone. */
function settled(things: readonly Thing[]): Thing[] {
  const left = things.filter(({ motion }) => motion === null || motion.to !== null)
  return slotted(left.map((thing) => ({ ...thing, motion: null })))
}

/** Give items the names of the things that already lie just so. */
function named(items: readonly Item[], known: readonly Thing[]): Thing[] {
  const names = new Map<string, number[]>()
  for (const { id, look, at } of known) {
    const key = `${look}@${at}`
    names.set(key, [...(names.get(key) ?? []), id])
  }
  return slotted(
    items.map(({ look, at }) => {
      const id = names.get(`${look}@${at}`)?.shift() ?? ++lastId
      return { id, look, at, slot: 0, motion: null }
    }),
  )
}

function slotted(things: readonly Thing[]): Thing[] {
  const counts = new Map<string, number>()
  return things.map((thing) => {
    const key = `${thing.look}@${thing.at}`
    const slot = counts.get(key) ?? 0
    counts.set(key, slot + 1)
    return { ...thing, slot }
  })
}

/** In the order of drawing, which stays the same while things move. */
function ordered<B>(table: Table<B>, things: readonly Thing[]): Thing[] {
  const layer = ({ look }: Thing) => table.layers.findIndex((prefix) => look.startsWith(prefix))
  return things.toSorted((a, b) => layer(a) - layer(b) || a.id - b.id)
}
