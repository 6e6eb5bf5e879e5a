/** Sharing a local game: upload to a server, or a link that contains it. */

import { t } from '../lib/i18n.svelte'
import { link } from '../lib/router.svelte'
import { someone } from '../lib/session.svelte'
import { toast } from '../lib/toasts.svelte'
import { local } from '../local/client'
import { isLocal } from '../local/ids'
import { store } from '../local/storage/store'
import { server, unreached } from '../net/backend'
import type { MatchInfo, MatchState, NewSeat } from '../wire.gen'

/** Where a game that is over was put on the server; null: it was not, as far as we know. */
export async function onlineAs({ id }: MatchInfo): Promise<string | null> {
  return (await store.match(id).catch(() => null))?.online ?? null
}

/** The match on the server in which a game goes on with somebody else; null: in none. */
export async function continuedAs({ id }: MatchInfo): Promise<string | null> {
  return (await store.match(id).catch(() => null))?.continued ?? null
}

/** Put a game that is over on the server, to be replayed, analysed and shared; its name there. */
export async function putOnline({ id }: MatchInfo): Promise<string> {
  await someone()
  const { match } = await server.upload(await local.record(id, 'text'))
  await store.note(id, { online: match.id })
  return match.id
}

/** Open a record: on the server, or here where there is none. */
export async function uploadAnywhere(record: string): Promise<MatchState> {
  try {
    await someone()
    return await server.upload(record)
  } catch (error) {
    if (!unreached(error)) throw error
    return await local.upload(record)
  }
}

/** Go on with somebody else, from where a game stands; the address of the match on the server. */
export async function goOnOnline(info: MatchInfo): Promise<string> {
  const { view } = await local.match(info.id)
  await someone()
  const mine = info.you.includes(info.to_move ?? 0) ? info.to_move : info.you[0]
  const { match } = await server.create({
    game: info.game,
    options: info.options,
    position: view.position,
    seats: info.seats.map(({ seat }): NewSeat => ({ kind: seat === mine ? 'me' : 'open' })),
  })
  await store.note(info.id, { continued: match.id })
  return `/match/${match.id}`
}

/** What is told about a game with its address. */
export interface Sharing {
  readonly page: string // where a server shows it
  readonly text?: string // how it ended
  readonly analysed?: boolean
}

/** Send a game to somebody: by what the device offers, or to be pasted. */
export async function share(id: string, what: Sharing): Promise<void> {
  const url = await addressFor(id, what)
  try {
    await handOver(url, what.text)
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) toast(url)
  }
}

async function handOver(url: string, text?: string): Promise<void> {
  if (navigator.share)
    return await navigator.share({ title: 'Ludothek', url, ...(text && { text }) })
  await navigator.clipboard.writeText(text ? `${text}\n${url}` : url)
  toast(t('invite.copied'))
}

/** Where anybody can open it: what only this browser has is in the address itself. */
async function addressFor(id: string, { page, analysed = false }: Sharing): Promise<string> {
  return isLocal(id) ? linkOf(await local.record(id, 'text'), analysed) : page
}

const MARK = '#game='

/** A link that holds a whole game, perhaps to be shown with what a computer says about it. */
export async function linkOf(record: string, analysed = false): Promise<string> {
  const packed = new Blob([record]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer())
  const text = btoa(String.fromCharCode(...bytes))
  const safe = text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  const page = analysed ? '/records?analysis' : '/records'
  return new URL(link(page) + MARK + safe, location.origin).href
}

/** The record in the part of an address behind #; null: there is none that can be read. */
export async function recordIn(hash: string): Promise<string | null> {
  if (!hash.startsWith(MARK)) return null
  try {
    const text = atob(hash.slice(MARK.length).replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(text, (letter) => letter.codePointAt(0)!)
    const record = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
    return await new Response(record).text()
  } catch {
    return null
  }
}
