/** Meshes of the table, the drops, and the aiming marks. */

import {
  BufferGeometry,
  CircleGeometry,
  CylinderGeometry,
  LatheGeometry,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  RingGeometry,
  Vector2,
  Vector3,
  type Scene,
} from 'three'
import { shapeOf, type Piece } from '../pieces'
import type { Point, Pose } from '../geometry/space'
import { UNDER_ALL } from './outlines'
import { tableWood } from './textures'
import type { TableState } from './view'

const RADIUS = 320 // millimetres
const THICK = 14
const FLIGHT = 1100 // milliseconds a drop takes from the tower to its seat
const [SAFE, RISKY] = ['#12703a', '#b3261e']

export class Furniture {
  readonly #wood = tableWood()
  readonly #drop = new LatheGeometry(dropOutline(), 20)
  readonly #water = new MeshStandardMaterial({
    color: '#3f9fe0',
    roughness: 0.08,
    metalness: 0.1,
    transparent: true,
    opacity: 0.86,
  })
  readonly #drops = new Map<string, { mesh: Mesh; from: Point; to: Point; start: number }>()
  #known = false // whether the drops of the start have been laid out
  #speed = 1
  readonly #ring = new RingGeometry(1, 1.14, 40)
  readonly #gold = new MeshBasicMaterial({ transparent: true, opacity: 0.9 })
  readonly #rings: Mesh[] = []
  readonly #dot = new Mesh(new CircleGeometry(0.9, 24), new MeshBasicMaterial({ depthTest: false }))
  readonly #plumb = new Line(new BufferGeometry(), new LineBasicMaterial())

  constructor(readonly scene: Scene) {
    this.#wood.repeat.set(2.7, 2.7)
    const top = new MeshStandardMaterial({ map: this.#wood, roughness: 0.72 })
    const rim = new MeshStandardMaterial({ color: '#8a5f38', roughness: 0.7 })
    const table = new Mesh(new CylinderGeometry(RADIUS, RADIUS - 5, THICK, 96), [rim, top, rim])
    table.renderOrder = UNDER_ALL
    table.rotation.x = Math.PI / 2
    table.position.z = -THICK / 2
    table.receiveShadow = true
    this.#dot.renderOrder = 2
    scene.add(table, this.#dot, this.#plumb)
  }

  show({ drops, hint, ringed, lying, poses, dark, speed, centre }: TableState): void {
    this.#speed = speed
    this.#gold.color.set(dark ? '#ffd873' : '#fff3c4')
    this.#encircle(
      [...ringed].flatMap((piece) => ringOf(piece, lying.get(piece) ?? poses.get(piece))),
    )
    this.#hand(drops, centre)
    this.#dot.visible = this.#plumb.visible = hint !== null
    if (!hint) return
    const colour = hint.safe ? SAFE : RISKY
    this.#dot.material.color.set(colour)
    this.#plumb.material.color.set(colour)
    const [x, y, z] = hint.at
    this.#dot.position.set(x, y, z + 0.05)
    this.#plumb.geometry.setFromPoints([new Vector3(x, y, z), new Vector3(x, y, hint.from)])
  }

  /** Drops on their way to their seats; whether one is still flying. */
  move(now: number): boolean {
    let restless = false
    for (const { mesh, from, to, start } of this.#drops.values()) {
      const share = this.#speed ? Math.min(1, ((now - start) * this.#speed) / FLIGHT) : 1
      const ease = share * share * (3 - 2 * share)
      const high = 70 * (1 - share) + 90 * share * (1 - share)
      mesh.position.set(
        from[0] + (to[0] - from[0]) * ease,
        from[1] + (to[1] - from[1]) * ease,
        share === 1 ? 0 : high,
      )
      restless ||= share < 1
    }
    return restless
  }

  /** Give out the drops; a new one comes from the tower. */
  #hand(drops: ReadonlyMap<string, Point>, centre: Point): void {
    for (const [name, { mesh }] of this.#drops) {
      if (drops.has(name)) continue
      this.scene.remove(mesh)
      this.#drops.delete(name)
    }
    for (const [name, to] of drops) {
      const old = this.#drops.get(name)
      if (old) old.to = to
      else {
        const start = this.#known ? performance.now() : -Infinity
        this.#drops.set(name, { mesh: this.#newDrop(), from: centre, to, start })
      }
    }
    this.#known = true
  }

  dispose(): void {
    this.#wood.dispose()
    this.#drop.dispose()
    this.#ring.dispose()
    this.#gold.dispose()
    this.#water.dispose()
    this.#plumb.geometry.dispose()
  }

  /** A ring on the table around everything that can be touched. */
  #encircle(rings: readonly { x: number; y: number; reach: number }[]): void {
    while (this.#rings.length < rings.length) {
      const mesh = new Mesh(this.#ring, this.#gold)
      this.#rings.push(mesh)
      this.scene.add(mesh)
    }
    this.#rings.forEach((mesh, i) => {
      const ring = rings[i]
      mesh.visible = ring !== undefined
      if (ring) mesh.position.set(ring.x, ring.y, 0.12)
      if (ring) mesh.scale.setScalar(ring.reach)
    })
  }

  #newDrop(): Mesh {
    const mesh = new Mesh(this.#drop, this.#water)
    mesh.rotation.x = Math.PI / 2
    mesh.castShadow = true
    this.scene.add(mesh)
    return mesh
  }
}

/** Around a piece that lies on the table; none around one that is on another. */
function ringOf(piece: Piece, pose: Pose | undefined): { x: number; y: number; reach: number }[] {
  if (!pose || pose[2] > 16) return []
  const [wide, deep] = shapeOf(piece).size
  return [{ x: pose[0], y: pose[1], reach: Math.max(6.5, Math.hypot(wide, deep) / 2) }]
}

/** A flat-bottomed drop of glass, 8 mm wide. */
function dropOutline(): Vector2[] {
  return Array.from({ length: 16 }, (_, i) => {
    const share = i / 15
    const angle = share * Math.PI
    const wide = 4 * Math.sin(angle * (0.35 + 0.65 * (1 - share)) + 0.25 * share) * (1 - share ** 3)
    return new Vector2(Math.max(0, i === 0 ? 2.4 : wide + 2.4 * (1 - share)), share * 9.5)
  })
}
