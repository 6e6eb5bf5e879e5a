/** Writes the list of all files of a build, for those who want them without a connection. */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const LIST = 'offline.json'
const WORKER = 'sw.js'
const LEFT_OUT = new Set([LIST, WORKER, 'index.html']) // index.html is kept as the beginning of all
const SHELL = ['theme.js', 'icon.svg', 'manifest.webmanifest']

export interface Listed {
  readonly name: string
  readonly bytes: number
  readonly sent: number // compressed
  readonly hash: string
}

/** All files of a folder, in one order. */
export function listed(folder: string): Listed[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => !name.startsWith('.') && !LEFT_OUT.has(name))
  return names.toSorted().map((name) => {
    const content = readFileSync(join(folder, name))
    const sent = Math.min(gzipSync(content).length, content.length)
    return { name, bytes: content.length, sent, hash: hashed(content) }
  })
}

export function offlineList(folder: string): Plugin {
  return {
    name: 'offline-list',
    apply: 'build',
    closeBundle() {
      const files = listed(folder)
      const index = readFileSync(join(folder, 'index.html'))
      const version = hashed(JSON.stringify(files) + hashed(index)).slice(0, 16)
      writeFileSync(join(folder, LIST), JSON.stringify({ version, shell: SHELL, files }))
      const worker = join(folder, WORKER)
      const text = readFileSync(worker, 'utf8')
      if (!text.includes("'development'")) throw new Error(`${WORKER} names no version`)
      writeFileSync(worker, text.replace("'development'", `'${version}'`))
    },
  }
}

function hashed(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
