/** Pointer and touch gestures: carry the held piece, pick a piece, orbit the camera. */

import { Plane, Raycaster, Vector2, Vector3, type Camera } from 'three'
import type { Piece } from '../pieces'
import type { Actors } from './moving-pieces'

export interface Wants {
  orbit(around: number, above: number): void
  zoom(factor: number): void
  carried(dx: number, dy: number): void
  touched(piece: Piece): void
}

const TAP = 6 // pixels a finger may slip and still tap
const GRIP = 46 // pixels around the held piece that count as on it

export class Gestures {
  touchable: ReadonlySet<Piece> = new Set()
  #fingers = new Map<number, { x: number; y: number }>()
  #carrying: Vector3 | null = null
  #slipped = 0
  #ray = new Raycaster()
  #stop = new AbortController()

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly camera: Camera,
    readonly actors: Actors,
    readonly wants: Wants,
  ) {
    const { signal } = this.#stop
    canvas.addEventListener('pointerdown', (event) => this.#down(event), { signal })
    canvas.addEventListener('pointermove', (event) => this.#moved(event), { signal })
    canvas.addEventListener('pointerup', (event) => this.#up(event, true), { signal })
    canvas.addEventListener('pointercancel', (event) => this.#up(event, false), { signal })
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false })
  }

  dispose(): void {
    this.#stop.abort()
  }

  #down(event: PointerEvent): void {
    this.canvas.setPointerCapture(event.pointerId)
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    this.#slipped = this.#fingers.size > 1 ? Infinity : 0
    this.#carrying = this.#fingers.size === 1 && this.#onHeld(event) ? this.#over(event) : null
  }

  #moved(event: PointerEvent): void {
    const before = this.#fingers.get(event.pointerId)
    if (!before) return this.#point(event)
    const now = { x: event.clientX, y: event.clientY }
    this.#slipped += Math.hypot(now.x - before.x, now.y - before.y)
    if (this.#fingers.size > 1) this.#pinch(event.pointerId, before, now)
    else if (this.#carrying) this.#carry(event)
    else this.wants.orbit((before.x - now.x) * 0.4, (now.y - before.y) * 0.3)
    this.#fingers.set(event.pointerId, now)
  }

  #up(event: PointerEvent, counts: boolean): void {
    this.#fingers.delete(event.pointerId)
    this.#carrying = null
    const piece = counts && this.#slipped < TAP ? this.#pieceAt(event) : null
    if (piece) this.wants.touched(piece)
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault()
    this.wants.zoom(Math.exp(event.deltaY * 0.0012))
  }

  #pinch(id: number, before: { x: number; y: number }, now: { x: number; y: number }): void {
    const [other] = [...this.#fingers].filter(([each]) => each !== id).map(([, at]) => at)
    const [was, is] = [before, now].map((at) => Math.hypot(at.x - other!.x, at.y - other!.y))
    if (was && is) this.wants.zoom(was / is)
  }

  #carry(event: PointerEvent): void {
    const to = this.#over(event)
    if (!to) return
    this.wants.carried(to.x - this.#carrying!.x, to.y - this.#carrying!.y)
    this.#carrying = to
  }

  /** Show what can be grasped. */
  #point(event: PointerEvent): void {
    const piece = this.#pieceAt(event)
    const touchable = piece !== null && this.touchable.has(piece)
    this.canvas.style.cursor = this.#onHeld(event) ? 'grab' : touchable ? 'pointer' : ''
  }

  /** The point at the height of the held piece under a finger. */
  #over(event: PointerEvent): Vector3 | null {
    const held = this.actors.heldAt
    if (!held) return null
    const plane = new Plane(new Vector3(0, 0, 1), -held.z)
    return this.#cast(event).ray.intersectPlane(plane, new Vector3())
  }

  #onHeld(event: PointerEvent): boolean {
    const held = this.actors.heldAt
    if (!held) return false
    const box = this.canvas.getBoundingClientRect()
    const seen = held.project(this.camera)
    const x = box.left + ((seen.x + 1) / 2) * box.width
    const y = box.top + ((1 - seen.y) / 2) * box.height
    return Math.hypot(event.clientX - x, event.clientY - y) < GRIP
  }

  #pieceAt(event: PointerEvent): Piece | null {
    const [hit] = this.#cast(event).intersectObjects(this.actors.meshes, false)
    return hit?.object.name ?? null
  }

  #cast(event: PointerEvent): Raycaster {
    const box = this.canvas.getBoundingClientRect()
    const at = new Vector2(
      ((event.clientX - box.left) / box.width) * 2 - 1,
      1 - ((event.clientY - box.top) / box.height) * 2,
    )
    this.#ray.setFromCamera(at, this.camera)
    return this.#ray
  }
}
