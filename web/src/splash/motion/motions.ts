/** How the pieces of a match lay and moved, asked for once. */

import { served } from '../../lib/base'
import type { TableState } from '../../wire.gen'
import type { Layout, Motion } from './motion'
import type { Pose } from '../geometry/space'

const kept = new Map<string, Promise<unknown>>()

/** How the pieces moved in a placement; null where that cannot be had. */
export function motionOf(match: string, number: number): Promise<Motion | null> {
  return asked<Motion>(served(`api/matches/${match}/motions/${number}`))
}

/** Where everything lies at a ply; null where nobody knows. */
export async function restAt(match: string, ply: number): Promise<Layout | null> {
  const table = await asked<TableState>(served(`api/matches/${match}/table?ply=${ply}`))
  return table && new Map(Object.entries(table.poses) as unknown as [string, Pose][])
}

async function asked<T>(address: string): Promise<T | null> {
  const found = (kept.get(address) as Promise<T | null> | undefined) ?? fetched<T>(address)
  kept.set(address, found)
  const answer = await found
  if (!answer) kept.delete(address) // so that it can be tried again
  return answer
}

async function fetched<T>(address: string): Promise<T | null> {
  const answer = await fetch(address, { credentials: 'include' }).catch(() => null) // without a line the table is laid out tidily
  return answer?.ok ? ((await answer.json()) as T) : null
}
