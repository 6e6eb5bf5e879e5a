import { beforeEach, describe, expect, test, vi } from 'vitest'
import { scene } from '../board/fixtures'
import { repulso } from '../games/repulso/table'
import type { Table } from '../board/types'
import type { Known } from '../games/load-board'
import type { Line, Listener } from '../net/socket.svelte'
import type { ClientMessage, MatchInfo, ServerMessage } from '../wire.gen'
import { draftsOf } from './unsent-turn'
import { endsTurn, lastTurn, Play, type Confirm } from './play.svelte'

const { views, events, decisions } = scene('repulso', 'movement')
const happened = decisions.map((decision, ply) => ({
  ply,
  seat: views[ply]!.to_move,
  decision,
  events: events[ply]!.map((event) => ({ ...event })),
}))

let sent: ClientMessage[]
let tell: (message: unknown) => Promise<void>
let confirm: Confirm
let past: typeof happened
let play: Play
let kept: Map<string, string>
let open: () => Promise<void>
const onSound = vi.fn()

function info(ply: number, more: Partial<MatchInfo> = {}): MatchInfo {
  return {
    id: 'm',
    seq: ply + 1,
    status: 'playing',
    ply,
    you: [1],
    seats: [],
    to_move: views[ply]!.to_move,
    result: null,
    ...more,
  } as unknown as MatchInfo
}

function update(ply: number, since: number | null = ply, from = ply - 1) {
  return {
    type: 'match',
    since,
    match: info(ply),
    view: views[ply],
    happened: happened.slice(from, ply),
  }
}

/** The server's answer to the last message. */
function previewed(ply: number) {
  const { ref, decisions } = sent.at(-1) as { ref: number; decisions: string[] }
  const tried = { ply, view: views[ply], happened: happened.slice(ply - decisions.length, ply) }
  return { type: 'previewed', ref, tried }
}

beforeEach(async () => {
  sent = []
  confirm = 'several'
  past = []
  onSound.mockClear()
  let listener: Listener = () => {}
  const line = {
    listen: (hear: Listener) => ((listener = hear), () => {}),
    send: (message: ClientMessage) => (sent.push(message), true),
  } as unknown as Line
  tell = async (message) => {
    listener(message as ServerMessage)
    await vi.waitFor(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  const load = async () => ({ table: repulso as Table }) as Known
  const display = { speed: () => 0, turned: () => 0, onEvents: () => {}, onSound }
  const hooks = { confirm: () => confirm, ...display }
  kept = new Map()
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  } as unknown as Storage
  open = async () => {
    play = new Play('m', line, load, hooks, async () => past, draftsOf('m', store))
    await tell({ type: 'welcome', me: null, now: 0, beat: 4000 })
  }
  await open()
})

describe('following a match', () => {
  test('asks for it when the line opens, and from where it was when it opens again', async () => {
    expect(sent).toEqual([{ type: 'watch', match: 'm', after: null }])
    await tell(update(4, null, 0))
    await tell({ type: 'welcome', me: null, now: 0, beat: 4000 })
    expect(sent.at(-1)).toEqual({ type: 'watch', match: 'm', after: 5 })
  })

  test('shows each update, and knows all decisions', async () => {
    await tell(update(2, null, 0))
    await tell(update(3))
    expect(play.stage!.view).toBe(views[3])
    expect(play.moves.map(({ decision }) => decision)).toEqual(['c4', 'd3', 'b3'])
  })

  test('learns what was decided before it came', async () => {
    past = happened.slice(0, 4)
    await tell(update(4, null, 4))
    expect(play.moves).toEqual(happened.slice(0, 4))
    expect([...play.stage!.marks]).toEqual(['c2'])
    await tell(update(5, 5, 4))
    expect(play.moves).toEqual(happened.slice(0, 5))
  })

  test('forgets what was taken back', async () => {
    past = happened.slice(0, 4)
    await tell(update(4, null, 4))
    await tell({ ...update(2, null, 2), match: info(2, { seq: 6 }) })
    expect(play.moves).toEqual(happened.slice(0, 2))
  })

  test('asks again after a gap', async () => {
    await tell(update(2, null, 0))
    await tell(update(4, 4))
    expect(sent.at(-1)).toEqual({ type: 'watch', match: 'm', after: 3 })
    expect(play.info!.ply).toBe(2)
  })

  test('an update that is older than what is known is left alone', async () => {
    await tell(update(3, null, 0))
    await tell(update(2, null, 0))
    expect(play.info!.ply).toBe(3)
  })

  test('a match that begins becomes playable', async () => {
    await tell({
      ...update(0, null, 0),
      match: info(0, { status: 'open' }),
      view: { ...views[0], legal: [] },
    })
    expect(play.stage!.active).toBe(false)
    await tell({ ...update(0, 1, 0), match: info(0, { seq: 2 }) })
    expect(play.stage!.active).toBe(true)
  })

  test('knows when a match is not there', async () => {
    const problem = { code: 'match-unknown', params: {}, message: '' }
    await tell({ type: 'gone', match: 'm', problem })
    expect(play.gone).toEqual(problem)
  })
})

describe('a turn', () => {
  beforeEach(() => tell(update(4, null, 0)))

  async function choose(text: string, leadsTo: number): Promise<void> {
    const chosen = play.choose({ text, kind: '' })
    await tell(previewed(leadsTo))
    await chosen
    await vi.waitFor(() => expect(play.stage!.moving).toBe(false))
  }

  test('of several decisions is tried out, confirmed, and sent with its ply', async () => {
    await choose('*c3', 5)
    await choose('b3-a3', 6)
    expect(play.finished).toBe(false)
    await choose('c4-c6', 7)
    expect(play.finished).toBe(true)
    play.confirm()
    const command = { type: 'decide', ply: 4, decisions: ['*c3', 'b3-a3', 'c4-c6'] }
    expect(sent.at(-1)).toMatchObject({ type: 'act', match: 'm', command })
    expect(play.sending).toBe(true)
  })

  test('that leads to a placement is sent at once: the table decides what comes then', async () => {
    const placing = { faces: ['flat'], surface: null }
    const picture = { svg: '', box: [0, 0, 1, 1], places: [], placing }
    const chosen = play.choose({ text: '*c3', kind: '' })
    const answer = previewed(5)
    await tell({ ...answer, tried: { ...answer.tried, view: { ...views[5], picture } } })
    await chosen
    await vi.waitFor(() => expect(play.stage!.moving).toBe(false))
    const command = { type: 'decide', ply: 4, decisions: ['*c3'] }
    expect(sent.at(-1)).toMatchObject({ type: 'act', command })
    expect(play.stage!.active).toBe(false)
  })

  test('is taken back step by step, or at once', async () => {
    await choose('*c3', 5)
    await choose('b3-a3', 6)
    const back = play.takeBack()
    await tell(previewed(5))
    await back
    expect(play.tried).toEqual(['*c3'])
    play.takeAllBack()
    expect(play.tried).toEqual([])
    expect(play.stage!.view).toBe(views[4])
  })

  test('that is half tried is there again after a reload, and can be finished', async () => {
    await choose('*c3', 5)
    await open()
    await tell(update(4, null, 0))
    expect(sent.at(-1)).toMatchObject({ type: 'preview', ply: 4, decisions: ['*c3'] })
    expect(play.stage!.active).toBe(false)
    await tell(previewed(5))
    expect(play.tried).toEqual(['*c3'])
    expect(play.stage!.view).toBe(views[5])
    expect(play.stage!.active).toBe(true)
  })

  test('that was touched and not answered yet is there again after a reload', async () => {
    void play.choose({ text: '*c3', kind: '' })
    await open()
    await tell(update(4, null, 0))
    expect(sent.at(-1)).toMatchObject({ type: 'preview', ply: 4, decisions: ['*c3'] })
  })

  test('that cannot be tried again at once is kept, and the board can be used', async () => {
    await choose('*c3', 5)
    await open()
    await tell(update(4, null, 0))
    const problem = { code: 'busy', params: {}, message: '' }
    await tell({ type: 'refused', ref: (sent.at(-1) as { ref: number }).ref, problem })
    expect(play.stage!.active).toBe(true)
    expect(kept.size).toBe(1)
  })

  test('that was refused is not there again after a reload', async () => {
    void play.choose({ text: '*c3', kind: '' })
    const problem = { code: 'stale', params: {}, message: '' }
    await tell({ type: 'refused', ref: (sent.at(-1) as { ref: number }).ref, problem })
    expect(kept.size).toBe(0)
  })

  test('that is tried and not confirmed waits for it after a reload', async () => {
    for (const [i, text] of ['*c3', 'b3-a3', 'c4-c6'].entries()) await choose(text, 5 + i)
    await open()
    await tell(update(4, null, 0))
    await tell(previewed(7))
    expect(play.finished).toBe(true)
    expect(play.stage!.active).toBe(false)
    expect(play.sending).toBe(false)
  })

  test('that was half tried is forgotten when the match has gone on', async () => {
    await choose('*c3', 5)
    await open()
    await tell(update(5, null, 0))
    expect(sent.at(-1)).toMatchObject({ type: 'watch' })
    expect(play.tried).toEqual([])
    expect(kept.size).toBe(0)
  })

  test('that was tried here is not shown again when it comes back', async () => {
    confirm = 'never'
    await choose('*c3', 5)
    await choose('b3-a3', 6)
    await choose('c4-c6', 7)
    expect(sent.at(-1)).toMatchObject({ type: 'act' })
    onSound.mockClear()
    await tell({ ...update(7, 5, 4), match: info(7, { seq: 8 }) })
    expect(play.tried).toEqual([])
    expect(onSound).not.toHaveBeenCalledWith('slide')
  })

  test('is sent again when the line was lost before the answer', async () => {
    play.act({ type: 'resign' })
    const act = sent.at(-1) as { ref: number }
    await tell({ type: 'welcome', me: null, now: 0, beat: 4000 })
    expect(sent.at(-1)).toEqual(act)
    await tell({ type: 'done', ref: act.ref, seq: 9 })
    expect(play.sending).toBe(false)
  })

  test('whose trial was not answered when the line was lost is tried again', async () => {
    const chosen = play.choose({ text: '*c3', kind: '' })
    const question = sent.at(-1)
    await tell({ type: 'welcome', me: null, now: 0, beat: 4000 })
    expect(sent.at(-1)).toEqual(question)
    await tell(update(4, 5, 4))
    await tell(previewed(5))
    await chosen
    expect([play.tried, play.stage!.active]).toEqual([['*c3'], true])
  })

  test('goes on when the match says something else before the trial is answered', async () => {
    const chosen = play.choose({ text: '*c3', kind: '' })
    const offered = { match: info(4, { seq: 6 }), view: { ...views[4] } }
    await tell({ ...update(4, 5, 4), ...offered })
    await tell(previewed(5))
    await chosen
    expect([play.tried, play.stage!.active]).toEqual([['*c3'], true])
  })

  test('an illegal try tells why and changes nothing', async () => {
    const pending = play.ask('c5')
    const problem = { code: 'repulso.own-next', params: { square: 'c5' }, message: '' }
    await tell({ type: 'refused', ref: (sent.at(-1) as { ref: number }).ref, problem })
    await pending
    expect(play.problem).toEqual(problem)
    expect(play.tried).toEqual([])
    expect(play.stage!.active).toBe(true)
  })

  test('a refused turn is taken back', async () => {
    await choose('*c3', 5)
    play.confirm()
    const problem = { code: 'stale', params: {}, message: '' }
    await tell({ type: 'refused', ref: (sent.at(-1) as { ref: number }).ref, problem })
    expect([play.tried, play.problem, play.sending]).toEqual([[], problem, false])
  })
})

test('the last turn goes back to where it began', () => {
  expect(happened.map(endsTurn)).toEqual([true, true, true, true, false, false, false, false, true])
  expect(lastTurn(happened.slice(0, 7)).filter(({ event }) => event === 'slid')).toHaveLength(2)
  expect(lastTurn([])).toEqual([])
})

test('whoever answers and then moves has done both in the last turn', () => {
  const move = (seat: number, event: string, turn: number | null = null) => ({
    ply: 0,
    seat,
    decision: '',
    events: [{ event }, ...(turn ? [{ event: 'turn', seat: turn }] : [])],
  })
  const answered = [
    move(2, 'placed', 1),
    move(1, 'stone-placed'),
    move(2, 'slid'),
    move(2, 'slid', 2),
    move(2, 'placed', 1),
  ]
  const told = (moves: typeof answered) =>
    lastTurn(moves).flatMap(({ event }) => (event === 'turn' ? [] : [event]))
  expect(told(answered)).toEqual(['slid', 'slid', 'placed'])
  expect(told(answered.slice(0, 4))).toEqual(['stone-placed', 'slid', 'slid'])
  expect(told([move(2, 'walked', 1), move(2, 'placed', 1)])).toEqual(['placed'])
})
