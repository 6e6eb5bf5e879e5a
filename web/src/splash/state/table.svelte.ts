/** The state of the table on the page: what is shown, held and falling. */

import type { Happened } from '../../wire.gen'
import { heldPose, balance, straight, takenUp, topOf } from '../geometry/holding'
import { layoutOf, restOf, stacksOf } from '../geometry/layout'
import { between, type Pose } from '../geometry/space'
import { decisive, scattered, Timeline } from '../motion/slow-motion'
import { heard, knocksOf, type Knock } from '../motion/impacts'
import { Course, type Layout, type Motion, type Spot } from '../motion/motion'
import type { SplashView } from '../types'

const AIMING = 650 // milliseconds in which somebody else's piece comes to its place
const LETTING_GO = 420 // in which the hand comes to rest, and the camera nearer
const LEAD = 900 // of a film, before anything happens
const PLACED = /^(stands|falls)/
const BREATH = 350 // after everything rests, before the game goes on

/** Where the match stands, as told. */
export interface News {
  readonly view: SplashView
  readonly ply: number
  readonly motion: number | null // of the last placement
  readonly moves: readonly Happened[] // as far as they are known
}

export interface Wishes {
  speed(): number // 1 is normal, 0 does without movement
  motion(number: number): Promise<Motion | null> // null: it cannot be had
  rest(ply: number): Promise<Layout | null> // where everything lies at a ply
  happened(step: Happened): void // it can be seen now
  knock?(knock: Knock): void // wood strikes wood, as it is seen
  begins?(motion: number): void
  ends?(motion: number): void // it has been seen
  resumes?(motion: number): boolean // whether it had begun before the page was loaded anew
}

export class SplashTable {
  view: SplashView | null = $state.raw(null) // null: nothing is known yet
  ply = $state(0)
  poses: Layout = $state.raw(new Map())
  spot: Spot | null = $state.raw(null) // how the piece in the hand is held
  lift = $state(1) // 1: held clear of the tower, 0: just let go
  moving = $state(false) // something is being shown that has happened already
  frame = $state(0) // of the fall that is being shown
  slow = $state(false) // the decisive moment is being shown
  scattered = $state(false) // what is falling lies far apart by now
  filming = $state(false) // a motion is shown once more, to be kept
  last: Motion | null = $state.raw(null) // the last placement
  falling: Motion | null = $state.raw(null) // what is being shown, from letting go to rest

  readonly top = $derived(topOf(this.view?.board.tower ?? [], this.poses))
  readonly hand = $derived(this.view?.board.hand ?? null)
  readonly held = $derived.by(() => this.#held())
  readonly balance = $derived.by(() =>
    this.view && this.hand && this.spot
      ? balance(this.view.board.tower, this.poses, this.hand.piece, this.spot)
      : null,
  )

  #rest: Layout = new Map()
  #aim = -1 // the ply that will be shown when everything has been
  #queue: Promise<void> = Promise.resolve()
  #run = 0 // counts the jumps
  #hurry = false
  #release: Pose | null = $state.raw(null) // where the hand lets go, once it is seen
  #wake: (() => void) | null = null

  constructor(readonly wishes: Wishes) {}

  /** Bring the table to where the match is; what has just happened is seen happening. */
  follow(news: News): Promise<void> {
    const { ply, moves } = news
    const steps = moves.filter((step) => step.ply >= this.#aim && step.ply < ply)
    const known = this.#aim >= 0 && ply >= this.#aim && steps.length === ply - this.#aim
    this.#aim = ply
    return this.#then(() => (known ? this.#watch(steps, news) : this.#jump(news)))
  }

  /** Show a motion as it happened, over what is known to have lain there. */
  watch(step: Happened, view: SplashView, ply: number): Promise<void> {
    this.#aim = ply
    return this.#then(() =>
      this.#watch([step], { view, ply, motion: step.motion ?? null, moves: [] }),
    )
  }

  /** Show a moment at once; `rest` is where everything lies. */
  show(view: SplashView, ply: number, rest: Layout): void {
    this.#end()
    this.#run++
    this.#aim = ply
    this.#rest = rest
    this.#shown(view, ply)
  }

  /** The same, where it has to be asked what lies where. */
  async jump(view: SplashView, ply: number): Promise<void> {
    this.#end()
    this.#run++
    this.#aim = ply
    await this.#then(() => this.#look(view, ply))
  }

  /** Hold the piece in the hand like this. */
  hold(spot: Spot): void {
    if (this.hand && !this.moving) this.spot = spot
  }

  /** Show a motion once more, from letting go to rest; then everything is as it was. */
  again(motion: Motion): Promise<void> {
    return this.#then(async () => {
      const [poses, spot, rest, run] = [this.poses, this.spot, this.#rest, this.#run]
      this.poses = new Course(motion, new Map()).at(0)
      this.falling = motion
      this.filming = this.moving = true
      await this.#during(LEAD, () => {}, 1)
      await this.#fall(motion, 1)
      this.filming = false
      if (run !== this.#run) return
      this.#rest = rest
      this.poses = poses
      this.spot = spot
    })
  }

  /** Whatever is moving comes to its end now; a film is taken as a whole. */
  skip(): void {
    if (!this.filming) this.#end()
  }

  #end(): void {
    if (!this.moving) return
    this.#hurry = true
    this.#wake?.()
  }

  #then(what: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(what)
    return this.#queue
  }

  async #jump({ view, ply, motion }: News): Promise<void> {
    this.last = motion === null ? null : await this.wishes.motion(motion)
    if (this.last && this.wishes.resumes?.(motion!)) {
      await this.#fall(this.last) // and only then where it has led
      this.wishes.ends?.(motion!)
    }
    await this.#look(view, ply)
  }

  async #watch(steps: readonly Happened[], { view, ply }: News): Promise<void> {
    const run = this.#run
    for (const step of steps) {
      if (typeof step.motion === 'number') await this.#placed(step.motion)
      else if (this.hand && PLACED.test(step.decision)) await this.#lowered()
      if (run !== this.#run) return
      this.wishes.happened(step)
    }
    await this.#look(view, ply)
  }

  /** A placement of which only the outcome is known: the piece is brought to the tower. */
  async #lowered(): Promise<void> {
    this.moving = true
    await this.#aimAt(straight(this.hand!.piece))
    await this.#during(LETTING_GO, (share) => (this.lift = 1 - share))
    this.lift = 1
    this.moving = this.#hurry = false
  }

  async #placed(number: number): Promise<void> {
    this.moving = true
    this.wishes.begins?.(number)
    const motion = await this.wishes.motion(number)
    this.last = motion
    if (motion) {
      await this.#aimAt(motion.spot)
      this.#release = motion.start
      await this.#during(LETTING_GO, (share) => (this.lift = 1 - share))
      await this.#fall(motion)
      this.wishes.ends?.(number) // a page that is left while it asks for the motion ends nothing
    }
    this.moving = false
  }

  /** From letting go to rest, the decisive moments slowly; a calm page has none. */
  async #fall(motion: Motion, least = 0): Promise<void> {
    this.moving = true
    const course = new Course(motion, this.poses)
    const slow = this.wishes.speed() > 0 ? decisive(course) : []
    const time = new Timeline(course.frames, slow)
    const [start, knocks] = [course.at(0), knocksOf(motion)]
    this.falling = motion
    this.spot = this.#release = null
    this.#rest = restOf(motion)
    this.frame = -1
    const show = (share: number) => {
      const [before, at] = [this.frame, time.frameAt(share * time.ms)]
      this.frame = Math.floor(at)
      this.slow = share < 1 && slow.some(({ from, to }) => at >= from && at < to)
      this.poses = course.at(at)
      this.scattered ||= scattered(start, this.poses)
      const knock = heard(knocks, before, this.frame)
      if (knock) this.wishes.knock?.(knock)
    }
    await this.#during(time.ms, show, least)
    await this.#during(motion.stands ? BREATH / 2 : BREATH * 2, () => {}, least)
    this.lift = 1
    this.falling = null
    this.moving = this.slow = this.scattered = false
    this.#hurry = false
  }

  /** Bring the piece to where it was let go, as a hand would. */
  async #aimAt(aim: Spot): Promise<void> {
    const from = this.spot ?? { ...aim, x: 0, y: 0, yaw: 0 }
    const near = Math.hypot(aim.x - from.x, aim.y - from.y) < 0.5 && aim.yaw === from.yaw
    await this.#during(near && aim.face === from.face ? 0 : AIMING, (share) => {
      const ease = share * share * (3 - 2 * share)
      const mix = (a: number, b: number) => a + (b - a) * ease
      this.spot = {
        face: aim.face,
        yaw: mix(from.yaw, aim.yaw),
        x: mix(from.x, aim.x),
        y: mix(from.y, aim.y),
      }
    })
  }

  /** Show where the match is now; what was taken off the tower lets the rest settle anew. */
  async #look(view: SplashView, ply: number): Promise<void> {
    const run = this.#run
    const rest = fits(view, this.#rest) ? this.#rest : await this.wishes.rest(ply)
    if (run !== this.#run) return
    this.#rest = rest ?? this.#rest
    this.#shown(view, ply)
  }

  #shown(view: SplashView, ply: number): void {
    const before = this.hand
    this.view = view
    this.ply = ply
    this.poses = layoutOf(view.board, this.#rest)
    const { hand } = view.board
    const same = before && hand && before.piece === hand.piece && before.seat === hand.seat
    if (!same || !this.spot) this.spot = hand ? takenUp(hand.piece, this.top, ply) : null
  }

  #held(): { piece: string; pose: ReturnType<typeof heldPose> } | null {
    if (!this.hand || !this.spot) return null
    const { piece } = this.hand
    const pose = heldPose(this.top, piece, this.spot, this.top.piece ? 5 : 8)
    return { piece, pose: this.#release ? between(this.#release, pose, this.lift) : pose }
  }

  /** Call `show` frame by frame with the share of the time that has passed. */
  async #during(ms: number, show: (share: number) => void, least = 0): Promise<void> {
    const speed = Math.max(this.wishes.speed(), least)
    const start = performance.now()
    for (;;) {
      const passed = ms <= 0 || speed === 0 || this.#hurry
      const share = passed ? 1 : Math.min(1, ((performance.now() - start) * speed) / ms)
      show(share)
      if (share === 1) return
      await this.#nextFrame()
    }
  }

  #nextFrame(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
      requestAnimationFrame(() => resolve())
    })
  }
}

/** Whether exactly these pieces lie on the table. */
function fits(view: SplashView, rest: Layout): boolean {
  const pieces = stacksOf(view.board).flat()
  return pieces.length === rest.size && pieces.every((piece) => rest.has(piece))
}
