import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../lib/settings.svelte'
import { say, type Message } from '../lib/format'

interface Tree {
  readonly [key: string]: Tree | Message
}

const MESSAGES = import.meta.glob<Tree>('./*.json', { eager: true, import: 'default' })
const WORDS = import.meta.glob<Tree>('../content/words/*.json', { eager: true, import: 'default' })
const SOURCES = import.meta.glob<string>(
  ['../**/*.{ts,svelte}', '!../**/*.test.ts', '!../wire.gen.ts'],
  {
    eager: true,
    query: '?raw',
    import: 'default',
  },
)
const PAGES = Object.entries(SOURCES).filter(([name]) => name.endsWith('.svelte'))
const source = Object.values(SOURCES).join('\n')

function isMessage(node: Tree | Message): node is Message {
  return typeof node === 'string' || 'count' in node || 'select' in node || 'same' in node
}

function leaves(tree: Tree, path = ''): [string, Message][] {
  return Object.entries(tree).flatMap(([key, node]) => {
    const here = path ? `${path}.${key}` : key
    return isMessage(node) ? [[here, node] as [string, Message]] : leaves(node, here)
  })
}

/** The values a message names, whatever its form. */
function holes(message: Message): string[] {
  const text = JSON.stringify(message)
  return [
    ...new Set([...text.matchAll(/\{([\w.-]+)(?::\w+)?\}/g)].map((hole) => hole[1]!)),
  ].toSorted()
}

function isUsed(key: string): boolean {
  if (source.includes(`'${key}'`)) return true
  const parts = key.split('.')
  return parts.some((_, i) => {
    const start = parts.slice(0, i).join('.')
    return start !== '' && new RegExp(`\`${start.replaceAll('.', '\\.')}\\.\\$\\{`).test(source)
  })
}

const english = new Map(leaves(MESSAGES['./en.json']!))

describe.each(LANGUAGES)('%s', (language) => {
  const own = new Map(leaves(MESSAGES[`./${language}.json`]!))

  test('has every message and no other', () => {
    expect([...own.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  })

  test('names the same values in every message', () => {
    for (const [key, message] of own) {
      expect([key, ...holes(message)]).toEqual([key, ...holes(english.get(key)!)])
    }
  })

  test('has a form for every number', () => {
    const tongue = { language, term: String }
    for (const [, message] of own) {
      if (typeof message === 'string' || !('count' in message)) continue
      for (const n of [0, 1, 2, 3, 5, 11, 100, 1_000_000]) {
        expect(say(message, { [message.count as string]: n, hours: 1 }, tongue)).not.toBe('')
      }
    }
  })

  test('has the words of the games', () => {
    expect(Object.keys(WORDS[`../content/words/${language}.json`]!).toSorted()).toEqual(
      Object.keys(WORDS['../content/words/en.json']!).toSorted(),
    )
  })
})

test('every message is used', () => {
  expect([...english.keys()].filter((key) => !isUsed(key))).toEqual([])
})

test('no text is written into a page', () => {
  const NAMES = /Ludothek|API|JSON|SVG|PNG/g
  for (const [name, text] of PAGES) {
    if (name.includes('Workshop')) continue
    const markup = text
      .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(/\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, '')
    const attributes = [...markup.matchAll(/(?:aria-label|title|placeholder|alt)="([^"]+)"/g)]
    const written = markup.replace(/<[^>]*>/g, ' ').replace(NAMES, '')
    expect([name, ...(written.match(/\p{L}{2,}/gu) ?? [])]).toEqual([name])
    expect([name, ...attributes.map((each) => each[1])]).toEqual([name])
  }
})
