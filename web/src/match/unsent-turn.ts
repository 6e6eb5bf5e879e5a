/** Drafts: a turn that is tried out but not sent, stored so that a reload keeps it. */

import { kept, keptForTab, type Texts } from '../lib/browser-storage'
import { isLocal } from '../local/ids'
import { DRAFT } from '../local/storage/texts'

export interface Drafts {
  keep(ply: number, decisions: readonly string[]): void
  at(ply: number): string[] // what was tried there; empty if nothing was
  forget(): void
}

/** A local match is nowhere else: its drafts outlive the tab. */
function storeOf(match: string): Texts {
  return isLocal(match) ? kept : keptForTab
}

export function draftsOf(match: string, store: Texts = storeOf(match)): Drafts {
  const key = DRAFT + match
  const forget = () => store.removeItem(key)
  return {
    forget,
    keep(ply, decisions) {
      if (decisions.length) store.setItem(key, JSON.stringify([ply, ...decisions]))
      else forget()
    },
    at(ply) {
      const [when, ...decisions] = JSON.parse(store.getItem(key) ?? '[]') as [number?, ...string[]]
      return when === ply ? decisions : []
    },
  }
}
