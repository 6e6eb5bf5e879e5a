/** A viewport over an unbounded table, which follows it until the user pans. */

import { untrack } from 'svelte'
import { between, fitted, kept, near, panned, zoomed } from './camera'
import { spotOf, swallowClick } from './drag'
import type { Box, Point, Spot } from './types'

const GLIDE = 320 // milliseconds to follow a board that has grown
const LEAST = 2 // units to a pixel: rings stay 44 pixels wide, and the window pans instead
const EDGE = 50 // units: as much of a ring as lies around its middle
const SLACK = 7 // pixels before a press on a spot moves the window

/** What the window is over. */
export interface Wanted {
  readonly box: Box // shows everything
  readonly on: boolean
  readonly about: Point | null // where something has just happened
  readonly whole: boolean // nobody touches anything: all is seen, however small
  readonly amid: boolean // a turn is being tried out: nothing moves under the pointer
  readonly taken: (spot: Spot) => boolean // a drag from here carries something
}

export class Roaming {
  seen: Box = $state.raw()!
  byHand = $state(false)
  #shape = $state(1)
  #pixels = $state(0)
  #whole = $state(false) // somebody has asked for everything, however small
  #box: Box = $state.raw()! // what has to be seen: while a turn is tried out, never less than before
  #followed: Box | null = null
  #from: Point | null = null
  #wanted: () => Wanted

  /** Whether there is more than is seen by itself. */
  readonly cropped = $derived.by(() => this.byHand || this.#window().width < this.#all().width)

  constructor(wanted: () => Wanted) {
    this.#wanted = wanted
    this.seen = this.#box = wanted().box
  }

  /** Show everything again. */
  fit = (): void => {
    this.byHand = false
    this.#whole = true
  }

  /** Bring a place into the window if it lies outside, or at its edge. */
  reveal(place: Point | undefined): void {
    const { x, y, width, height } = this.seen
    if (!place) return
    const beyond = (at: number, low: number, high: number) =>
      Math.min(0, at - low - EDGE) + Math.max(0, at - high + EDGE)
    const by = { x: beyond(place.x, x, x + width), y: beyond(place.y, y, y + height) }
    if (!by.x && !by.y) return
    this.byHand = true
    this.seen = { ...this.seen, x: x + by.x, y: y + by.y }
  }

  zoom(factor: number, about: Point = this.#middle()): void {
    this.byHand = true
    this.seen = zoomed(this.seen, factor, about, this.#all())
  }

  attach = (svg: SVGSVGElement) => {
    $effect(() => {
      const { box: whole, on, about, amid } = this.#wanted()
      const box = amid
        ? kept(
            untrack(() => this.#box),
            whole,
            this.#shape,
          )
        : whole
      this.#box = box
      const target = on ? this.#window(box) : box
      const moved = on && target.width < this.#all(box).width && this.#from !== about
      const grown = this.#followed && (moved || !same(this.#followed, box))
      this.#followed = box
      this.#from = about
      if (this.byHand) return
      if (grown) return this.#follow(target)
      this.seen = target // a window that changes its size is no reason to travel
    })
    if (!untrack(this.#wanted).on) return
    const watcher = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect
      if (width && height) this.#shape = width / height
      this.#pixels = width
    })
    watcher.observe(svg)
    const stop = this.#listen(svg)
    return () => {
      watcher.disconnect()
      stop()
    }
  }

  /** What is seen by itself: everything, as long as rings can be touched in it. */
  #window(box = this.#box): Box {
    const all = this.#all(box)
    if (this.#whole || this.#wanted().whole || !this.#pixels) return all
    const { x, y } = all
    const about = this.#wanted().about ?? { x: x + all.width / 2, y: y + all.height / 2 }
    return near(all, this.#pixels * LEAST, about)
  }

  #all(box = this.#box): Box {
    return fitted(box, this.#shape)
  }

  #middle(): Point {
    const { x, y, width, height } = this.seen
    return { x: x + width / 2, y: y + height / 2 }
  }

  /** Glide to a box; the returned function stops on the way. */
  #follow(to: Box): (() => void) | undefined {
    const from = untrack(() => this.seen)
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (calm) {
      this.seen = to
      return
    }
    let frame = 0
    const start = performance.now()
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, now - start) / GLIDE) // a frame may bear an older time
      this.seen = between(from, to, 1 - (1 - part) ** 3)
      if (part < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }

  #listen(svg: SVGSVGElement): () => void {
    const fingers = new Map<number, Point>()
    let pressed: (Point & { id: number }) | null = null // a spot that cannot be carried
    let panning = false
    const units = () => this.seen.width / svg.clientWidth
    const place = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
      const { left, top } = svg.getBoundingClientRect()
      return {
        x: this.seen.x + (clientX - left) * units(),
        y: this.seen.y + (clientY - top) * units(),
      }
    }
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      this.zoom(Math.exp(-event.deltaY * 0.0015), place(event))
    }
    const down = (event: PointerEvent) => {
      const [spot, at] = [spotOf(event.target), { x: event.clientX, y: event.clientY }]
      if (spot === null || fingers.size) fingers.set(event.pointerId, at)
      else if (!this.#wanted().taken(spot)) pressed = { ...at, id: event.pointerId }
    }
    const move = (event: PointerEvent) => {
      const here = { x: event.clientX, y: event.clientY }
      if (pressed?.id === event.pointerId && distance(pressed, here) > SLACK) {
        fingers.set(event.pointerId, pressed)
        pressed = null
        panning = true
      }
      const before = fingers.get(event.pointerId)
      if (!before) return
      const after = { x: event.clientX, y: event.clientY }
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
      fingers.set(event.pointerId, after)
      if (other) {
        this.zoom(distance(after, other) / (distance(before, other) || 1), place(event))
      } else {
        const by = { x: (before.x - after.x) * units(), y: (before.y - after.y) * units() }
        this.byHand = true
        this.seen = panned(this.seen, by, this.#all())
      }
    }
    const up = (event: PointerEvent) => {
      fingers.delete(event.pointerId)
      pressed = null
      if (panning) swallowClick()
      panning = false
    }
    svg.addEventListener('wheel', wheel, { passive: false })
    svg.addEventListener('pointerdown', down)
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', up)
    return () => {
      svg.removeEventListener('wheel', wheel)
      svg.removeEventListener('pointerdown', down)
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', up)
      window.removeEventListener('pointercancel', up)
    }
  }
}

function same(a: Box, b: Box): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
