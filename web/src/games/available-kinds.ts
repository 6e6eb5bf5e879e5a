/** The kinds of legal decisions, sorted and joined into one key of a message. */

import type { Decision } from '../board/types'

export function availableKinds(legal: readonly Decision[]): string {
  return [...new Set(legal.map(({ kind }) => kind))].sort().join('-')
}
