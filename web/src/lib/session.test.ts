import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { api, Refusal } from '../net/api'
import { line } from '../net/socket.svelte'
import type { Me } from '../wire.gen'
import { attempt } from './handle-refusal'
import { speak, t } from './i18n.svelte'
import { become, known, remember, rename, signOut, someone, whoami } from './session.svelte'
import { settings } from './settings.svelte'
import { toasts } from './toasts.svelte'

const ada: Me = { id: '1', name: 'Ada', account: null, recovery_until: null }
const bo: Me = { id: '2', name: 'Bo', account: 'bo', recovery_until: null }
const renew = vi.spyOn(line, 'renew').mockImplementation(() => {})

function refusal(code: string, status: number): Refusal {
  return new Refusal({ code, params: {}, message: '' }, status)
}

beforeEach(async () => {
  await speak('en')
  vi.spyOn(api, 'signOut').mockResolvedValue()
  await signOut(false)
  renew.mockClear()
})
afterEach(() => vi.restoreAllMocks())

describe('somebody', () => {
  test('is nobody until something is to be played, then a guest, once', async () => {
    const guest = vi.spyOn(api, 'guest').mockResolvedValue(ada)
    expect(await known()).toBeNull()
    expect(await someone()).toBe(ada)
    expect(await someone()).toBe(ada)
    expect(guest).toHaveBeenCalledTimes(1)
    expect(settings.known).toBe(true)
  })

  test('comes from another device, name and all', () => {
    become(bo)
    expect(whoami()).toBe(bo)
    expect([settings.name, settings.known]).toEqual(['Bo', true])
    remember({ ...bo, account: null })
    expect(whoami()!.account).toBeNull()
  })

  test('takes another name, here and on the server', async () => {
    become(bo)
    vi.spyOn(api, 'rename').mockResolvedValue({ ...bo, name: 'Bea' })
    await rename('Bea')
    expect([whoami()!.name, settings.name]).toEqual(['Bea', 'Bea'])
  })

  test('is forgotten after signing out, or when the server knows them no longer', async () => {
    become(bo)
    await signOut(true)
    expect([whoami(), settings.known, settings.name]).toEqual([null, false, ''])
    settings.known = true
    vi.spyOn(api, 'me').mockRejectedValue(refusal('who', 401))
    expect(await known()).toBeNull()
    expect(settings.known).toBe(false)
  })
})

describe('whom the line is welcomed as', () => {
  async function settled(times: number): Promise<void> {
    await vi.waitFor(() => expect(api.me).toHaveBeenCalledTimes(times))
    await new Promise((resolve) => setTimeout(resolve)) // what follows the answer
  }

  test('is nobody: who was signed out elsewhere is told so, once', async () => {
    become(ada)
    vi.spyOn(api, 'me').mockRejectedValue(refusal('who', 401))
    line.welcomed(null)
    await vi.waitFor(() => expect([whoami(), settings.known]).toEqual([null, false]))
    expect(toasts.map(({ text }) => text)).toEqual([t('refusals.who')])
    line.welcomed(null)
    expect(api.me).toHaveBeenCalledTimes(1)
  })

  test('is nobody since it was opened too early: it is opened again, but not for ever', async () => {
    become(ada)
    const again = vi.spyOn(line, 'renew').mockImplementation(() => {})
    vi.spyOn(api, 'me').mockResolvedValue(ada)
    line.welcomed(null)
    await vi.waitFor(() => expect(again).toHaveBeenCalledTimes(1))
    line.welcomed(null)
    await settled(2)
    expect([whoami(), again.mock.calls.length]).toEqual([ada, 1])
  })

  test('is somebody else, who signed in in another tab', async () => {
    become(ada)
    vi.spyOn(api, 'me').mockResolvedValue(bo)
    line.welcomed(bo)
    await vi.waitFor(() => expect(whoami()).toBe(bo))
  })

  test('is ourselves: nobody is asked', () => {
    become(ada)
    vi.spyOn(api, 'me')
    line.welcomed(ada)
    expect(api.me).not.toHaveBeenCalled()
  })

  test('does not matter without a connection', async () => {
    become(ada)
    vi.spyOn(api, 'me').mockRejectedValue(refusal('unreachable', 0))
    line.welcomed(null)
    await settled(1)
    expect(whoami()).toBe(ada)
  })
})

describe('an attempt', () => {
  test('hands on why it was refused', async () => {
    const refused = vi.fn()
    await attempt(async () => {
      throw refusal('full', 409)
    }, refused)
    expect(refused).toHaveBeenCalledWith(expect.objectContaining({ code: 'full' }))
  })

  test('hides no mistake of ours', async () => {
    const mistake = attempt(
      async () => {
        throw new TypeError('ours')
      },
      () => {},
    )
    await expect(mistake).rejects.toThrow('ours')
  })
})
