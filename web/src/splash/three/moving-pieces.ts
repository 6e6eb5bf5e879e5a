/** The pieces in the 3D scene and their movement. */

import { Color, Mesh, MeshStandardMaterial, Vector3, type BufferGeometry, type Scene } from 'three'
import { COLOURS, SHAPES, type Piece } from '../pieces'
import { between, type Pose } from '../geometry/space'
import { swayed, swayOf } from '../motion/sway'
import { bodyOf } from './piece-mesh'
import { Rims } from './outlines'
import { paintedWood } from './textures'
import type { TableState } from './view'

type Role = 'table' | 'held' | 'lying'

interface Actor {
  readonly mesh: Mesh<BufferGeometry, MeshStandardMaterial>
  role: Role
  pose: Pose // where it is seen
  way: { from: Pose; to: Pose; start: number; ms: number; arc: number } | null
}

const WALK = 480 // milliseconds from a stock to the hand and the like
const STEP = 90 // milliseconds to follow a hand
const GLOW = new Color('#ffe9a8')

export class Actors {
  readonly #actors = new Map<Piece, Actor>()
  readonly #bodies = new Map(Object.entries(SHAPES).map(([code, shape]) => [code, bodyOf(shape)]))
  readonly #woods = new Map(COLOURS.map((colour) => [colour, paintedWood(colour)]))
  readonly #rims = new Rims()
  #speed = 1
  #state: TableState | null = null
  #held: Piece | null = null

  constructor(readonly scene: Scene) {}

  get meshes(): Mesh[] {
    return [...this.#actors.values()].map(({ mesh }) => mesh)
  }

  /** Where the held piece is, its sway left out: what a finger that carries it goes by. */
  get heldAt(): Vector3 | null {
    const actor = this.#held === null ? undefined : this.#actors.get(this.#held)
    return actor ? new Vector3(actor.pose[0], actor.pose[1], actor.pose[2]) : null
  }

  show(state: TableState): void {
    this.#speed = state.speed
    this.#state = state
    this.#held = state.held?.piece ?? null
    for (const piece of this.#actors.keys()) {
      if (!state.lying.has(piece) && !state.poses.has(piece) && piece !== this.#held)
        this.#leave(piece)
    }
    for (const [piece, pose] of state.lying) {
      if (!state.poses.has(piece) && piece !== this.#held) this.#send(piece, pose, 'lying')
    }
    for (const [piece, pose] of state.poses) {
      if (piece !== this.#held) this.#send(piece, pose, 'table')
    }
    if (state.held) this.#send(state.held.piece, state.held.pose, 'held')
    for (const [piece, { mesh }] of this.#actors) {
      mesh.material.emissive = GLOW
      mesh.material.emissiveIntensity = state.picked.has(piece) ? 0.14 : 0
      mesh.userData.raised = state.picked.has(piece) ? 4 : 0
    }
    this.#rims.show(state.outlined, (piece) => this.#actors.get(piece)?.mesh, state.dark)
  }

  /** Move everything to where it is now; whether something goes on moving. */
  move(now: number): boolean {
    let restless = false
    for (const [piece, actor] of this.#actors) {
      if (actor.way) {
        const { from, to, start, ms, arc } = actor.way
        const share = this.#speed ? Math.min(1, ((now - start) * this.#speed) / ms) : 1
        const ease = share * share * (3 - 2 * share)
        const [x, y, z, ...turn] = between(from, to, ease)
        actor.pose = [x, y, z + arc * 4 * share * (1 - share), ...turn]
        if (share === 1) actor.way = null
        else restless = true
      }
      const { hand, sway } = this.#state!
      const sways = piece === this.#held && sway > 0 && this.#speed > 0
      const { mesh, pose } = actor
      put(mesh, sways ? swayed(pose, swayOf(now / 1000, hand, sway)) : pose)
      restless ||= sways
    }
    return restless
  }

  dispose(): void {
    for (const { mesh } of this.#actors.values()) mesh.material.dispose()
    for (const body of this.#bodies.values()) body.dispose()
    for (const wood of this.#woods.values()) wood.dispose()
    this.#rims.dispose()
  }

  #send(piece: Piece, pose: Pose, role: Role): void {
    const actor = this.#actors.get(piece)
    if (!actor) {
      this.#actors.set(piece, this.#enter(piece, pose, role))
      return
    }
    const aim = actor.way?.to ?? actor.pose
    if (role === actor.role && same(aim, pose)) return
    const ms = role !== actor.role && !landing(actor.role, role) ? WALK : STEP
    const follows = role === 'table' && actor.role === 'table' ? 0 : ms
    const arc = ms === WALK ? 22 : 0
    actor.role = role
    if (!follows || !this.#speed) {
      actor.way = null
      actor.pose = pose
    } else actor.way = { from: actor.pose, to: pose, start: performance.now(), ms: follows, arc }
  }

  #enter(piece: Piece, pose: Pose, role: Role): Actor {
    const map = this.#woods.get(piece[1]!)!
    const material = new MeshStandardMaterial({ map, roughness: 0.58 })
    const mesh = new Mesh(this.#bodies.get(piece[0]!)!, material)
    mesh.castShadow = mesh.receiveShadow = true
    mesh.name = piece
    this.scene.add(mesh)
    return { mesh, role, pose, way: null }
  }

  #leave(piece: Piece): void {
    const { mesh } = this.#actors.get(piece)!
    this.scene.remove(mesh)
    mesh.material.dispose()
    this.#actors.delete(piece)
  }
}

/** A piece that is let go falls from where it is; it does not walk. */
function landing(from: Role, to: Role): boolean {
  return from === 'held' && to === 'table'
}

function same(a: Pose, b: Pose): boolean {
  return a.every((part, i) => Math.abs(part - b[i]!) < 1e-4)
}

function put(mesh: Mesh, [x, y, z, qw, qx, qy, qz]: Pose): void {
  mesh.position.set(x, y, z + (mesh.userData.raised as number))
  mesh.quaternion.set(qx, qy, qz, qw)
}
