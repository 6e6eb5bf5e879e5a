/** Names of matches that live in this browser; a server's are hexadecimal. */

const PREFIX = 'local'

export function isLocal(match: string): boolean {
  return match.startsWith(PREFIX)
}
