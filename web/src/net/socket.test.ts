import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ServerMessage } from '../wire.gen'
import { Line } from './socket.svelte'

class FakeSocket extends EventTarget {
  sent: string[] = []
  closed = false
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.closed = true
  }
  tell(message: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
  break() {
    this.dispatchEvent(new Event('close'))
  }
}

const WELCOME = { type: 'welcome', me: null, now: 0, beat: 4000 } as const
let sockets: FakeSocket[]
let heard: ServerMessage[]
let line: Line
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  heard = []
  line = new Line('ws://test', () => {
    sockets.push(new FakeSocket())
    return sockets.at(-1) as unknown as WebSocket
  })
  stop = line.listen((message) => heard.push(message))
})
afterEach(() => vi.useRealTimers())

describe('the line', () => {
  test('opens with its first listener and is open once welcomed', () => {
    expect([sockets.length, line.state]).toEqual([1, 'opening'])
    expect(line.send({ type: 'lobby', on: true })).toBe(false)
    sockets[0]!.tell(WELCOME)
    expect(line.send({ type: 'lobby', on: true })).toBe(true)
    expect(sockets[0]!.sent).toEqual(['{"type":"lobby","on":true}'])
    expect(heard.map(({ type }) => type)).toEqual(['welcome'])
  })

  test('a late listener is welcomed too', () => {
    sockets[0]!.tell(WELCOME)
    const late: string[] = []
    line.listen(({ type }) => late.push(type))
    expect([late, sockets.length]).toEqual([['welcome'], 1])
  })

  test('comes back by itself, waiting longer each time', () => {
    sockets[0]!.tell(WELCOME)
    sockets[0]!.break()
    expect(line.state).toBe('lost')
    vi.advanceTimersByTime(400)
    expect(sockets.length).toBe(2)
    sockets[1]!.break()
    vi.advanceTimersByTime(400)
    expect(sockets.length).toBe(2)
    vi.advanceTimersByTime(400)
    expect(sockets.length).toBe(3)
    sockets[2]!.tell(WELCOME)
    expect(line.state).toBe('open')
  })

  test('three beats of silence mean that it is dead', () => {
    sockets[0]!.tell(WELCOME)
    vi.advanceTimersByTime(11_000)
    sockets[0]!.tell({ type: 'beat', now: 0 })
    vi.advanceTimersByTime(11_999)
    expect(line.state).toBe('open')
    vi.advanceTimersByTime(1)
    expect([line.state, sockets[0]!.closed]).toEqual(['lost', true])
  })

  test('waits as long as the server asks for when it says goodbye', () => {
    sockets[0]!.tell(WELCOME)
    sockets[0]!.tell({ type: 'bye', reason: 'restart', retry: 1500 })
    sockets[0]!.break()
    vi.advanceTimersByTime(1499)
    expect(sockets.length).toBe(1)
    vi.advanceTimersByTime(1)
    expect(sockets.length).toBe(2)
  })

  test('closes when nobody listens any more, and opens again for the next who does', () => {
    const leave = line.listen(() => {})
    sockets[0]!.tell(WELCOME)
    leave()
    vi.advanceTimersByTime(5000)
    expect(line.state).toBe('open') // somebody else listens
    stop()
    const other = line.listen(() => {})
    vi.advanceTimersByTime(5000)
    expect([line.state, sockets.length]).toEqual(['open', 1]) // the next page wanted it
    other()
    vi.advanceTimersByTime(60_000)
    expect([line.state, sockets[0]!.closed, sockets.length]).toEqual(['closed', true, 1])
    line.listen(() => {})
    expect([line.state, sockets.length]).toEqual(['opening', 2])
  })

  test('does not try to come back for nobody', () => {
    sockets[0]!.break()
    stop()
    vi.advanceTimersByTime(60_000)
    expect(line.state).toBe('closed')
    const tried = sockets.length
    line.hurry()
    vi.advanceTimersByTime(60_000)
    expect(sockets.length).toBe(tried)
  })

  test('can be hurried and renewed', () => {
    sockets[0]!.break()
    line.hurry()
    expect(sockets.length).toBe(2)
    sockets[1]!.tell(WELCOME)
    line.renew()
    vi.advanceTimersByTime(0)
    expect(sockets.length).toBe(3)
    sockets[1]!.break() // an old socket has no say any more
    expect(sockets.length).toBe(3)
  })
})
