/**
 * What a worker process of the server does, in JavaScript: the same Python answers the same text
 * jobs, with the core as wasm beside it. Everything comes from one folder of files.
 */

import type { loadPyodide, PyodideAPI } from 'pyodide'
import type loadMujoco from '@mujoco/mujoco'
import { Core, type Progress } from './core'
import { Mujoco } from './mujoco'

export interface Files {
  load(script: string): Promise<unknown> // a module of the folder
  readonly folder: string // where Pyodide finds its own files
  read(name: string): Promise<Uint8Array<ArrayBuffer>>
}

interface Callable {
  (job: string, report: Progress, stopped: () => boolean): string
}

interface Rules {
  load(game: string): { readonly simulation: object | undefined }
}

const ARCHIVE = 'ludothek.zip'
const TABLE = 'table.zip' // the simulated table, and what it needs
const PART = `import ludothek; ludothek.__path__.append('/${TABLE}/ludothek')` // of our package
const NETWORKS = '/networks' // as ludothek.engine.networks expects them

/** Python with our modules. */
export async function startPython(files: Files): Promise<PyodideAPI> {
  const [python, archive] = await Promise.all([start(files), files.read(ARCHIVE)])
  add(python, ARCHIVE, archive)
  return python
}

export class Engine {
  readonly #python: PyodideAPI
  readonly #files: Files
  readonly #work: Callable
  readonly #networks = new Map<string, Promise<void>>() // by game: fetched once
  readonly #games: readonly string[] // that have one
  readonly #rules: Rules
  #table: Promise<void> | null = null // fetched once

  private constructor(python: PyodideAPI, files: Files) {
    this.#python = python
    this.#files = files
    this.#work = python.pyimport('ludothek.server.compute.worker_tasks').work
    this.#games = python.pyimport('ludothek.engine.networks').GAMES.toJs()
    this.#rules = python.pyimport('ludothek.games')
  }

  static async start(files: Files): Promise<Engine> {
    const [python, wasm] = await Promise.all([
      startPython(files),
      files.read('core.wasm').then((bytes) => WebAssembly.compile(bytes)),
    ])
    python.registerJsModule('ludothek_core', new Core(wasm))
    python.FS.mkdirTree(NETWORKS)
    return new Engine(python, files)
  }

  /** Answer a job; what makes no sense is an error of one sentence. */
  async answer(job: string, report: Progress): Promise<string> {
    const game = gameOf(job)
    if (this.#games.includes(game)) await this.#network(game)
    if (this.#simulated(game)) await this.#withTable()
    try {
      return this.#work(job, report, () => false)
    } catch (error) {
      throw new Error(sentence(error), { cause: error })
    }
  }

  /** Where the file is missing, the next job tries again. */
  #network(game: string): Promise<void> {
    const known = this.#networks.get(game) ?? this.#fetch(game)
    this.#networks.set(game, known)
    known.catch(() => this.#networks.delete(game))
    return known
  }

  async #fetch(game: string): Promise<void> {
    const network = await this.#files.read(`networks/${game}.net`)
    this.#python.FS.writeFile(`${NETWORKS}/${game}.net`, network)
  }

  #simulated(game: string): boolean {
    try {
      return this.#rules.load(game).simulation !== undefined
    } catch {
      return false // Python says what is wrong with it
    }
  }

  #withTable(): Promise<void> {
    this.#table ??= this.#fetchTable()
    this.#table.catch(() => (this.#table = null))
    return this.#table
  }

  async #fetchTable(): Promise<void> {
    const [mujoco, archive] = await Promise.all([startMujoco(this.#files), this.#files.read(TABLE)])
    this.#python.registerJsModule('ludothek_table', mujoco)
    add(this.#python, TABLE, archive)
    this.#python.runPython(PART)
  }
}

async function start({ load, folder }: Files): Promise<PyodideAPI> {
  const script = (await load('pyodide.mjs')) as { loadPyodide: typeof loadPyodide }
  return script.loadPyodide({ indexURL: folder })
}

export async function startMujoco({ load, read }: Pick<Files, 'load' | 'read'>): Promise<Mujoco> {
  const [script, wasmBinary] = await Promise.all([load('mujoco.mjs'), read('mujoco.wasm')])
  const { default: begin } = script as { default: typeof loadMujoco }
  return new Mujoco(await begin({ wasmBinary }))
}

/** Let Python find what is in an archive. */
function add(python: PyodideAPI, name: string, archive: Uint8Array): void {
  python.FS.writeFile(`/${name}`, archive)
  python.pyimport('sys').path.insert(0, `/${name}`)
}

function gameOf(job: string): string {
  try {
    return String(JSON.parse(job)?.about?.game)
  } catch {
    return '' // Python says what is wrong with it
  }
}

/** The last line of what Python prints. */
function sentence(error: unknown): string {
  const lines = String(error instanceof Error ? error.message : error).trim()
  return lines.slice(lines.lastIndexOf('\n') + 1)
}
