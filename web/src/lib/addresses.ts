/**
 * A page's path (`/match/7?ply=3`) and the address at which the browser finds it. On a server they
 * differ by the folder of the page. In a folder of files there is one file for each fixed path, so
 * what varies stands in the query: `/ludothek/match/?at=7&ply=3`.
 */

export interface Place {
  readonly base: string // ends with /
  readonly files: boolean // a folder of files
}

const VARYING = new Set(['match', 'replay']) // of these pages there is no list
const AT = 'at'

/** The address of a page. */
export function addressOf(path: string, { base, files }: Place): string {
  const { pathname, searchParams, hash } = new URL(path, 'http://page')
  const [page, id, ...more] = pathname.split('/').filter(Boolean)
  if (files && page && id && VARYING.has(page) && !more.length) {
    const query = new URLSearchParams([[AT, decodeURIComponent(id)], ...searchParams])
    return `${base}${page}/?${query}${hash}`
  }
  const query = searchParams.size ? `?${searchParams}` : ''
  const folder = files && page ? '/' : '' // hosts redirect to it otherwise
  return base + pathname.replace(/^\/+|\/+$/g, '') + folder + query + hash
}

/** The page at an address, as if it lay at the root; null: not one of ours. */
export function pathOf(address: URL, { base, files }: Place): URL | null {
  if (!`${address.pathname}/`.startsWith(base)) return null
  const path = new URL(`/${address.pathname.slice(base.length)}`, address.origin)
  for (const [name, value] of address.searchParams) path.searchParams.append(name, value)
  path.hash = address.hash
  const id = path.searchParams.get(AT)
  if (files && id !== null && VARYING.has(path.pathname.replaceAll('/', ''))) {
    path.pathname = `${path.pathname.replace(/\/$/, '')}/${encodeURIComponent(id)}`
    path.searchParams.delete(AT)
  }
  return path
}
