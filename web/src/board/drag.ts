/** Dragging by pointer over all elements with `data-spot`, anywhere on the page. */

import type { Spot } from './types'

export interface Hand {
  grab(spot: Spot): boolean
  drop(spot: Spot | null): void
  /** Where the hand is, in pixels of the window; null: it is empty. */
  carry(point: { x: number; y: number } | null): void
}

const SLACK = 7 // pixels before a press becomes a drag

/** An attachment for the element that holds the board and all that belongs to it. */
export function dragging(hand: Hand) {
  return (node: HTMLElement): (() => void) => {
    let start: { x: number; y: number; id: number; spot: Spot } | null = null
    let carrying = false

    const down = (event: PointerEvent) => {
      const spot = spotOf(event.target)
      if (event.button !== 0 || !event.isPrimary || spot === null) return
      start = { x: event.clientX, y: event.clientY, id: event.pointerId, spot }
    }
    const move = (event: PointerEvent) => {
      if (!start || event.pointerId !== start.id) return
      const far = Math.hypot(event.clientX - start.x, event.clientY - start.y) > SLACK
      if (far && !carrying) {
        if (hand.grab(start.spot)) carrying = true
        else start = null
      }
      if (carrying) hand.carry({ x: event.clientX, y: event.clientY })
    }
    const up = (event: PointerEvent) => {
      if (!start || event.pointerId !== start.id) return
      const was = carrying
      start = null
      carrying = false
      hand.carry(null)
      if (!was) return
      swallowClick()
      hand.drop(event.type === 'pointercancel' ? null : spotUnder(event))
    }
    node.addEventListener('pointerdown', down)
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', up)
    return () => {
      node.removeEventListener('pointerdown', down)
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', up)
      window.removeEventListener('pointercancel', up)
    }
  }
}

/** The spot an element belongs to. */
export function spotOf(target: EventTarget | null): Spot | null {
  if (!(target instanceof Element)) return null
  return target.closest('[data-spot]')?.getAttribute('data-spot') ?? null
}

function spotUnder({ clientX, clientY }: PointerEvent): Spot | null {
  return spotOf(document.elementFromPoint(clientX, clientY))
}

/** A drag that ends on the element where it began is not a tap. */
export function swallowClick(): void {
  const swallow = (event: Event) => event.stopPropagation()
  window.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0)
}
