import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { speak } from '../../lib/i18n.svelte'
import { settings } from '../../lib/settings.svelte'
import { tryAnywhere } from '../../learn/trying'
import { local } from '../../local/client'
import { api, Refusal, UNREACHABLE } from '../../net/api'
import { server } from '../../net/backend'
import type { HostInfo, NewMatch, Tried } from '../../wire.gen'
import { browserFirst, livesHere } from './hosting'

const MATCH: Pick<NewMatch, 'game' | 'seats'> = {
  game: 'repulso',
  seats: [{ kind: 'me' }, { kind: 'computer', level: 1 }],
}
const TRIAL = { game: 'repulso', seats: 2, position: 'x', decisions: [] }
const breaks: (() => void)[] = []
const hanging = () =>
  new Promise<never>((_, reject) => breaks.push(() => reject(new Refusal(UNREACHABLE, 0))))

beforeEach(async () => {
  await speak('en')
  vi.useFakeTimers()
  settings.known = false
})
afterEach(() => {
  for (const end of breaks.splice(0)) end() // at last
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** What comes of it, and after how many milliseconds of waiting. */
async function waited<T>(what: Promise<T>): Promise<[T, number]> {
  const start = Date.now()
  let end = -1
  void what.then(() => (end = Date.now()))
  while (end < 0 && Date.now() < start + 60_000) await vi.advanceTimersByTimeAsync(100)
  return [await what, end - start]
}

describe('a network that hangs', () => {
  test('keeps nobody from a game on this device', async () => {
    vi.spyOn(api, 'host').mockImplementation(hanging)
    expect(await waited(livesHere(MATCH))).toEqual([true, 2000])
  })

  test('keeps nobody from a lesson', async () => {
    vi.spyOn(api, 'host').mockImplementation(hanging)
    const attempt = vi.spyOn(server, 'attempt').mockImplementation(hanging)
    const here = vi.spyOn(local, 'attempt').mockResolvedValue({ happened: [] } as unknown as Tried)
    const [, milliseconds] = await waited(tryAnywhere(TRIAL))
    expect(milliseconds).toBe(2000)
    expect([attempt.mock.calls.length, here.mock.calls.length]).toEqual([0, 1])
  })

  test('is a server that cannot be reached, for any request, after half a minute', async () => {
    const timeout = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
    vi.spyOn(globalThis, 'fetch').mockImplementation(
      (_, init) =>
        new Promise((_, reject) => init!.signal!.addEventListener('abort', () => reject(Error()))),
    )
    const asked = api.games().catch((error: unknown) => error)
    timeout.abort()
    expect(((await asked) as Refusal).problem).toBe(UNREACHABLE)
    expect(AbortSignal.timeout).toHaveBeenCalledWith(30_000)
  })
})

describe('a host that answers', () => {
  const answers = (games: HostInfo['games']) =>
    vi.spyOn(api, 'host').mockImplementation(async () => ({ games }))

  test('has chosen where games live and who checks a lesson', async () => {
    answers('server')
    const attempt = vi.spyOn(server, 'attempt').mockResolvedValue({} as Tried)
    expect(await browserFirst()).toBe(false)
    await tryAnywhere(TRIAL)
    expect(attempt).toHaveBeenCalledTimes(1)
  })
})
