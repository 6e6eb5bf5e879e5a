// A module of the page, compiled for Node.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

export async function compiled(name) {
  const entry = fileURLToPath(new URL(`../src/local/${name}`, import.meta.url))
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, lib: { entry, formats: ['es'] } },
  })
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)
}
