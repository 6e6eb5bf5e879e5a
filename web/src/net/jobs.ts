/** Jobs: started by a request, then followed over the socket until they end. */

import type { JobInfo } from '../wire.gen'
import { server, type Channel } from './backend'

interface Ways {
  readonly line: Pick<Channel, 'listen' | 'state'>
  readonly job: (id: string) => Promise<JobInfo>
}

/** Has it come to an end, good or bad? */
export function isOver({ state }: JobInfo): boolean {
  return state !== 'waiting' && state !== 'working'
}

/**
 * Hand a job in, and wait for its end; `onProgress` hears how far it is. What was missed while the
 * line was closed is asked for once it is open. A `signal` that is aborted ends the waiting, not the
 * job.
 */
export async function jobDone(
  submit: () => Promise<JobInfo>,
  onProgress: (job: JobInfo) => void = () => {},
  signal?: AbortSignal,
  { line: heard, job: ask }: Ways = server,
): Promise<JobInfo> {
  const early = new Map<string, JobInfo>() // news that were quicker than the answer
  let job: JobInfo | null = null
  let stop = (): void => {}
  try {
    return await new Promise<JobInfo>((resolve, reject) => {
      const take = (news: JobInfo): void => {
        if (job && (news.id !== job.id || news.done < job.done || isOver(job))) return
        job = news
        onProgress(job)
        if (isOver(job)) resolve(job)
      }
      const refresh = (): void => {
        if (job && !isOver(job) && heard.state === 'open') ask(job.id).then(take, reject)
      }
      stop = heard.listen((message) => {
        if (message.type === 'job' && job) take(message.job)
        else if (message.type === 'job') early.set(message.job.id, message.job)
        else if (message.type === 'welcome') refresh()
      })
      signal?.addEventListener('abort', () => job && resolve(job))
      submit().then((first) => {
        take(first)
        const news = early.get(first.id)
        if (news) take(news)
        refresh()
      }, reject)
    })
  } finally {
    stop()
  }
}
