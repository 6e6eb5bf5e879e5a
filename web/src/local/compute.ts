/** The worker that computes: text jobs in, answers out, one after the other. */

import { Engine } from './engine'
import { packed } from './files'

let engine: Promise<Engine> | null = null

self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  void answered(data).then((answer) => self.postMessage(answer))
})

/** The answer; empty where there is none. */
async function answered(job: string): Promise<string> {
  try {
    engine ??= Engine.start(packed)
    return await (await engine).answer(job, () => undefined)
  } catch (error) {
    console.warn('a job was not answered:', error)
    return ''
  }
}
