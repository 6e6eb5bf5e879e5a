/** The WebSocket to the server: reconnects by itself and exposes its state. */

import { untrack } from 'svelte'
import { liveAddress } from '../lib/base'
import type { ClientMessage, Me, ServerMessage } from '../wire.gen'
import { protocols } from './cross-origin-session'

export type Listener = (message: ServerMessage) => void
type Maker = (address: string) => WebSocket

const SOONEST = 400 // milliseconds before the first try to come back
const LATEST = 8000
const LINGER = 1000 // before nobody listens for good: the next page may want it

export class Line {
  state: 'closed' | 'opening' | 'open' | 'lost' = $state('closed')
  /** Called whenever the server has said for whom it takes us. */
  welcomed: (me: Me | null) => void = () => {}
  #socket: WebSocket | null = null
  #listeners = new Set<Listener>()
  #wait = SOONEST
  #beat = 4000
  #alive: ReturnType<typeof setTimeout> | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #unheard: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly address: string | null, // null: there is no server, and the line stays closed
    readonly make: Maker = (address) => new WebSocket(address, protocols()),
  ) {}

  /** Hear every message; the line opens with its first listener, and closes with its last. */
  listen(listener: Listener): () => void {
    clearTimeout(this.#unheard)
    this.#listeners.add(listener)
    if (!this.#socket && !this.#retry) this.#open()
    else if (untrack(() => this.state) === 'open') listener(OPENED)
    return () => this.#leave(listener)
  }

  #leave(listener: Listener): void {
    this.#listeners.delete(listener)
    if (this.#listeners.size) return
    clearTimeout(this.#unheard)
    this.#unheard = setTimeout(() => this.#close(), LINGER)
  }

  /** Send if the line is open; what must not be lost is sent again after `welcome`. */
  send(message: ClientMessage): boolean {
    if (this.state !== 'open') return false
    this.#socket!.send(JSON.stringify(message))
    return true
  }

  /** Do not wait any longer to come back. */
  hurry(): void {
    if (this.#retry) this.#open()
  }

  /** Close and open again, as somebody else. */
  renew(): void {
    if (this.#socket) this.#lost(0)
  }

  #open(): void {
    if (this.address === null) return
    clearTimeout(this.#retry)
    this.#retry = undefined
    if (untrack(() => this.state) !== 'lost') this.state = 'opening'
    const socket = this.make(this.address)
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      if (socket === this.#socket) this.#heard(JSON.parse(String(data)) as ServerMessage)
    })
    socket.addEventListener('close', () => socket === this.#socket && this.#lost(this.#wait))
    this.#watch()
  }

  #heard(message: ServerMessage): void {
    this.#watch()
    if (message.type === 'welcome') {
      this.state = 'open'
      this.#wait = SOONEST
      this.#beat = message.beat
      this.welcomed(message.me)
    }
    if (message.type === 'bye') this.#wait = Math.max(message.retry, 50)
    for (const listener of this.#listeners) listener(message)
  }

  /** Three beats of silence, and the line counts as dead. */
  #watch(): void {
    clearTimeout(this.#alive)
    this.#alive = setTimeout(() => this.#lost(this.#wait), this.#beat * 3)
  }

  #close(): void {
    this.#hangUp()
    this.#retry = undefined
    this.#wait = SOONEST
    this.state = 'closed'
  }

  #hangUp(): void {
    const socket = this.#socket
    this.#socket = null
    socket?.close()
    clearTimeout(this.#alive)
    clearTimeout(this.#retry)
  }

  #lost(wait: number): void {
    this.#hangUp()
    this.state = 'lost'
    this.#retry = setTimeout(() => this.#open(), wait)
    this.#wait = Math.min(this.#wait * 2, LATEST)
  }
}

// What a listener that comes late is told instead of the welcome it has missed.
const OPENED: ServerMessage = { type: 'welcome', me: null, now: 0, beat: 0 }

export const line = new Line(liveAddress())

window.addEventListener('online', () => line.hurry())
document.addEventListener('visibilitychange', () => document.hidden || line.hurry())
