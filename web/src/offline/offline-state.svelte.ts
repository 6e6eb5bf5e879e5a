/** Offline use: how much of the page is stored, and whether a new version waits. */

import { BASE } from '../lib/base'
import { settings } from '../lib/settings.svelte'

export interface Pack {
  readonly state: 'none' | 'partial' | 'loading' | 'ready' | 'failed'
  readonly done: number // bytes, compressed
  readonly total: number
}

interface News {
  readonly type: 'partial' | 'loading' | 'ready' | 'failed'
  readonly done?: number
  readonly total?: number
}

const SOON = 1500 // milliseconds: what is being looked at comes first

let pack: Pack = $state.raw({ state: 'none', done: 0, total: 0 })
let newer: ServiceWorker | null = $state.raw(null)
let tell = () => {}
const told = new Promise<void>((resolve) => (tell = resolve)) // how much is kept

/** How much is kept. */
export function offlinePack(): Pack {
  return pack
}

/** Is everything kept? On a first visit it cannot be; else it takes a moment to be known. */
export async function packReady(): Promise<boolean> {
  if (!navigator.serviceWorker?.controller) return false
  await told
  return pack.state === 'ready'
}

/** Is a newer version of the page here, and waiting? */
export function updateWaits(): boolean {
  return newer !== null
}

/** What somebody wants, or else what their browser asks for: whoever saves data decides alone. */
export function wanted(): 'everything' | 'opened' {
  return settings.pack ?? (savesData() ? 'opened' : 'everything')
}

/** Register the worker, and fetch everything in the background if that is wanted. */
export async function keepForOffline(): Promise<void> {
  const active = await registered()
  if (active) await order(active, 'status')
  tell()
  if (!active) return
  if (wanted() === 'everything') setTimeout(() => void fill(), SOON)
  else await order(active, 'opened', opened())
}

/** The worker; null where the browser keeps nothing: the page works as long as it is online. */
async function registered(): Promise<ServiceWorker | null> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return null
  const registration = await navigator.serviceWorker.register(`${BASE}sw.js`).catch(() => null)
  if (!registration) return null
  watch(registration)
  return (await navigator.serviceWorker.ready).active
}

/** Fetch what is missing. */
export async function fill(): Promise<void> {
  if (!('serviceWorker' in navigator) || pack.state === 'ready' || pack.state === 'loading') return
  const { active } = await navigator.serviceWorker.ready
  if (active) await order(active, 'fill')
}

/** Let the newer version take over, in every tab: they begin anew. */
export function update(): void {
  newer?.postMessage({ type: 'take-over' })
}

function watch(registration: ServiceWorkerRegistration): void {
  beginAnew()
  const look = () => (newer = navigator.serviceWorker.controller ? registration.waiting : null)
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look)
  })
  look()
}

/** When another version has taken over, this one's files are gone; what is played is stored. */
function beginAnew(): void {
  const { serviceWorker } = navigator
  if (serviceWorker.controller)
    serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
}

/** Tell the worker to do something, and take in what it says until it has ended. */
async function order(
  worker: ServiceWorker,
  type: 'fill' | 'opened' | 'status',
  names: readonly string[] = [],
): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  await new Promise<void>((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<News>) => {
      const { done = pack.done, total = pack.total } = data
      pack = { state: data.type, done, total }
      if (data.type !== 'loading') resolve()
    })
    port1.start()
    worker.postMessage({ type, names }, [port2])
  })
}

/** The files that this page has loaded. */
function opened(): string[] {
  const folder = new URL(BASE, location.origin).href
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const loaded = entries.filter(({ responseStatus }) => responseStatus !== 0) // 0: it failed
  const urls = loaded.map(({ name }) => name)
  return urls.filter((url) => url.startsWith(folder)).map((url) => url.slice(folder.length))
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData ?? false
}
