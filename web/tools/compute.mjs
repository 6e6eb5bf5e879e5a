// Answer text jobs in Node as the page's worker does: `node tools/compute.mjs FOLDER` reads a job a
// line and writes an answer a line, as JSON: {"answer": "…"} or {"failed": "…"}, and the seconds.
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

const ENGINE = fileURLToPath(new URL('../src/local/engine.ts', import.meta.url))

/** The module of the page, compiled. */
async function engine() {
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, lib: { entry: ENGINE, formats: ['es'] } },
  })
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)
}

const folder = resolve(process.argv[2])
const { loadPyodide } = await import(pathToFileURL(join(folder, 'pyodide.mjs')).href)
const { Engine } = await engine()
const read = (name) => readFile(join(folder, name))
const started = await Engine.start({ load: loadPyodide, folder, read })
for await (const job of createInterface({ input: process.stdin })) {
  const begun = performance.now()
  const told = await started
    .answer(job, () => undefined)
    .then(
      (answer) => ({ answer }),
      (error) => ({ failed: error.message }),
    )
  console.log(JSON.stringify({ ...told, seconds: (performance.now() - begun) / 1000 }))
}
