/**
 * Puts the pack for local games (`make browser-python`) among the page's files, under names that say
 * what is in them, and tells the page these names as `virtual:pack`. The list of our games is
 * `virtual:games`, how they begin is `virtual:first-views`.
 */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import type { Plugin } from 'vite'

const PACK = 'virtual:pack'
// What becomes a part of the page.
const PARTS: Readonly<Record<string, string>> = {
  'virtual:games': 'games.json',
  'virtual:first-views': 'first-views.json',
}
// Pyodide looks for its own files under their names, in one folder.
const PYTHON = [
  'pyodide-lock.json',
  'pyodide.asm.mjs',
  'pyodide.asm.wasm',
  'pyodide.mjs',
  'python_stdlib.zip',
]

interface Packed {
  readonly python: string // the folder of Pyodide, from where the page's scripts lie
  readonly files: Readonly<Record<string, string>>
}

/** The names in the build, from the folder of the scripts. */
function named(folder: string): Packed {
  const whole = createHash('sha256')
  for (const name of PYTHON) whole.update(readFileSync(join(folder, name)))
  const files = all(folder).filter((name) => ![...PYTHON, ...Object.values(PARTS)].includes(name))
  return {
    python: `./pyodide-${whole.digest('hex').slice(0, 8)}/`,
    files: Object.fromEntries(files.map((name) => [name, hashedName(folder, name)])),
  }
}

function hashedName(folder: string, name: string): string {
  const hash = createHash('sha256').update(readFileSync(join(folder, name)))
  const [end, base] = [extname(name), basename(name, extname(name))]
  return `./${base}-${hash.digest('hex').slice(0, 8)}${end}`
}

function all(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
}

/** While the page is worked on, files are served from where they lie. */
function served(folder: string): Packed {
  const files = all(folder).map((name) => [name, `/@fs${join(folder, name)}`])
  return { python: `/@fs${folder}/`, files: Object.fromEntries(files) as Record<string, string> }
}

export function packPlugin(folder: string, emits: boolean): Plugin {
  let building = false
  return {
    name: 'pack',
    configResolved: ({ command }) => void (building = command === 'build'),
    resolveId: (id) => (id === PACK || id in PARTS ? `\0${id}` : null),
    load(id) {
      const part = PARTS[id.slice(1)]
      if (part) return `export default ${readFileSync(join(folder, part), 'utf8')}`
      if (id !== `\0${PACK}`) return null
      return `export default ${JSON.stringify(building ? named(folder) : served(folder))}`
    },
    generateBundle() {
      if (!emits) return
      const { python, files } = named(folder)
      const places = [...PYTHON.map((name) => [name, python + name]), ...Object.entries(files)] as [
        string,
        string,
      ][]
      for (const [name, place] of places) {
        const fileName = `assets/${place.slice(2)}`
        this.emitFile({ type: 'asset', fileName, source: readFileSync(join(folder, name)) })
      }
    },
  }
}
