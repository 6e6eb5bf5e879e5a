/** Drafts: a turn that is tried out but not sent, stored so that a reload keeps it. */

import { kept, keptForTab, type Texts } from '../lib/browser-storage'
import { isLocal } from '../local/ids'

export interface Drafts {
  keep(ply: number, decisions: readonly string[]): void
  at(ply: number): string[] // what was tried there; empty if nothing was
}

/** A local match is nowhere else: its drafts outlive the tab. */
function storeOf(match: string): Texts {
  return isLocal(match) ? kept : keptForTab
}

export function draftsOf(match: string, store: Texts = storeOf(match)): Drafts {
  const key = `turn ${match}`
  return {
    keep(ply, decisions) {
      if (decisions.length) store.setItem(key, JSON.stringify([ply, ...decisions]))
      else store.removeItem(key)
    },
    at(ply) {
      const [when, ...decisions] = JSON.parse(store.getItem(key) ?? '[]') as [number?, ...string[]]
      return when === ply ? decisions : []
    },
  }
}
