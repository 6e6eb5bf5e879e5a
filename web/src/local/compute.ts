/** The computing worker: text jobs in, answers out, one at a time. */

import { Engine } from './python-jobs'
import { packed } from './pack-files'

let engine: Promise<Engine> | null = null

self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  void answered(data).then((answer) => self.postMessage(answer))
})

/** The answer: empty where there is none, null where there will never be one. */
async function answered(job: string): Promise<string | null> {
  let ready: Engine | null = null
  try {
    engine ??= Engine.start(packed)
    ready = await engine
    return await ready.answer(job, () => undefined)
  } catch (error) {
    console.warn('a job was not answered:', error)
    return ready && ''
  }
}
