/** What kinds of decisions are possible, in the order of the alphabet, as one word of a message. */

import type { Decision } from '../board/types'

export function able(legal: readonly Decision[]): string {
  return [...new Set(legal.map(({ kind }) => kind))].sort().join('-')
}
