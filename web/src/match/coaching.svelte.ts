/** The coach's state in a match: the topic of each turn, and the topics covered so far. */

import type { Decision, View } from '../board/types'
import type { Topic } from '../learn/content'
import { change, settings } from '../lib/settings.svelte'
import { backendOf } from '../net/backend'
import type { Evaluation, Happened, MatchInfo } from '../wire.gen'
import { advice } from './hint'
import {
  fitting,
  leastValue,
  reasonOf,
  recallable,
  roughValue,
  topicAt,
  wanted,
  type Reason,
} from './coach'
import { pressing } from './tips'

const EARLIER = -1 // the ply of what was taught in an earlier game
const TRIES = 120 // positions looked at for a turn that shows a rule

export class Coaching {
  topic: Topic | null = $state.raw(null) // what this turn teaches
  number = $state(0) // of the topic, counted from 1
  of = $state(0) // topics in all
  line: readonly string[] = $state.raw([]) // the suggested turn, decision by decision
  reason: Reason | null = $state.raw(null)
  spot: Evaluation['spot'] = $state.raw(null) // where a piece would be set down (Splash!)
  thinking = $state(false)
  tips = $state(0) // turns since everything was taught
  recall: readonly number[] | null = $state.raw(null) // points that play has just shown first
  now: Reason | null = $state.raw(null) // advice that the position calls for
  #ply = -1
  #leaving = new AbortController()

  constructor(
    readonly match: string,
    readonly topics: (game: string) => Promise<readonly Topic[]>,
    readonly ask: typeof advice = advice,
  ) {}

  /** Whether it is the first turn: then the goal is told. */
  get opening(): boolean {
    return this.number <= 1 && !this.tips
  }

  close(): void {
    this.#leaving.abort()
  }

  /** Whether this match is coached. */
  coaches({ game, id, result }: MatchInfo): boolean {
    return !result && settings.coached[game]?.match === id
  }

  /** From now on without a coach. */
  dismiss({ game }: MatchInfo): void {
    change({ coached: { ...settings.coached, [game]: { match: '', taught: {} } } })
  }

  /** What was not taught when a game ended is taught in the next one. */
  async carryOn({ game, id, next }: MatchInfo): Promise<void> {
    const coached = settings.coached[game]
    if (!next || coached?.match !== id) return
    const topics = await this.topics(game)
    if (topicAt(topics, coached.taught, NaN, undefined) === null) return
    const taught = Object.fromEntries(Object.keys(coached.taught).map((at) => [at, EARLIER]))
    change({ coached: { ...settings.coached, [game]: { match: next, taught } } })
  }

  /** It is the learner's turn: what does it teach, what would be good, and why? */
  async look(info: MatchInfo, view: View, moves: readonly Happened[] = []): Promise<void> {
    if (this.#ply === info.ply) return
    const since = this.#ply < 0 ? info.ply : this.#ply
    this.#ply = info.ply
    this.#forget()
    const topics = await this.topics(info.game)
    this.of = topics.length
    const { taught } = settings.coached[info.game]!
    if (topicAt(topics, taught, info.ply, undefined) === null) {
      this.tips++
      this.now = pressing(view, view.to_move)
      this.recall = recallable(topics, taught, moves, { since, seat: view.to_move })
      return
    }
    this.thinking = true
    const hint = await this.ask(info.id, this.#leaving.signal)
    const kindOf = (text?: string) => view.legal.find((each) => each.text === text)?.kind
    const due = hint && !hint.spot && !Object.values(taught).includes(info.ply)
    const other = due ? wanted(topics, taught, kindOf(hint.best[0]), view.legal) : []
    const shown = (hint && fitting(hint, other)) ?? (await this.#best(view, other))
    this.thinking = false
    if (this.#ply !== info.ply) return
    if (hint && shown) hint.best = [...shown]
    const kind = kindOf(hint?.best[0])
    this.#teach(topics, info, kind ?? (hint?.spot ? 'place' : undefined))
    if (hint) await this.#suggest(view, hint, kind ?? 'place')
  }

  /** Another seat decides: what was said is about a position that is gone. */
  #forget(): void {
    this.topic = null
    this.recall = null
    this.now = null
    this.line = []
    this.reason = null
    this.spot = null
  }

  #teach(topics: readonly Topic[], info: MatchInfo, kind: string | undefined): void {
    const { match, taught } = settings.coached[info.game]!
    const at = topicAt(topics, taught, info.ply, kind)!
    const all = { ...taught, [at]: info.ply }
    change({ coached: { ...settings.coached, [info.game]: { match, taught: all } } })
    this.topic = topics[at]!
    this.number = Object.keys(all).length
  }

  async #suggest(view: View, { best, spot }: Evaluation, kind: string): Promise<void> {
    const [turn, after] = spot ? [best, null] : await this.#own(view, best)
    this.line = turn
    this.spot = spot ?? null
    this.reason = reasonOf(view, after, kind, turn)
  }

  /** The turn that looks best of those that begin with one of these decisions, without harm. */
  async #best(view: View, first: readonly Decision[]): Promise<readonly string[] | null> {
    const { game, seats, options, position, to_move: seat } = view
    let best: { line: readonly string[]; value: number } | null = null
    const lines = first.map(({ text }) => [text])
    for (let tries = 0; lines.length && tries < TRIES; tries++) {
      const line = lines.shift()!
      const trial = { game, seats, options, position, decisions: [...line] }
      const after = (await backendOf(this.match).attempt(trial)).view as View
      const over = after.to_move !== seat || !!after.outcome
      if (over || after.legal.some(({ kind }) => kind === 'stop')) {
        const value = roughValue(after, seat) + (line.length > 1 ? 0.05 : 0)
        if (!best || value > best.value) best = { line, value }
      }
      if (!over) lines.unshift(...after.legal.map(({ text }) => [...line, text]))
    }
    return best && best.value >= leastValue(view, seat) ? best.line : null
  }

  /** As much of a line as the seat to decide does itself, and where that leads. */
  async #own(view: View, best: readonly string[]): Promise<[readonly string[], View | null]> {
    const { game, seats, options, position } = view
    if (!view.legal.some(({ text }) => text === best[0]) || game === 'splash') return [best, null]
    const attempt = (decisions: readonly string[]) =>
      backendOf(this.match).attempt({
        game,
        seats,
        options,
        position,
        decisions: [...decisions],
      })
    const { happened } = await attempt(best)
    const other = happened.findIndex(({ seat }) => seat !== view.to_move)
    const turn = other < 0 ? best : best.slice(0, other)
    return [turn, (await attempt(turn)).view as View]
  }
}
