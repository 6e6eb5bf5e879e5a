/** The job queue of the computing worker: the most urgent job first, one at a time. */

/** What of a worker is used. */
export type Port = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>

interface Waiting {
  readonly job: string
  readonly urgency: number
  answer(text: string): void
}

const PATIENCE = 60_000 // milliseconds: the first job waits for Python to start

export class JobQueue {
  #port: Port | null = null
  #current: Waiting | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #waiting: Waiting[] = []

  constructor(readonly make: () => Port) {}

  /** Start the worker, so that the first job need not wait for it. */
  warm(): void {
    this.#port ??= this.#started()
  }

  /** The answer to a job; empty if there is none. Lower numbers are more urgent. */
  run(job: string, urgency: number): Promise<string> {
    return new Promise((answer) => {
      const behind = this.#waiting.findIndex((other) => other.urgency > urgency)
      this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, { job, urgency, answer })
      this.#next()
    })
  }

  #next(): void {
    if (this.#current) return
    this.#current = this.#waiting.shift() ?? null
    if (!this.#current) return
    this.warm()
    this.#timer = setTimeout(() => this.#lost(), PATIENCE)
    this.#port!.postMessage(this.#current.job)
  }

  #started(): Port {
    const port = this.make()
    port.addEventListener('message', (event) => {
      const { data } = event as MessageEvent<string | null>
      if (data === null) this.#lost()
      else this.#answered(data)
    })
    port.addEventListener('error', (event) => {
      event.preventDefault() // or the worker that we are would end with it
      this.#lost()
    })
    return port
  }

  /** The worker has failed: its job has no answer, and the next one gets another worker. */
  #lost(): void {
    this.#port?.terminate()
    this.#port = null
    this.#answered('')
  }

  #answered(text: string): void {
    clearTimeout(this.#timer)
    const current = this.#current
    this.#current = null
    current?.answer(text)
    this.#next()
  }
}
