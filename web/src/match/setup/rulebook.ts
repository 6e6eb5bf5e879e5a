/** Rulebooks: the options that each presets, and those changed since. */

import type { GameInfo } from '../../wire.gen'

export type Options = Readonly<Record<string, string>>
export type Reading = Pick<GameInfo, 'options' | 'rulebooks'>

/** The options as the rulebook of a language reads them; without a language, as we do. */
export function presetOf({ options, rulebooks }: Reading, language: string | null): Options {
  const own = language === null ? undefined : rulebooks[language]
  if (own) return own
  const names = new Set(Object.values(rulebooks).flatMap((book) => Object.keys(book)))
  const defaults = options.map(({ name, values }) => [name, values[0]!] as const)
  return Object.fromEntries(defaults.filter(([name]) => names.has(name)))
}

/** What a rulebook reads otherwise than we do: names and values of options. */
export function otherwise(about: Reading, language: string | null): [string, string][] {
  const ours = presetOf(about, null)
  return Object.entries(presetOf(about, language)).filter(([name, value]) => ours[name] !== value)
}

/** Whether somebody plays otherwise than the rulebook reads; what is not chosen is the default. */
export function departs(about: Reading, language: string | null, chosen: Options): boolean {
  const ours = presetOf(about, null)
  return Object.entries(presetOf(about, language)).some(
    ([name, value]) => (chosen[name] ?? ours[name]) !== value,
  )
}
