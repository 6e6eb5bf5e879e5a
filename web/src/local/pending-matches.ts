/** Local matches that were requested and are not stored yet, so that they survive a closed tab. */

import { kept } from '../lib/browser-storage'
import type { MatchSummary } from '../wire.gen'
import { listed, type Start } from './first-view'
import { BEGUN as PREFIX } from './storage/texts'

export function keepBegun(wish: Start): void {
  kept.setItem(PREFIX + wish.id, JSON.stringify(wish))
}

export function begun(id: string): Start | null {
  const text = kept.getItem(PREFIX + id)
  return text === null ? null : (JSON.parse(text) as Start)
}

export function forgetBegun(id: string): void {
  kept.removeItem(PREFIX + id)
}

/** How they stand in a list; Python makes them when they are looked at. */
export function listedBegun(): MatchSummary[] {
  const ids = kept
    .keys()
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length))
  return ids
    .map(begun)
    .filter((wish) => wish !== null)
    .map(listed)
}
