/** The IndexedDB database: opened once, with failures as codes. */

export type Failure =
  | 'full' // no room is left
  | 'forbidden' // the browser keeps nothing here
  | 'newer' // a later version of the page has been here
  | 'conflict' // another tab was quicker
  | 'missing' // there is no such match
  | 'malformed' // a file that is no export of ours
  | 'failed' // anything else that goes wrong in the browser

/** Something that could not be kept or read; nothing that was there before is lost. */
export class StoreError extends Error {
  constructor(
    readonly code: Failure,
    options?: ErrorOptions,
  ) {
    super(`local storage: ${code}`, options)
    this.name = 'StoreError'
  }
}

const FAILURES: Readonly<Record<string, Failure>> = {
  QuotaExceededError: 'full',
  SecurityError: 'forbidden',
  InvalidStateError: 'forbidden', // private windows of some browsers
  NotAllowedError: 'forbidden',
  VersionError: 'newer',
}

/** What a failure of the browser means. */
export function asStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const name = (error as { name?: string } | null)?.name ?? ''
  return new StoreError(FAILURES[name] ?? 'failed', { cause: error })
}

/** The answer to one request. */
export function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(asStoreError(request.error)))
  })
}

type Upgrade = (database: IDBDatabase, from: number) => void

/** A database that opens when it is first used, and again after another tab has upgraded it. */
export class Database {
  #open: Promise<IDBDatabase> | null = null

  constructor(
    readonly name: string,
    readonly version: number,
    readonly upgrade: Upgrade,
    readonly factory: () => IDBFactory | undefined = () => globalThis.indexedDB,
  ) {}

  /**
   * Run `work` in one transaction: all of it is kept, or nothing. Resolves when it is on the disk.
   * `work` may only wait for requests of this transaction.
   */
  async transaction<T>(
    stores: string[],
    mode: 'readonly' | 'readwrite',
    work: (transaction: IDBTransaction) => Promise<T> | T,
  ): Promise<T> {
    const transaction = begin(await this.#opened(), stores, mode)
    const ended = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(asStoreError(transaction.error)))
    })
    try {
      const result = await work(transaction)
      await ended
      return result
    } catch (error) {
      ended.catch(() => {}) // the first failure is the one that is told
      abort(transaction)
      throw asStoreError(error)
    }
  }

  close(): void {
    void this.#open?.then((database) => database.close()).catch(() => {})
    this.#open = null
  }

  #opened(): Promise<IDBDatabase> {
    if (!this.#open) {
      this.#open = this.#connect()
      this.#open.catch(() => (this.#open = null)) // the next one tries again
    }
    return this.#open
  }

  async #connect(): Promise<IDBDatabase> {
    try {
      const factory = this.factory()
      if (!factory) throw new StoreError('forbidden')
      const request = factory.open(this.name, this.version)
      request.addEventListener('upgradeneeded', ({ oldVersion }) =>
        this.upgrade(request.result, oldVersion),
      )
      const database = await answer(request)
      const forget = () => (this.#open = null)
      database.addEventListener('close', forget)
      database.addEventListener('versionchange', () => {
        database.close() // a newer page in another tab must not wait for us
        forget()
      })
      return database
    } catch (error) {
      throw asStoreError(error)
    }
  }
}

function begin(database: IDBDatabase, stores: string[], mode: IDBTransactionMode): IDBTransaction {
  try {
    return database.transaction(stores, mode, { durability: 'strict' })
  } catch (error) {
    throw asStoreError(error)
  }
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // it has ended already
  }
}
