// Answer text jobs in Node as the page's worker does: `node tools/run-jobs.mjs FOLDER` reads a job a
// line and writes an answer a line, as JSON: {"answer": "…"} or {"failed": "…"}, the seconds, and those
// of processors, all threads together.
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { compiled } from './compile-module.mjs'

const folder = resolve(process.argv[2])
const load = (name) => import(pathToFileURL(join(folder, name)).href)
const { Engine } = await compiled('python-jobs.ts')
const read = (name) => readFile(join(folder, name))
const started = await Engine.start({ load, folder, read })
for await (const job of createInterface({ input: process.stdin })) {
  const [begun, before] = [performance.now(), process.cpuUsage()]
  const result = await started
    .answer(job, () => undefined)
    .then(
      (answer) => ({ answer }),
      (error) => ({ failed: error.message }),
    )
  const seconds = (performance.now() - begun) / 1000
  const { user, system } = process.cpuUsage(before)
  console.log(JSON.stringify({ ...result, seconds, processor: (user + system) / 1e6 }))
}
