// Python for the browser, among the page's files: Pyodide, our pure modules, as much of the standard
// library as they load, the core as wasm and its networks; and the table of Splash!, which is fetched
// when it is needed. `node tools/pyodide.mjs FOLDER` writes it.
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { loadPyodide } from 'pyodide'
import { compiled } from './compile-module.mjs'
import { copyMujoco } from './mujoco.mjs'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const SOURCES = join(HERE, '../../src')
const SHIMS = join(HERE, '../shims') // what the table imports, on what browsers have
const PYODIDE = dirname(fileURLToPath(import.meta.resolve('pyodide')))
const CORE = join(HERE, '../../build/browser-core/core.wasm') // `make wasm` builds it
const NETWORKS = join(SOURCES, 'ludothek/engine/weights')
const PACKAGES = [
  'ludothek.games',
  'ludothek.server.match',
  ...wire(),
  'ludothek.engine.jobs',
  'ludothek.server.compute.worker_tasks',
  'ludothek.server.browser',
]
const TABLE = ['numpy', 'numpy.typing', 'ludothek.physics.backend']
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

/** Our modules in archives; MuJoCo lies in the folder already. */
export async function pack(folder) {
  const python = await loadPyodide({ indexURL: PYODIDE })
  python.registerJsModule('ludothek_core', {}) // it is imported, and not called
  python.registerJsModule('ludothek_table', await mujocoOf(folder))
  copyIn(python, join(SOURCES, 'ludothek'), '/sources/ludothek')
  copyIn(python, SHIMS, '/shims')
  python.runPython(readFileSync(join(HERE, 'pack.py'), 'utf8'))
  const [ours, standard] = python.globals.get('pack')(python.toPy(PACKAGES)).toJs()
  const table = python.globals.get('pack_more')(python.toPy(TABLE)).toJs()
  const [games, firstViews] = ['games', 'first_views'].map((name) => python.globals.get(name)())
  return {
    'ludothek.zip': ours,
    'python_stdlib.zip': standard,
    'table.zip': table,
    'games.json': games,
    'first-views.json': firstViews,
  }
}

async function mujocoOf(folder) {
  const { startMujoco } = await compiled('python-jobs.ts')
  const read = (name) => readFileSync(join(folder, name))
  return startMujoco({ load: (name) => import(pathToFileURL(join(folder, name)).href), read })
}

export async function write(folder) {
  mkdirSync(folder, { recursive: true })
  for (const name of RUNTIME) copyFileSync(join(PYODIDE, name), join(folder, name))
  copyFileSync(CORE, join(folder, 'core.wasm'))
  cpSync(NETWORKS, join(folder, 'networks'), { recursive: true })
  copyMujoco(folder)
  for (const [name, content] of Object.entries(await pack(folder)))
    writeFileSync(join(folder, name), content)
  const { info } = JSON.parse(readFileSync(join(PYODIDE, 'pyodide-lock.json'), 'utf8'))
  writeFileSync(join(folder, 'pyodide-lock.json'), JSON.stringify({ info, packages: {} }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await write(resolve(process.argv[2]))
