// How much a page weighs, compressed: the home page, and each page with a board beyond it.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const BUILT = new URL('../../src/ludothek/web/', import.meta.url)
const HOME = 120 * 1024
const BOARD = 60 * 1024
const TABLE = 220 * 1024 // the 3D table of Splash!
const PACK = 12 * 1024 * 1024 // everything that is kept for times offline
const LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'nl']
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', BUILT), 'utf8'))
const BOARDS = Object.keys(manifest).filter((name) => /^src\/games\/\w+\/index\.ts$/.test(name))

/** All files that an entry loads, itself included. */
function files(entry, list = new Set()) {
  const chunk = manifest[entry]
  if (!chunk) throw new Error(`nothing was built from ${entry}`)
  if (list.has(chunk.file)) return list
  list.add(chunk.file)
  for (const css of chunk.css ?? []) list.add(css)
  for (const other of chunk.imports ?? []) files(other, list)
  return list
}

function weight(names) {
  return [...names].reduce(
    (sum, name) => sum + gzipSync(readFileSync(new URL(name, BUILT))).length,
    0,
  )
}

function together(...entries) {
  return new Set(entries.flatMap((entry) => [...files(entry)]))
}

let failed = false
function check(what, bytes, most) {
  const over = bytes > most
  failed ||= over
  console.log(
    `${over ? 'TOO MUCH' : 'ok'}  ${(bytes / 1024).toFixed(1)} kB of ${most / 1024} kB  ${what}`,
  )
}

/** The pages with a board: what they load, and how much that may be beyond the home page. */
const PAGES = [
  ...BOARDS.flatMap((board) =>
    ['Match', 'Replay', 'learn/Learn'].map((page) => ({
      what: `${page} of ${board.split('/')[2]}`,
      entries: [`src/pages/${page}.svelte`, board],
      most: BOARD,
    })),
  ),
  ...[
    ['Match', 'src/splash/Game.svelte'],
    ['Replay', 'src/splash/Replay.svelte'],
    ['learn/LearnSplash'],
  ].map(([page, ...more]) => ({
    what: `${page} of splash`,
    entries: [`src/pages/${page}.svelte`, ...more, 'src/splash/three/view.ts'],
    most: TABLE,
  })),
]

for (const language of LANGUAGES) {
  const spoken = [`src/messages/${language}.json`, `src/content/words/${language}.json`]
  const home = together('index.html', 'src/pages/Home.svelte', ...spoken)
  home.add('theme.js') // a script of its own, before anything is painted
  check(`home in ${language}`, weight(home), HOME)
  if (language !== 'en') continue
  for (const { what, entries, most } of PAGES) {
    const more = [...together(...entries)].filter((name) => !home.has(name))
    check(`${what}, beyond home`, weight(more), most)
  }
}
const { files: kept } = JSON.parse(readFileSync(new URL('offline.json', BUILT), 'utf8'))
check(
  'offline pack',
  kept.reduce((sum, { sent }) => sum + sent, 0),
  PACK,
)
process.exit(failed ? 1 : 0)
