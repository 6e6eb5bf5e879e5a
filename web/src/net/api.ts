/** The HTTP requests to the server. A refused one throws `Refusal`. */

import { SERVER, served } from '../lib/base'
import type {
  AnalysisRequest,
  CreatedMatch,
  Credentials,
  Frames,
  GameInfo,
  HostInfo,
  JobInfo,
  MatchInfo,
  MatchList,
  MatchState,
  Me,
  Motion,
  NewMatch,
  NewPassword,
  Problem,
  RecoveryCode,
  SeatLinks,
  Statistics,
  TableState,
  TableTrial,
  TableTried,
  Trial,
  Tried,
} from '../wire.gen'
import { keep, shown } from './cross-origin-session'

const NOTHING = 204 // the status of an answer without content
const LONGEST = 30_000 // milliseconds that anybody waits for an answer

type Status = MatchInfo['status']

/** A request that was refused, with what is to be said about it. */
export class Refusal extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
  ) {
    super(problem.message)
  }
}

/** The server could not be reached. */
export const UNREACHABLE: Problem = { code: 'unreachable', params: {}, message: 'no connection' }

/** There is none: the page is a folder of files. */
export const NO_SERVER: Problem = { code: 'no-server', params: {}, message: 'no server' }

export const api = {
  games: () => get<GameInfo[]>('games'),
  host: () => get<HostInfo>('host'),
  me: () => get<Me>('me'),
  guest: (name: string | null) => post<Me>('guests', name ? { name } : {}),
  rename: (name: string) => request<Me>('PATCH', 'me', { name }),
  makeRecovery: () => post<RecoveryCode>('me/recovery'),
  recover: (code: string) => post<Me>('recover', { code }),
  makeAccount: (given: Credentials) => post<Me>('me/account', given),
  signIn: (given: Credentials) => post<Me>('login', given),
  changePassword: (given: NewPassword) => request<Me>('PUT', 'me/password', given),
  signOut: (everywhere: boolean) => post<void>(everywhere ? 'logout/everywhere' : 'logout'),
  mine: (status: Status) => get<MatchList>(`me/matches?status=${status}`),
  /** Own games that are over; `query` says which of them, and where the list goes on. */
  played: (query: URLSearchParams) => get<MatchList>(`me/matches?status=finished&${query}`),
  statistics: (since: number | null) =>
    get<Statistics>(since === null ? 'me/statistics' : `me/statistics?since=${since}`),
  finished: () => get<MatchList>('matches?status=finished'),
  create: (match: NewMatch) => post<CreatedMatch>('matches', match),
  match: (id: string) => get<MatchState>(`matches/${id}`),
  links: (id: string) => get<SeatLinks>(`matches/${id}/links`),
  invitation: (token: string) => get<MatchState>(`links/${token}`),
  accept: (token: string) => post<MatchState>(`links/${token}`),
  frames: (id: string, start: number) =>
    get<Frames>(`matches/${id}/frames?start=${start}&count=200`),
  attempt: (trial: Trial) => post<Tried>('try', trial),
  placement: (trial: TableTrial) => post<TableTried>('table/try', trial),
  table: (id: string, ply: number) => get<TableState>(`matches/${id}/table?ply=${ply}`),
  motion: (id: string, number: number) => get<Motion>(`matches/${id}/motions/${number}`),
  upload: (record: string) => post<MatchState>('records', { record }),
  hint: (id: string) => post<JobInfo>(`matches/${id}/hint`),
  analyse: (id: string, options: AnalysisRequest) =>
    post<JobInfo>(`matches/${id}/analysis`, options),
  job: (id: string) => get<JobInfo>(`jobs/${id}`),
  record: (id: string, form: 'text' | 'json') => text(`matches/${id}/record?form=${form}`),
  picture: (id: string, ply: number) => text(`matches/${id}/picture.svg?ply=${ply}`),
}

function get<T>(path: string): Promise<T> {
  return request<T>('GET', path)
}

function post<T>(path: string, body?: unknown): Promise<T> {
  return request<T>('POST', path, body)
}

async function text(path: string): Promise<string> {
  const answer = await answered('GET', path)
  return await reached(() => answer.text())
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await answered(method, path, body)
  return (answer.status === NOTHING ? undefined : await reached(() => answer.json())) as T
}

/** What the network gives; it may break off, or hang. */
async function reached<T>(what: () => Promise<T>): Promise<T> {
  try {
    return await what()
  } catch {
    throw new Refusal(UNREACHABLE, 0)
  }
}

async function answered(method: string, path: string, body?: unknown): Promise<Response> {
  if (SERVER === null) throw new Refusal(NO_SERVER, 0)
  const { credentials, headers } = shown()
  const init: RequestInit = {
    method,
    headers: { Accept: 'application/json', ...headers },
    credentials: credentials!,
    signal: AbortSignal.timeout(LONGEST),
  }
  if (method !== 'GET') {
    init.body = JSON.stringify(body ?? {})
    init.headers = { ...init.headers, 'Content-Type': 'application/json' }
  }
  const answer = await reached(() => fetch(served(`api/${path}`), init))
  keep(answer.headers)
  if (!answer.ok) throw new Refusal(await problemOf(answer), answer.status)
  return answer
}

async function problemOf(answer: Response): Promise<Problem> {
  try {
    return (await answer.json()) as Problem
  } catch {
    return UNREACHABLE
  }
}
