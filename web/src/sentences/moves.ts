/**
 * What players did, as sentences for people: the list of moves, the line about the last action and
 * what screen readers hear are all made here, from the events of a game.
 */

import type { Arrow, GameEvent, Spot, Table } from '../board/types'
import type { Happened, MatchInfo } from '../wire.gen'
import { has, t, term, w, type Names } from '../lib/i18n.svelte'
import { settings } from '../lib/settings.svelte'
import { counted, events } from './boards'

/** What one seat did in a turn: a few words without a subject, and the decisions they tell of. */
export interface Clause {
  readonly seat: number
  readonly text: string
  readonly moves: readonly Happened[]
}

const QUIET = new Set([
  'turn',
  'eaten',
  'affected',
  'answers',
  'left-alone',
  'boxed',
  'won',
  'drawn',
])

/** The name of a seat's player: a person's, the computer's, or else that of the seat. */
export function nameOf(
  { game, seats, you }: Pick<MatchInfo, 'game' | 'seats' | 'you'>,
  seat: number,
): string {
  const who = seats[seat - 1]
  const ours = term(game, 'seat', seat)
  if (!who || who.kind === 'open') return ours
  if (who.kind === 'computer') {
    const several = seats.filter(({ kind }) => kind === 'computer').length > 1
    return several ? t('seat.machineOf', { seat: ours }) : t('seat.machine')
  }
  const alone = you.length === 1 && you[0] === seat
  const called = givenName(who.name)
  const given = alone && called === t('seat.player', { n: 1 }) ? null : called // nobody's own name
  return given ?? (you.includes(seat) || seats.length > 2 ? ours : t('seat.guest'))
}

const GUEST = 'Guest' // what the server calls somebody who has given no name

export function givenName(name: string | null): string | null {
  return name && name !== GUEST ? name : null
}

/** The names of all seats, for sentences about a match. */
export function namesOf(info: MatchInfo): Names {
  return (seat) => nameOf(info, seat)
}

/** A seat by its colour and the name of its player; in Splash! seats have no colour. */
export function labelOf(info: Pick<MatchInfo, 'game' | 'seats' | 'you'>, seat: number): string {
  const [ours, name] = [term(info.game, 'seat', seat), nameOf(info, seat)]
  const alone = info.you.length === 1 && info.you[0] === seat
  if (info.game === 'splash') return name === ours && alone ? t('seat.yourself') : name
  return name.includes(ours) ? name : `${ours} (${name})`
}

/** Whether places are told: the rings of NEXUS have names for those alone who ask for them. */
export function placesTold(game: string): boolean {
  return game !== 'nexus' || settings.labels
}

/** What one decision did, as a sentence. */
export function deed(info: MatchInfo, move: Happened): string {
  const [names, places] = [namesOf(info), placesTold(info.game)]
  return sentence(info.game, clauses(info.game, [move], { names, places }), names)
}

/** What one decision did, and whether it ended the game, as sentences. */
export function summary(info: MatchInfo, move: Happened): string {
  const [{ game }, names, places] = [info, namesOf(info), placesTold(info.game)]
  const happened = move.events as readonly GameEvent[]
  if (places) return events(game, happened, names).join(' ')
  const ends = happened.filter(({ event }) => event === 'won' || event === 'drawn')
  return [deed(info, move), ...events(game, ends, names)].join(' ').trim()
}

/** What happened in a turn, clause by clause; `merged`: steps of one kind are told together. */
export function clauses(
  game: string,
  turn: readonly Happened[],
  { names, merged = true, places = true }: { names?: Names; merged?: boolean; places?: boolean },
): Clause[] {
  const all: Clause[] = []
  for (const group of merged ? runs(turn, places) : turn.map((move) => [move])) {
    const text = predicate(game, group, places, names)
    if (text) all.push({ seat: group[0]!.seat, text, moves: group })
  }
  return all
}

/** Clauses as sentences: who, and what they did. */
export function sentence(game: string, clauses: readonly Clause[], names?: Names): string {
  const bySeat: { seat: number; texts: string[] }[] = []
  for (const { seat, text } of clauses) {
    if (bySeat.at(-1)?.seat === seat) bySeat.at(-1)!.texts.push(text)
    else bySeat.push({ seat, texts: [text] })
  }
  return bySeat
    .map(({ seat, texts }) => {
      const who = subject(game, seat, names)
      return `${standsAlone(texts[0]!) ? '' : `${who} `}${joined(texts, who)}.`
    })
    .join(' ')
}

/** What one seat did in a row; what has a subject of its own, or says more, ends a sentence. */
function joined(texts: readonly string[], who?: string): string {
  return texts.reduce((before, text, i) => {
    if (standsAlone(text)) return `${before}. ${text}`
    const last = texts[i - 1]!
    const ended = standsAlone(last) || last.includes('. ')
    return ended && who ? `${before}. ${who} ${text}` : `${before}; ${text}`
  })
}

/** Whether a clause has a subject of its own. */
function standsAlone(text: string): boolean {
  return /^\p{Lu}/u.test(text)
}

/** Where decisions happened on a board: arrows from place to place, circles where something came. */
export function pointers(table: Table, moves: readonly Happened[]): Arrow[] {
  const events = moves.flatMap((move) => move.events as readonly GameEvent[])
  return events
    .filter(({ event }) => !QUIET.has(event))
    .flatMap((event) => {
      const { from, to } = event
      if (typeof from === 'string' && typeof to === 'string') return [{ from, to }]
      return table.touched(event).map((at: Spot) => ({ from: at, to: at }))
    })
}

/** Decisions that can be told together: steps of one robot, marbles brought in, rings moved. */
function runs(turn: readonly Happened[], places: boolean): Happened[][] {
  const groups: Happened[][] = []
  for (const move of turn) {
    const last = groups.at(-1)
    if (last && sameKind(last.at(-1)!, move, places)) last.push(move)
    else groups.push([move])
  }
  return groups
}

const MERGED = new Set(['stepped', 'entered', 'lifted', 'laid'])

function sameKind(a: Happened, b: Happened, places: boolean): boolean {
  const [one, other] = [a.events[0]?.event, b.events[0]?.event]
  const countable = MERGED.has(one ?? '') || (one === 'walked' && !places) // whoever walked where
  return a.seat === b.seat && one === other && countable && !extra(a)
}

/** Whether a decision did more than it says itself, as a marble that was brought in and captured. */
function extra({ events }: Happened): boolean {
  return events.slice(1).some(({ event }) => !QUIET.has(event))
}

/** What a run of decisions did, without its subject; empty where nothing is worth telling. */
function predicate(
  game: string,
  group: readonly Happened[],
  places: boolean,
  names?: Names,
): string {
  const { seat, events, decision } = group[0]!
  if (!events.length) return decision
  const head = group.length > 1 ? together(group.map((move) => move.events[0]!)) : events[0]!
  const all = told([head, ...group.at(-1)!.events.slice(1)] as GameEvent[])
  const texts = all.map((event) => clause(game, seat, event, places, names) || decision)
  return texts.length ? joined(texts, subject(game, seat, names)) : ''
}

/** What is worth telling; what a leap costs is told after it. */
function told(events: readonly GameEvent[]): GameEvent[] {
  const all = events.filter(({ event }) => !QUIET.has(event))
  const [first, second, ...others] = all
  const priced = first?.event === 'sacrificed' && second
  return priced ? [second, first, ...others] : all
}

/** Several events of one kind as one: from where the first began, over all that followed. */
function together(events: readonly GameEvent[]): GameEvent {
  const to = events.map((event) => event.to ?? event.from)
  return { ...events[0]!, to, n: events.length }
}

function clause(
  game: string,
  seat: number,
  event: GameEvent,
  places: boolean,
  names?: Names,
): string {
  const brief = `brief.${event.event}`
  const one = 'n' in event ? event : { ...event, n: 1 }
  const many = Array.isArray(one.to)
  const text =
    (many || !places) && has(game, brief)
      ? w(game, brief, one, names)
      : w(game, `events.${event.event}`, counted(game, event), names)
  return withoutSubject(text, subject(game, seat, names))
}

function subject(game: string, seat: number, names?: Names): string {
  return names?.(seat) ?? term(game, 'seat', seat)
}

function withoutSubject(text: string, who: string): string {
  const bare = text.replace(/\.$/, '')
  return bare.startsWith(`${who} `) ? bare.slice(who.length + 1) : bare
}
