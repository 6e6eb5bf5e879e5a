/** The 3D view; it renders only when something has changed. */

import {
  AmbientLight,
  Color,
  DirectionalLight,
  Fog,
  HemisphereLight,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  SRGBColorSpace,
  Vector2,
  WebGLRenderer,
} from 'three'
import { onTable } from '../geometry/surroundings'
import type { Layout } from '../motion/motion'
import type { Hand } from '../motion/sway'
import type { Piece } from '../pieces'
import type { Point, Pose, Vector } from '../geometry/space'
import { Actors } from './moving-pieces'
import { Furniture } from './table-mesh'
import { Gestures } from './gestures'
import { eyeOf, orbitBetween, orbited, VIEW, zoomed, type Orbit } from './orbit'

/** Everything there is to see. */
export interface TableState {
  readonly poses: Layout // on the table, exactly there
  readonly held: { readonly piece: Piece; readonly pose: Pose } | null
  readonly lying: Layout // stocks and the heap
  readonly drops: ReadonlyMap<string, Point> // each by its name
  readonly centre: Point // where the tower stands
  readonly touchable: ReadonlySet<Piece>
  readonly ringed: ReadonlySet<Piece> // marked with a ring on the table
  readonly picked: ReadonlySet<Piece>
  readonly outlined: ReadonlySet<Piece>
  readonly hint: { readonly at: Vector; readonly from: number; readonly safe: boolean } | null
  readonly hand: Hand // how far the one that holds the piece sways
  readonly sway: number // the share of it that is seen; 0: still
  readonly speed: number // 0: nothing moves by itself
  readonly dark: boolean
  readonly front: number // degrees around the table, where the viewer sits
}

export interface Ears {
  carried(dx: number, dy: number): void // the held piece, on the table
  touched(piece: Piece): void
  around(degrees: number): void // the camera has gone around the table
}

const LOOKS = {
  light: { sky: '#e4ddd0', sun: 2.5, fill: 1.15, ambient: 0.5 },
  dark: { sky: '#191614', sun: 2.1, fill: 0.5, ambient: 0.22 },
}
const GLIDE = 700 // milliseconds the camera takes to another place

export class TableView {
  orbit: Orbit = { around: 0, above: 26, near: 170, target: [0, 0, 20] }
  readonly canvas: HTMLCanvasElement
  #renderer: WebGLRenderer
  #scene = new Scene()
  #camera = new PerspectiveCamera(VIEW, 1, 30, 4000)
  #sun = new DirectionalLight('#fff0d8', 1)
  #fill = new HemisphereLight('#ffffff', '#b08a5c', 1)
  #ambient = new AmbientLight('#ffffff', 0.4)
  #actors: Actors
  #furniture: Furniture
  #gestures: Gestures
  #state: TableState | null = null
  #drawing = 0
  #drawn = 0 // frames so far
  #stirred = true // whether something stands elsewhere than its shadow
  #glide: { from: Orbit; to: Orbit; start: number } | null = null

  constructor(canvas: HTMLCanvasElement, ears: Ears) {
    this.canvas = canvas
    this.#renderer = new WebGLRenderer({ canvas, antialias: true })
    this.#renderer.outputColorSpace = SRGBColorSpace
    this.#renderer.shadowMap.enabled = true
    this.#renderer.shadowMap.type = PCFShadowMap
    this.#renderer.shadowMap.autoUpdate = false // a camera that moves leaves the shadows alone
    this.#camera.up.set(0, 0, 1)
    this.#light()
    this.#furniture = new Furniture(this.#scene)
    this.#actors = new Actors(this.#scene)
    this.#gestures = new Gestures(canvas, this.#camera, this.#actors, {
      orbit: (around, above) => {
        this.#turn(orbited(this.orbit, around, above))
        ears.around(this.orbit.around)
      },
      zoom: (factor) => this.#turn(zoomed(this.orbit, factor)),
      carried: ears.carried,
      touched: ears.touched,
    })
  }

  /** Show this from now on. */
  show(state: TableState): void {
    if (state.dark !== this.#state?.dark) this.#lit(state.dark ? LOOKS.dark : LOOKS.light)
    if (state.front !== this.#state?.front) this.#shine(state.front)
    this.#state = state
    this.#stirred = true
    this.#actors.show(state)
    this.#furniture.show(state)
    this.#gestures.touchable = state.touchable
    this.draw()
  }

  /** Go with the camera somewhere; at once, if nothing shall move by itself. */
  go(to: Partial<Orbit>): void {
    const aim = { ...(this.#glide?.to ?? this.orbit), ...to }
    if (this.#state?.speed) this.#glide = { from: this.orbit, to: aim, start: performance.now() }
    else this.#turn(aim)
    this.draw()
  }

  resize(width: number, height: number): void {
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
    this.#renderer.setSize(width, height, false)
    this.#camera.aspect = width / Math.max(height, 1)
    this.#camera.updateProjectionMatrix()
    this.draw()
  }

  /** Draw in the next frame. */
  draw(): void {
    this.#drawing ||= requestAnimationFrame(() => {
      this.#drawing = 0
      this.#draw(performance.now())
    })
  }

  dispose(): void {
    cancelAnimationFrame(this.#drawing)
    this.#gestures.dispose()
    this.#actors.dispose()
    this.#furniture.dispose()
    this.#renderer.dispose()
  }

  #draw(now: number): void {
    if (this.#glide) this.#gliding(now)
    const [x, y, z] = eyeOf(this.orbit)
    this.#camera.position.set(x, y, z)
    this.#camera.lookAt(...(this.orbit.target as [number, number, number]))
    const [walking, flying] = [this.#actors.move(now), this.#furniture.move(now)]
    const restless = walking || flying
    this.#renderer.shadowMap.needsUpdate = this.#stirred || restless
    this.#stirred = restless // once more, when it has come to rest
    this.#renderer.render(this.#scene, this.#camera)
    this.canvas.dataset.drawn = String(++this.#drawn)
    if (restless || this.#glide) this.draw()
  }

  #gliding(now: number): void {
    const { from, to, start } = this.#glide!
    const share = Math.min(1, ((now - start) * this.#state!.speed) / GLIDE)
    this.orbit = orbitBetween(from, to, share)
    if (share === 1) this.#glide = null
  }

  #turn(orbit: Orbit): void {
    this.#glide = null
    this.orbit = orbit
    const { around, above, near } = orbit
    this.canvas.dataset.orbit = [around, above, near].map(Math.round).join(' ')
    this.draw()
  }

  #lit({ sky, sun, fill, ambient }: (typeof LOOKS)['light']): void {
    this.#scene.background = new Color(sky)
    this.#scene.fog = new Fog(sky, 1300, 2600)
    this.#sun.intensity = sun
    this.#fill.intensity = fill
    this.#ambient.intensity = ambient
  }

  /** The sun comes over the left shoulder of whoever looks. */
  #shine(front: number): void {
    const [x, y] = onTable(front, -150, -170)
    this.#sun.position.set(x, y, 330)
  }

  #light(): void {
    this.#sun.castShadow = true
    this.#sun.shadow.mapSize = new Vector2(1024, 1024)
    this.#sun.shadow.radius = 5
    this.#sun.shadow.bias = -0.0006
    this.#sun.shadow.normalBias = 0.15
    Object.assign(this.#sun.shadow.camera, {
      left: -180,
      right: 180,
      top: 190,
      bottom: -180,
      near: 60,
      far: 700,
    })
    this.#scene.add(this.#sun, this.#fill, this.#ambient)
  }
}
