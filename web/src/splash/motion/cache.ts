/** A cache of layouts and motions of a match. */

import { Refusal } from '../../net/api'
import { backendOf } from '../../net/backend'
import type { Layout, Motion } from './motion'
import type { Pose } from '../geometry/space'

const kept = new Map<string, Promise<unknown>>()

/** How the pieces moved in a placement; null where that cannot be had. */
export function motionOf(match: string, number: number): Promise<Motion | null> {
  return cached(`${match} motion ${number}`, async () => {
    return (await backendOf(match).motion(match, number)) as unknown as Motion
  })
}

/** Where everything lies at a ply; null where nobody knows. */
export async function restAt(match: string, ply: number): Promise<Layout | null> {
  const table = await cached(`${match} rest ${ply}`, () => backendOf(match).table(match, ply))
  return table && new Map(Object.entries(table.poses) as unknown as [string, Pose][])
}

async function cached<T>(name: string, ask: () => Promise<T>): Promise<T | null> {
  const answering = (kept.get(name) as Promise<T | null> | undefined) ?? granted(ask())
  kept.set(name, answering)
  const answer = await answering
  if (!answer) kept.delete(name) // so that it can be tried again
  return answer
}

/** Without a line the table is laid out tidily. */
async function granted<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return null
  }
}
