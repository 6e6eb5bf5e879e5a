/** Addresses of pages: matching them, and going from one to the next without loading anew. */

export interface Route {
  readonly page: string
  readonly params: Readonly<Record<string, string>>
}

let here = $state.raw(new URL(location.href))

window.addEventListener('popstate', () => (here = new URL(location.href)))

/** Where we are. */
export function url(): URL {
  return here
}

/** Go to an address of ours. */
export function go(to: string, how: { replace?: boolean; keep?: boolean } = {}): void {
  const next = new URL(to, location.href)
  if (next.href === location.href) return
  history[how.replace ? 'replaceState' : 'pushState'](null, '', next)
  here = next
  if (!how.keep) window.scrollTo(0, 0)
}

/** Links to our own pages do not load the page anew. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || modified(event)) return
  const link = (event.target as Element).closest('a')
  if (!link || link.target || link.origin !== location.origin || link.hasAttribute('download'))
    return
  if (link.pathname.startsWith('/api/') || link.pathname === '/docs') return // the server's own
  event.preventDefault()
  go(link.href)
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
