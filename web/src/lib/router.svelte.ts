/** The router: matching addresses, and navigation without reloading. */

import { addressOf, pathOf } from './addresses'
import { BASE, STATIC } from './base'

export interface Route {
  readonly page: string
  readonly params: Readonly<Record<string, string>>
}

const PLACE = { base: BASE, files: STATIC }

let here = $state.raw(current())

window.addEventListener('popstate', () => (here = current()))

/** The address of a page of ours, for a link. */
export function link(path: string): string {
  return addressOf(path, PLACE)
}

/** The same, to be sent to somebody. */
export function wholeLink(path: string): string {
  return new URL(link(path), location.origin).href
}

/** Where we are, as if the page lay at the root of its host. */
export function url(): URL {
  return here
}

/** Go to a page of ours, as `/rules/nexus`. */
export function go(to: string, how: { replace?: boolean; keep?: boolean } = {}): void {
  const next = new URL(link(to), location.origin)
  if (next.href === location.href) return
  history[how.replace ? 'replaceState' : 'pushState'](null, '', next)
  here = current()
  if (!how.keep) window.scrollTo(0, 0)
}

/** Links to our own pages do not load the page anew. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || modified(event)) return
  const anchor = (event.target as Element).closest('a')
  if (!anchor || anchor.target || anchor.origin !== location.origin) return
  if (anchor.hasAttribute('download')) return
  const path = pathOf(new URL(anchor.href), PLACE)
  if (!path || path.pathname.startsWith('/api/') || path.pathname === '/docs') return // the server's
  event.preventDefault()
  go(path.pathname + path.search + path.hash)
}

function current(): URL {
  return pathOf(new URL(location.href), PLACE) ?? new URL('/', location.origin)
}

/** The page an address belongs to, given patterns such as `/rules/:game`. */
export function matched(path: string, patterns: Readonly<Record<string, string>>): Route | null {
  for (const [page, pattern] of Object.entries(patterns)) {
    const params = fits(path, pattern)
    if (params) return { page, params }
  }
  return null
}

function fits(path: string, pattern: string): Record<string, string> | null {
  const [have, want] = [path, pattern].map((text) => text.split('/').filter(Boolean))
  if (have!.length !== want!.length) return null
  const params: Record<string, string> = {}
  for (const [i, part] of want!.entries()) {
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(have![i]!)
    else if (part !== have![i]) return null
  }
  return params
}

function modified({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey
}
