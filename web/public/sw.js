// Keeps the page for times without a connection. Games themselves need the server.
const KEPT = 'ludothek-1'
const SHELL = ['/', '/theme.js', '/icon.svg', '/manifest.webmanifest']

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(SHELL)))
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  const forget = async () => {
    const names = await caches.keys()
    await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)))
    await self.clients.claim()
  }
  event.waitUntil(forget())
})

self.addEventListener('message', (event) => {
  event.waitUntil(keep(event.data).then((answer) => event.ports[0]?.postMessage(answer)))
})

/** Keep files that a page has loaded, and say whether that worked. */
async function keep(files) {
  try {
    const kept = await caches.open(KEPT)
    const missing = []
    for (const file of files) if (!(await kept.match(file))) missing.push(file)
    await kept.addAll(missing)
    return (await kept.match('/')) ? 'kept' : 'no beginning'
  } catch {
    return 'unreachable'
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || serverOnly(pathname)) return
  if (request.mode === 'navigate') event.respondWith(freshShell(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(keptOrFetched(request))
  else event.respondWith(fetch(request).catch(() => caches.match(request).then(found)))
})

/** What the server alone answers: it is no page of ours and is not kept. */
function serverOnly(pathname) {
  return pathname.startsWith('/api/') || pathname.startsWith('/docs')
}

/** The newest beginning of the page, or the one that was kept. */
async function freshShell(request) {
  try {
    const answer = await fetch(request)
    if (answer.ok) await (await caches.open(KEPT)).put('/', answer.clone())
    return answer
  } catch {
    return found(await caches.match('/'))
  }
}

/** Files with a hash in their name never change. */
async function keptOrFetched(request) {
  const known = await caches.match(request)
  if (known) return known
  const answer = await fetch(request)
  if (answer.ok) await (await caches.open(KEPT)).put(request, answer.clone())
  return answer
}

function found(answer) {
  return answer ?? Response.error()
}
