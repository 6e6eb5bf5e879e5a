/**
 * Small texts that the browser keeps. Where it keeps nothing, or has no room, they last as long as
 * the page, and whoever wants to know is told.
 */

export type Unkept = 'full' | 'forbidden'

/** What of a browser's storage is used. */
export type Texts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export class Kept implements Texts {
  readonly #here = new Map<string, string>() // what the browser has not taken
  readonly #listeners = new Set<(why: Unkept) => void>()
  #refused = new Set<Unkept>()

  constructor(readonly storage: () => Storage) {}

  getItem(key: string): string | null {
    return this.#here.get(key) ?? this.#trying((storage) => storage.getItem(key)) ?? null
  }

  setItem(key: string, text: string): void {
    this.#here.set(key, text)
    this.#trying((storage) => {
      storage.setItem(key, text)
      this.#here.delete(key)
    })
  }

  removeItem(key: string): void {
    this.#here.delete(key)
    this.#trying((storage) => storage.removeItem(key))
  }

  /** The names of all that is kept. */
  keys(): string[] {
    const stored = this.#trying((storage) =>
      Array.from({ length: storage.length }, (_, i) => storage.key(i)!),
    )
    return [...new Set([...(stored ?? []), ...this.#here.keys()])]
  }

  /** Hear of what cannot be kept, also of what could not be up to now; each reason comes once. */
  unkept(listener: (why: Unkept) => void): () => void {
    this.#listeners.add(listener)
    for (const why of this.#refused) listener(why)
    return () => this.#listeners.delete(listener)
  }

  #trying<T>(what: (storage: Storage) => T): T | undefined {
    try {
      return what(this.storage())
    } catch (error) {
      this.#refuse((error as DOMException).name === 'QuotaExceededError' ? 'full' : 'forbidden')
      return undefined
    }
  }

  #refuse(why: Unkept): void {
    if (this.#refused.has(why)) return
    this.#refused.add(why)
    for (const listener of this.#listeners) listener(why)
  }
}

/** What outlives the tab. */
export const kept = new Kept(() => localStorage)

/** What is kept for this tab. */
export const keptForTab = new Kept(() => sessionStorage)
