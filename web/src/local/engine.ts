/**
 * What a worker process of the server does, in JavaScript: the same Python answers the same text
 * jobs, with the core as wasm beside it. Everything comes from one folder of files.
 */

import type { PyodideAPI, PyodideConfig } from 'pyodide'
import { Core, type Told } from './core'

export interface Files {
  load(config: PyodideConfig): Promise<PyodideAPI> // `loadPyodide` of the folder
  readonly folder: string // where Pyodide finds its own files
  read(name: string): Promise<Uint8Array<ArrayBuffer>>
}

interface Callable {
  (job: string, report: Told, stopped: () => boolean): string
}

const ARCHIVE = '/ludothek.zip'
const NETWORKS = '/networks' // as ludothek.engine.networks expects them

export class Engine {
  readonly #python: PyodideAPI
  readonly #files: Files
  readonly #work: Callable
  readonly #networks = new Map<string, Promise<void>>() // by game: fetched once
  readonly #games: readonly string[] // that have one

  private constructor(python: PyodideAPI, files: Files) {
    this.#python = python
    this.#files = files
    this.#work = python.pyimport('ludothek.server.compute.tasks').work
    this.#games = python.pyimport('ludothek.engine.networks').GAMES.toJs()
  }

  static async start(files: Files): Promise<Engine> {
    const [python, archive, wasm] = await Promise.all([
      files.load({ indexURL: files.folder }),
      files.read('ludothek.zip'),
      files.read('core.wasm').then((bytes) => WebAssembly.compile(bytes)),
    ])
    python.registerJsModule('ludothek_core', new Core(wasm))
    python.FS.writeFile(ARCHIVE, archive)
    python.FS.mkdirTree(NETWORKS)
    python.pyimport('sys').path.insert(0, ARCHIVE)
    return new Engine(python, files)
  }

  /** Answer a job; what makes no sense is an error of one sentence. */
  async answer(job: string, report: Told): Promise<string> {
    const game = gameOf(job)
    if (this.#games.includes(game)) await this.#network(game)
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
