/** A game as a record: the project's text form, in its one canonical way (docs/records.md). */

import { play, start, turnBegins, USUAL, VERSION } from './rules'
import type { Options, State } from './types'

const WIDTH = 100 // of a line of decisions

export interface Played {
  readonly names: readonly string[]
  readonly options: Options
  readonly rules?: number // the version it was begun with; today's, if it does not say
  readonly texts: readonly string[]
  readonly date: string // as 2025-12-31
}

export function recordOf({ names, options, rules = VERSION, texts, date }: Played): string {
  const states = walked({ names, options, rules, texts })
  const { outcome } = states.at(-1)!
  const winners = outcome ? `${outcome.winners.map((seat) => `p${seat}`).join('')}win` : null
  const all = { ...USUAL, ...options }
  return [
    'Game: splash',
    `Rules: ${rules}`,
    `Options: ${Object.keys(USUAL).map((name) => `${name}=${all[name]}`)}`,
    ...names.map((name, i) => `p${i + 1}: ${name}`),
    `Date: ${date}`,
    `Result: ${outcome ? `${winners} ${outcome.reason}` : 'unfinished'}`,
    '',
    ...filled([...numbered(texts, states), winners ?? 'unfinished']),
    '',
  ].join('\n')
}

/** All states on the way; the first one is the start. */
export function walked({ names, options, rules, texts }: Omit<Played, 'date'>): State[] {
  const states = [start(names.length, options, rules)]
  for (const text of texts) states.push(play(states.at(-1)!, text))
  return states
}

function numbered(texts: readonly string[], states: readonly State[]): string[] {
  let turn = 0
  return texts.map((text, i) => {
    const begins = i === 0 || turnBegins(states[i]!)
    if (begins) turn++
    return begins ? `${turn}. ${text}` : text
  })
}

function filled(words: readonly string[]): string[] {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > WIDTH) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
