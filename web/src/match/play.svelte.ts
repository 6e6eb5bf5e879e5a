/** A live match on the page: follows it, tries decisions out, and sends finished turns. */

import { Stage } from '../board/stage.svelte'
import type { Decision, GameEvent, View } from '../board/types'
import type { Known } from '../games/load-board'
import { Refusal } from '../net/api'
import type { Channel } from '../net/backend'
import type {
  Act,
  ClientMessage,
  Happened,
  MatchInfo,
  Problem,
  ServerMessage,
  Tried,
  Update,
} from '../wire.gen'
import { draftsOf } from './unsent-turn'
import { pastOf } from './history'

export type Command = Act['command']
export type Confirm = 'always' | 'several' | 'never'

export interface Hooks {
  confirm(): Confirm
  speed(): number
  pause?(): number // milliseconds before what others did is shown
  turned(view: View): number // how the board lies for these eyes
  onEvents(events: readonly GameEvent[]): void
  onSound(
    sound: Parameters<NonNullable<Stage['ears']['moved']>>[0] | 'turn' | 'over' | 'refused',
  ): void
}

const AIMED = 90 // milliseconds a pointer rests before the server is asked

export class Play {
  info: MatchInfo | null = $state.raw(null)
  view: View | null = $state.raw(null) // as the server told it
  stage: Stage | null = $state.raw(null) // null: the game shows a table of its own
  tried: readonly string[] = $state.raw([]) // decisions that are not sent yet
  moves: readonly Happened[] = $state.raw([]) // all decisions that are known
  problem: Problem | null = $state.raw(null) // why the last try was refused
  gone: Problem | null = $state.raw(null) // why there is nothing to see
  sending = $state(false)
  clockRead = $state(0) // when the clocks were told, on our own clock

  readonly mine = $derived(this.#isMine())
  readonly finished = $derived(this.tried.length > 0 && this.#turnIsOver())

  #ref = 0
  #questions = new Map<
    number,
    { question: ClientMessage; answer: (message: ServerMessage) => void }
  >()
  #resets = 0 // how often the board was brought to where the match is
  #acts: Act[] = []
  #recalling = false
  #aimed: Decision | null = null // the last one somebody pointed at
  #hang: () => void

  constructor(
    readonly id: string,
    readonly line: Channel,
    readonly load: (game: string) => Promise<Known | null>,
    readonly hooks: Hooks,
    readonly past: (id: string) => Promise<Happened[]> = pastOf,
    readonly drafts = draftsOf(id),
  ) {
    this.#hang = line.listen((message) => this.#heard(message))
  }

  close(): void {
    this.#hang()
    this.line.send({ type: 'unwatch', match: this.id })
  }

  /** A decision was chosen on the board: see where it leads. */
  async choose(decision: Decision): Promise<void> {
    this.problem = null
    const [resets, stage] = [this.#resets, this.stage!]
    stage.active = false // until we know where this leads
    const turn = [...this.tried, decision.text]
    this.drafts.keep(this.info!.ply, turn)
    const answer = await this.#preview(turn)
    if (resets !== this.#resets) return
    if (!answer) {
      this.#try(this.tried)
      stage.active = true
      return
    }
    this.#try(turn)
    stage.tried = answer.happened.flatMap(({ events }) => events)
    const events = answer.happened.at(-1)?.events ?? []
    void this.#animate(events, answer.view as View)
    if (this.finished && !this.#mustConfirm()) this.confirm()
  }

  /** Ask why something is not possible. */
  async ask(decision: string | null): Promise<void> {
    if (decision === null) return
    this.hooks.onSound('refused')
    await this.#preview([...this.tried, decision])
  }

  /** Somebody points at a decision: show what it would do. */
  async foresee(decision: Decision): Promise<void> {
    const stage = this.stage!
    const { view, choosing } = stage
    this.#aimed = decision
    await new Promise((resolve) => setTimeout(resolve, AIMED))
    if (this.#aimed !== decision) return
    const answer = await this.#preview([...this.tried, decision.text], true)
    if (!answer || this.#aimed !== decision) return
    if (stage.view !== view || stage.choosing !== choosing) return
    const events = (answer.happened.at(-1)?.events ?? []) as GameEvent[]
    stage.foreseen = { decision, events, view: answer.view as View }
  }

  /** Take the last tried decision back. */
  async takeBack(): Promise<void> {
    const [resets, left] = [this.#resets, this.tried.slice(0, -1)]
    const answer = left.length ? await this.#preview(left) : null
    if ((left.length && !answer) || resets !== this.#resets) return
    this.#try(left)
    this.problem = null
    this.#show((answer?.view as View | undefined) ?? this.view!)
    if (this.stage) this.stage.tried = (answer?.happened ?? []).flatMap(({ events }) => events)
  }

  /** Take the whole tried turn back. */
  takeAllBack(): void {
    this.#try([])
    this.problem = null
    this.#show(this.view!)
  }

  /** Send the tried turn. */
  confirm(): void {
    this.act({ type: 'decide', ply: this.info!.ply, decisions: [...this.tried] })
  }

  /** Do something in the match; it is sent again until the server has answered. */
  act(command: Command): void {
    if (command.type === 'decide') command = { ...command, seq: this.info?.seq ?? null }
    const act: Act = { type: 'act', ref: ++this.#ref, match: this.id, command }
    this.#acts.push(act)
    this.sending = true
    this.line.send(act)
  }

  #heard(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.#watch(this.info?.seq ?? null)
        for (const { question } of this.#questions.values()) this.line.send(question)
        return this.#acts.forEach((act) => this.line.send(act))
      case 'match':
        if (message.match.id !== this.id) return
        this.gone = null // it is there again
        return void this.#updated(message)
      case 'presence':
        return message.match === this.id
          ? this.#present(message.online, message.watchers)
          : undefined
      case 'gone':
        if (message.match === this.id) this.gone = message.problem
        return
      case 'done':
      case 'previewed':
      case 'refused':
        return this.#answered(message)
    }
  }

  #watch(after: number | null): void {
    this.line.send({ type: 'watch', match: this.id, after })
  }

  #answered(message: ServerMessage & { ref: number | null }): void {
    const ref = message.ref ?? -1
    this.#questions.get(ref)?.answer(message)
    this.#questions.delete(ref)
    const act = this.#acts.find((each) => each.ref === ref)
    if (!act) return
    this.#acts = this.#acts.filter((each) => each !== act)
    this.sending = this.#acts.length > 0
    if (message.type !== 'refused') return
    if (act.command.type === 'decide') this.takeAllBack()
    this.problem = message.problem
    this.hooks.onSound('refused')
  }

  async #updated({ since, match, view, happened }: Update): Promise<void> {
    const known = this.info?.seq ?? null
    if (known !== null && match.seq < known) return
    if (since !== null && since !== known) return this.#watch(known)
    const over = match.result && this.info && !this.info.result
    const moved = match.ply !== this.info?.ply || match.status !== this.info.status
    this.info = match
    this.clockRead = performance.now()
    if (since === null) this.moves = happened.length ? happened : this.moves.slice(0, match.ply)
    else
      this.moves = [
        ...this.moves.filter(({ ply }) => ply < match.ply - happened.length),
        ...happened,
      ]
    if (moved || !this.view || since === null) await this.#board(view as View, happened, since)
    else this.view = view as View
    if (this.moves.length < match.ply) void this.#recall()
    if (over) this.hooks.onSound('over')
    if (over && !happened.length) this.hooks.onEvents([]) // given up, or out of time
  }

  /** Learn what was decided before we came, or while we were away for long. */
  async #recall(): Promise<void> {
    if (this.#recalling) return
    this.#recalling = true
    const all = await this.past(this.id).catch(unreached)
    this.#recalling = false
    if (!all) return
    const since = this.moves.filter(({ ply }) => ply >= all.length)
    this.moves = [...all.slice(0, this.info!.ply), ...since]
    if (!this.tried.length) this.stage?.mark(lastTurn(this.moves))
  }

  /** Bring the board to where the match is; what was tried here need not be shown again. */
  async #board(view: View, happened: readonly Happened[], since: number | null): Promise<void> {
    const shown = this.tried.every((text, i) => happened[i]?.decision === text)
      ? this.tried.length
      : 0
    this.view = view
    this.#resets++
    if (happened.length) this.problem = null
    const draft = since === null && !this.sending ? this.drafts.at(this.info!.ply) : []
    const known = since === null && !this.tried.length && !draft.length
    if (!this.stage) this.stage = await this.#stage(view)
    else if (known && this.stage.active && this.stage.view.position === view.position) {
      // told again what is shown already: what somebody has begun to touch stays touched
    } else if (since === null || shown < this.tried.length) this.#show(view)
    else
      void this.#animate(
        happened.slice(shown).flatMap(({ events }) => events),
        view,
        happened.slice(shown).some(({ seat }) => !this.info!.you.includes(seat)),
      )
    this.#try([])
    this.stage?.mark(lastTurn(this.moves))
    if (draft.length) void this.#tryAgain(draft)
    if (happened.length) this.hooks.onEvents(happened.flatMap(({ events }) => events))
    if (happened.length && this.mine) this.hooks.onSound('turn')
  }

  #try(decisions: readonly string[]): void {
    this.tried = decisions
    if (this.stage && !decisions.length) this.stage.tried = []
    this.drafts.keep(this.info!.ply, decisions)
  }

  /** What had been tried before the page was loaded again, or the line was lost. */
  async #tryAgain(draft: string[]): Promise<void> {
    const [resets, view, stage] = [this.#resets, this.view, this.stage]
    if (!view || !stage) return
    stage.active = false // until it is there again
    this.drafts.keep(this.info!.ply, draft)
    const answer = await this.#preview(draft)
    if (resets !== this.#resets) return
    if (!answer) {
      stage.active = touchable(view)
      return
    }
    this.#try(draft)
    stage.tried = answer.happened.flatMap(({ events }) => events)
    this.#show(answer.view as View)
    stage.active &&= !this.finished
    if (this.finished && !this.#mustConfirm()) this.confirm()
  }

  async #stage(view: View): Promise<Stage | null> {
    const known = await this.load(view.game)
    if (!known) return null
    const stage = new Stage(
      known.table,
      view,
      {
        chosen: (decision) => void this.choose(decision),
        refused: (_, guess) => void this.ask(guess),
        moved: (how) => this.hooks.onSound(how),
        aimed: (decision) => void this.foresee(decision),
      },
      () => this.hooks.speed(),
    )
    stage.turned = this.hooks.turned(view)
    stage.active = touchable(view)
    return stage
  }

  #show(view: View): void {
    const { stage } = this
    if (!stage) return
    stage.show(view)
    stage.active = touchable(view)
    stage.turned = this.hooks.turned(this.view!)
  }

  async #animate(events: readonly GameEvent[], view: View, others = false): Promise<void> {
    const stage = this.stage!
    stage.active = false
    await stage.follow(events, view, others ? (this.hooks.pause?.() ?? 0) : 0)
    if (stage.view !== view) return
    stage.active = touchable(view) && !this.finished
    stage.turned = this.hooks.turned(this.view!)
  }

  async #preview(decisions: string[], quiet = false): Promise<Tried | null> {
    const ref = ++this.#ref
    const question = {
      type: 'preview' as const,
      ref,
      match: this.id,
      ply: this.info!.ply,
      decisions,
    }
    if (!this.line.send(question)) return null
    const message = await new Promise<ServerMessage>((answer) =>
      this.#questions.set(ref, { question, answer }),
    )
    if (message.type === 'previewed') return message.tried
    if (message.type === 'refused' && !quiet) this.problem = message.problem
    return null
  }

  #present(online: number[], watchers: number): void {
    if (!this.info) return
    const seats = this.info.seats.map((seat) => ({
      ...seat,
      online: seat.kind === 'computer' || online.includes(seat.seat),
    }))
    this.info = { ...this.info, seats, watchers }
  }

  #isMine(): boolean {
    const { info } = this
    return info?.status === 'playing' && info.you.includes(info.to_move ?? 0)
  }

  #turnIsOver(): boolean {
    const view = this.stage?.view
    if (!view || !this.view) return false
    if (view.picture?.placing) return true // from here on the table decides
    return view.turn_begins || view.to_move !== this.view.to_move || view.outcome !== null
  }

  /** Whether the tried turn would end the match without winning it. */
  #endsBadly(): boolean {
    const winners = this.stage?.view.outcome?.winners
    return winners !== undefined && !winners.includes(this.view!.to_move)
  }

  #mustConfirm(): boolean {
    if (this.#endsBadly()) return true
    const wish = this.hooks.confirm()
    return wish === 'always' || (wish === 'several' && this.tried.length > 1)
  }
}

/** Whether a decision can be touched: one that a simulated table does not take. */
function touchable(view: View): boolean {
  return view.legal.length > 0 && !view.picture?.placing
}

/** The list of decisions can wait for a better line. */
function unreached(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}

/**
 * What happened in the last turn, back to where it began; whoever answered in the turn before it
 * did that, too (Repulso).
 */
export function lastTurn(moves: readonly Happened[]): GameEvent[] {
  let start = moves.length - 1
  while (start > 0 && !endsTurn(moves[start - 1]!)) start--
  start = answerBefore(moves, start)
  return moves.slice(Math.max(start, 0)).flatMap(({ events }) => events) as GameEvent[]
}

/** Where the answer began with which the seat that moves at `start` ended another one's turn. */
function answerBefore(moves: readonly Happened[], start: number): number {
  const own = (at: number) => at > 0 && moves[at - 1]!.seat === moves[start]!.seat
  let at = start
  while (own(at) && (at === start || !endsTurn(moves[at - 1]!))) at--
  return at > 0 && !endsTurn(moves[at - 1]!) ? at : start
}

/** Whether a decision was the last of its turn. */
export function endsTurn({ events }: Happened): boolean {
  return events.some(({ event }) => event === 'turn')
}
