/** The base URL of the page and of its server, read from the document. */

/** The folder of the page, as `/` or `/ludothek/`: the manifest lies there. */
export const BASE = folder(document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href)

/** What `ludothek site` wrote: an address or `none`. A server's own page says nothing. */
const written = document.querySelector<HTMLMetaElement>('meta[name=ludothek-server]')?.content

/** Is this a folder of files, without a server that knows our addresses? */
export const STATIC = written !== undefined

/** The server, as `/` or `https://games.example.org/`; null: there is none. */
export const SERVER = serverOf(written, BASE)

/** Is it at another origin than the page? Then no cookie travels between them. */
export const FOREIGN = isForeign(SERVER)

/** An address of the server; only where there is one. */
export function served(path: string, server: string | null = SERVER): string {
  return `${server ?? BASE}${path}`
}

/** Where the server's live line is; null: there is no server. */
export function liveAddress(server: string | null = SERVER): string | null {
  if (server === null) return null
  return new URL(`${server}api/live`, location.origin).href.replace(/^http/, 'ws')
}

export function folder(manifest: string | undefined): string {
  return manifest ? new URL('.', manifest).pathname : '/'
}

export function serverOf(content: string | undefined, base: string): string | null {
  if (content === undefined) return base
  return content === 'none' ? null : content.replace(/\/*$/, '/')
}

export function isForeign(server: string | null): boolean {
  return server !== null && new URL(server, location.href).origin !== location.origin
}
