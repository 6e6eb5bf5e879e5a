/** The files of the pack by their built names: Python, our modules, the core, networks. */

import pack from 'virtual:pack'
import type { Files } from './python-jobs'

const at = (name: string) => new URL(name, import.meta.url).href

/** Everything from our own files. */
export const packed: Files = { load, folder: at(pack.python), read }

function load(script: string): Promise<unknown> {
  const name = pack.files[script]
  return import(/* @vite-ignore */ name ? at(name) : packed.folder + script)
}

async function read(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(at(pack.files[name]!))
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}
