// Python for the browser, among the page's files: Pyodide, our pure modules, as much of the standard
// library as they load, the core as wasm and its networks. `node tools/pyodide.mjs FOLDER` writes it.
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { loadPyodide } from 'pyodide'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const SOURCES = join(HERE, '../../src')
const PYODIDE = dirname(fileURLToPath(import.meta.resolve('pyodide')))
const CORE = join(HERE, '../../build/browser-core/core.wasm') // `make wasm` builds it
const NETWORKS = join(SOURCES, 'ludothek/engine/weights')
const PACKAGES = [
  'ludothek.games',
  'ludothek.server.match',
  ...wire(),
  'ludothek.engine.jobs',
  'ludothek.server.compute.tasks',
]
const RUNTIME = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm']

/** What describes matches and reads messages; types for the page are made elsewhere. */
function wire() {
  return readdirSync(join(SOURCES, 'ludothek/server/wire'))
    .filter((name) => name.endsWith('.py') && !['__init__.py', 'typescript.py'].includes(name))
    .map((name) => `ludothek.server.wire.${name.slice(0, -3)}`)
}

/** Our packages, copied into the interpreter's own file system. */
function copyIn(python, from, to) {
  python.FS.mkdirTree(to)
  for (const name of readdirSync(from)) {
    const path = join(from, name)
    if (statSync(path).isDirectory()) {
      if (name !== '__pycache__' && name !== 'web') copyIn(python, path, `${to}/${name}`)
    } else if (/\.(py|json)$/.test(name)) python.FS.writeFile(`${to}/${name}`, readFileSync(path))
  }
}

export async function pack() {
  const python = await loadPyodide({ indexURL: PYODIDE })
  python.registerJsModule('ludothek_core', {}) // it is imported, and not called
  copyIn(python, join(SOURCES, 'ludothek'), '/sources/ludothek')
  python.runPython(readFileSync(join(HERE, 'pack.py'), 'utf8'))
  const packed = python.globals.get('pack')(python.toPy(PACKAGES))
  const [ours, standard] = packed.toJs()
  return { 'ludothek.zip': ours, 'python_stdlib.zip': standard }
}

export async function write(folder) {
  mkdirSync(folder, { recursive: true })
  for (const name of RUNTIME) copyFileSync(join(PYODIDE, name), join(folder, name))
  copyFileSync(CORE, join(folder, 'core.wasm'))
  cpSync(NETWORKS, join(folder, 'networks'), { recursive: true })
  for (const [name, content] of Object.entries(await pack()))
    writeFileSync(join(folder, name), content)
  const { info } = JSON.parse(readFileSync(join(PYODIDE, 'pyodide-lock.json'), 'utf8'))
  writeFileSync(join(folder, 'pyodide-lock.json'), JSON.stringify({ info, packages: {} }))
}

export function sizes(folder) {
  const names = readdirSync(folder, { recursive: true })
  return Object.fromEntries(
    names
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, gzipSync(readFileSync(join(folder, name)), { level: 9 }).length]),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await write(process.argv[2])
  const all = sizes(process.argv[2])
  const whole = Object.values(all).reduce((sum, size) => sum + size, 0)
  console.log(JSON.stringify({ ...all, whole }))
}
