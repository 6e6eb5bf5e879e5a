/** A window over an endless table that follows it, until somebody moves it by hand. */

import { untrack } from 'svelte'
import { between, fitted, panned, zoomed } from './camera'
import { spotOf } from './drag'
import type { Box, Point } from './types'

const GLIDE = 320 // milliseconds to follow a board that has grown

export class Roaming {
  seen: Box = $state.raw()!
  byHand = $state(false)
  #shape = $state(1)
  #followed: Box | null = null
  #wanted: () => { box: Box; on: boolean }

  constructor(wanted: () => { box: Box; on: boolean }) {
    this.#wanted = wanted
    this.seen = wanted().box
  }

  /** Show everything again. */
  fit = (): void => {
    this.byHand = false
  }

  zoom(factor: number, about: Point = this.#middle()): void {
    this.byHand = true
    this.seen = zoomed(this.seen, factor, about, this.#all())
  }

  attach = (svg: SVGSVGElement) => {
    $effect(() => {
      const { box, on } = this.#wanted()
      const target = on ? fitted(box, this.#shape) : box
      const grown = this.#followed && !same(this.#followed, box)
      this.#followed = box
      if (this.byHand) return
      if (grown) return this.#follow(target)
      this.seen = target // a window that changes its size is no reason to travel
    })
    if (!untrack(this.#wanted).on) return
    const watcher = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect
      if (width && height) this.#shape = width / height
    })
    watcher.observe(svg)
    const stop = this.#listen(svg)
    return () => {
      watcher.disconnect()
      stop()
    }
  }

  #all(): Box {
    return fitted(this.#wanted().box, this.#shape)
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
      if (spotOf(event.target) === null || fingers.size) {
        fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
      }
    }
    const move = (event: PointerEvent) => {
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
    const up = (event: PointerEvent) => fingers.delete(event.pointerId)
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
