/** Ids of local matches; those of a server are hexadecimal. */

export const PREFIX = 'local'
const BYTES = 6

export function isLocal(match: string): boolean {
  return match.startsWith(PREFIX)
}

/** A name for a new one. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return PREFIX + digits.slice(0, 16 - PREFIX.length)
}
