// Keeps one version of the page, whole: its files stay until a newer version takes over, which
// waits until it is told to, or until no page of the old one is open.
const VERSION = 'development' // the build writes what all files together hash to
const SHELL = './' // the beginning of the page, for each of its addresses
const LIST = 'offline.json'
const AT_ONCE = 4 // files that are fetched at the same time
const base = new URL('./', self.location.href)
const OURS = `ludothek-${base.pathname}-` // a host may have several
const CACHE = OURS + VERSION

self.addEventListener('install', (event) => event.waitUntil(keepShell().then(keepAsBefore)))

async function keepShell() {
  const cache = await caches.open(CACHE)
  const { shell } = await fetched(LIST).then((answer) => {
    void cache.put(address(LIST), answer.clone())
    return answer.json()
  })
  await Promise.all([SHELL, ...shell].map((name) => keep(cache, name)))
}

/**
 * What earlier versions have kept is kept of this one, too, before it can take over: whoever goes
 * offline then misses nothing. A build names the same part with another hash.
 */
async function keepAsBefore() {
  const { cache, files } = await listed()
  const before = await keptBefore()
  const wanted = files.filter(({ name }) => before.all || before.parts.has(part(name)))
  await keepAll(cache, wanted)
}

/** The parts of the page that earlier versions have kept, and whether one has kept all. */
async function keptBefore() {
  const parts = new Set()
  let all = false
  for (const name of await earlier()) {
    const cache = await caches.open(name)
    const urls = new Set((await cache.keys()).map(({ url }) => url))
    for (const url of urls) parts.add(part(url.slice(base.href.length)))
    const { files } = (await (await cache.match(address(LIST)))?.json()) ?? { files: [] }
    all ||= files.length > 0 && files.every((file) => urls.has(address(file.name)))
  }
  return { parts, all }
}

/** A name without the hashes of its build. */
function part(name) {
  return name.replaceAll(/-[\w-]{8}(?=[./])/g, '')
}

async function earlier() {
  const names = await caches.keys()
  return names.filter((name) => name.startsWith(OURS) && name !== CACHE)
}

self.addEventListener('activate', (event) => {
  const forget = async () => {
    await Promise.all((await earlier()).map((name) => caches.delete(name)))
    await self.clients.claim()
  }
  event.waitUntil(forget())
})

const ORDERS = { fill, opened, status, 'take-over': () => self.skipWaiting() }

self.addEventListener('message', (event) => {
  const order = ORDERS[event.data?.type]
  const port = event.ports[0]
  if (!order) return
  const tell = (news) => port?.postMessage(news)
  const done = order(tell, event.data).catch((error) =>
    tell({ type: 'failed', why: String(error) }),
  )
  event.waitUntil(done)
})

/** Every file with its bytes, and whether it is kept. */
async function listed() {
  const cache = await caches.open(CACHE)
  const { files } = await (await cache.match(address(LIST))).json()
  const kept = new Set((await cache.keys()).map(({ url }) => url))
  return { cache, files: files.map((file) => ({ ...file, kept: kept.has(address(file.name)) })) }
}

async function status(tell) {
  const { files } = await listed()
  tell(standing(files))
}

function standing(files) {
  const sum = (some) => some.reduce((bytes, file) => bytes + file.sent, 0)
  const missing = files.some(({ kept }) => !kept)
  const type = missing ? 'partial' : 'ready'
  return { type, done: sum(files.filter(({ kept }) => kept)), total: sum(files) }
}

/** Fetch what is missing, and tell how far it is. */
async function fill(tell) {
  const { cache, files } = await listed()
  await keepAll(cache, files, () => tell({ ...standing(files), type: 'loading' }))
  tell(standing(files))
}

/** Keep what a page has opened before this worker was there to see it. */
async function opened(tell, { names }) {
  const { cache, files } = await listed()
  await keepAll(
    cache,
    files.filter(({ name }) => names.includes(name)),
  )
  tell(standing(files))
}

/** Keep those files that are missing, a few at a time. */
async function keepAll(cache, files, kept = () => {}) {
  const waiting = files.filter((file) => !file.kept)
  const work = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      await keep(cache, file.name, file.hash)
      file.kept = true
      kept()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** Keep a file: from an earlier version if its name says that it is the same, or fetched anew. */
async function keep(cache, name, hash) {
  const known = name.startsWith('assets/') && (await caches.match(address(name)))
  const answer = known || (await fetched(name))
  if (hash && (await hashOf(answer.clone())) !== hash) throw new Error(`${name} has changed`)
  await cache.put(address(name), answer)
}

async function hashOf(answer) {
  const digest = await crypto.subtle.digest('SHA-256', await answer.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function fetched(name) {
  const answer = await fetch(address(name), { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
  return answer
}

function address(name) {
  return new URL(name, base).href
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(backTo(event.notification.data.address))
})

/** To the tab that a notification came from, or to a new one. */
async function backTo(wanted) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find(({ url }) => url === wanted)
  await (tab ? tab.focus() : self.clients.openWindow(wanted))
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  const path = pathname.slice(base.pathname.length)
  if (request.method !== 'GET' || origin !== base.origin || serverOnly(path)) return
  if (request.mode === 'navigate') event.respondWith(shell(request))
  else event.respondWith(keptOrFetched(request, path))
})

/** What the server alone answers: it is no page of ours and is not kept. */
function serverOnly(path) {
  return /^(api\/|docs|healthz|readyz|metrics)/.test(path)
}

/** The beginning of the page of this version, which names its files from any address. */
async function shell(request) {
  const answer = await (await caches.open(CACHE)).match(address(SHELL))
  if (!answer) return await fetch(request)
  const headers = new Headers(answer.headers)
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
  const text = await answer.text()
  return new Response(text.replaceAll(/="(\.\.?\/)+/g, `="${base.pathname}`), { headers })
}

async function keptOrFetched(request, path) {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request.url)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok && path.startsWith('assets/')) await cache.put(request.url, answer.clone())
  return answer
}
