/** The compiled core as wasm: text requests in, text answers out. */

export type Stopped = () => boolean
export type Progress = (known: string) => void

/** Numbers of Python's, which JavaScript may look at for a while. */
export interface Buffer {
  getBuffer(type: 'i16'): { data: Int16Array; release(): void }
}

interface Exports {
  memory: WebAssembly.Memory
  request(bytes: number): number
  weights(number: number): number
  call(): number
  answer(): number
}

const NO_FILES = () => 8 // "bad file", as WASI has it: the core opens none
const WASI = { fd_close: NO_FILES, fd_seek: NO_FILES, fd_write: NO_FILES }

/** One core with its memory. Python sees it as the module `ludothek_core`. */
export class Core {
  #stopped: Stopped = () => false
  #report: Progress = () => undefined
  readonly #wasm: Exports

  constructor(module: WebAssembly.Module) {
    const ludothek = {
      now: () => performance.now() / 1000,
      stopped: () => this.#stopped(),
      report: (at: number, size: number) => this.#report(this.#text(at, size)),
    }
    const instance = new WebAssembly.Instance(module, { ludothek, wasi_snapshot_preview1: WASI })
    this.#wasm = instance.exports as unknown as Exports
    const initialize = instance.exports['_initialize'] as () => void
    initialize()
  }

  /** The answer to a request. */
  call(request: string): string {
    const bytes = new TextEncoder().encode(request)
    const at = this.#wasm.request(bytes.length)
    new Uint8Array(this.#wasm.memory.buffer, at, bytes.length).set(bytes)
    const size = this.#wasm.call()
    return this.#text(this.#wasm.answer(), size)
  }

  /** The same for one that takes long: it asks whether to stop, and tells what is known. */
  search(request: string, stopped: Stopped, report: Progress): string {
    this.#stopped = stopped
    this.#report = report
    try {
      return this.call(request)
    } finally {
      this.#stopped = () => false
      this.#report = () => undefined
    }
  }

  /** Copy the weights that the next network is made of. */
  weights(numbers: Buffer): void {
    const buffer = numbers.getBuffer('i16')
    const at = this.#wasm.weights(buffer.data.length)
    new Int16Array(this.#wasm.memory.buffer, at, buffer.data.length).set(buffer.data)
    buffer.release()
  }

  #text(at: number, size: number): string {
    return new TextDecoder().decode(new Uint8Array(this.#wasm.memory.buffer, at, size))
  }
}
