import { expect, test, vi } from 'vitest'
import { JobQueue, type Port } from './queue'

class FakeWorker extends EventTarget {
  jobs: string[] = []
  ended = false
  postMessage(job: string) {
    this.jobs.push(job)
  }
  terminate() {
    this.ended = true
  }
  answer(text: string | null) {
    this.dispatchEvent(new MessageEvent('message', { data: text }))
  }
}

function queued() {
  const workers: FakeWorker[] = []
  const queue = new JobQueue(() => {
    workers.push(new FakeWorker())
    return workers.at(-1) as unknown as Port
  })
  return { queue, workers }
}

test('one job at a time, the most urgent first', async () => {
  const { queue, workers } = queued()
  const answers = [queue.run('analysis', 2), queue.run('more', 2), queue.run('board', 0)]
  expect(workers[0]!.jobs).toEqual(['analysis'])
  workers[0]!.answer('1')
  workers[0]!.answer('2')
  workers[0]!.answer('3')
  expect(workers[0]!.jobs).toEqual(['analysis', 'board', 'more'])
  expect(await Promise.all(answers)).toEqual(['1', '3', '2'])
})

test('a worker that fails leaves its job without an answer, and the next one gets another', async () => {
  const { queue, workers } = queued()
  const first = queue.run('a', 0)
  const second = queue.run('b', 0)
  workers[0]!.dispatchEvent(new Event('error'))
  expect(await first).toBe('')
  expect([workers[0]!.ended, workers.length]).toEqual([true, 2])
  workers[1]!.answer('x')
  expect(await second).toBe('x')
})

test('one that could not start is replaced with the next job', async () => {
  const { queue, workers } = queued()
  const first = queue.run('a', 0)
  workers[0]!.answer(null)
  expect(await first).toBe('')
  const second = queue.run('b', 0)
  expect([workers[0]!.ended, workers.length]).toEqual([true, 2])
  workers[1]!.answer('x')
  expect(await second).toBe('x')
})

test('nobody waits for ever', async () => {
  vi.useFakeTimers()
  const { queue, workers } = queued()
  const never = queue.run('a', 0)
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  expect([await never, workers[0]!.ended]).toEqual(['', true])
})
