/**
 * Messages as data. A message is a text with `{name}` in it, or a choice between messages:
 * by number (`count`, with the plural forms of the language), by value (`select`), or by whether
 * two values are the same (`same`).
 */

export type Message = string | { readonly [form: string]: Message | readonly string[] }
export type Params = Readonly<Record<string, unknown>>

/** What a language and a game lend to their messages. */
export interface Tongue {
  readonly language: string
  /** The name of a value: `{seat:seat}` with 2 asks for the term `seat` of 2. */
  readonly term: (kind: string, value: unknown) => string
}

/** Say a message with its parameters. */
export function say(message: Message, params: Params, tongue: Tongue): string {
  if (typeof message === 'string') return filled(message, params, tongue)
  return say(chosen(message, params, tongue.language), params, tongue)
}

/** Follow a path such as `pieces.length`. */
export function value(params: Params, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, key) => (at as Params | null | undefined)?.[key], params)
}

function chosen(message: Exclude<Message, string>, params: Params, language: string): Message {
  const { count, select, same } = message
  if (typeof count === 'string') {
    const number = Number(value(params, count))
    return form(message, String(number), plural(language, number), 'other')
  }
  if (Array.isArray(same)) {
    const [a, b] = same.map((path) => value(params, path as string))
    return form(message, a === b ? 'yes' : 'no')
  }
  return form(message, String(value(params, select as string)), 'other')
}

function form(message: Exclude<Message, string>, ...names: string[]): Message {
  const name = names.find((each) => each in message)
  if (name === undefined) throw new Error(`a message has none of the forms ${names.join(', ')}`)
  return message[name] as Message
}

function filled(text: string, params: Params, tongue: Tongue): string {
  return text.replace(/\{([\w.-]+)(?::(\w+))?\}/g, (_, path: string, kind?: string) =>
    named(value(params, path), kind, tongue),
  )
}

function named(value: unknown, kind: string | undefined, tongue: Tongue): string {
  if (Array.isArray(value)) {
    const each = value.map((item) => named(item, kind, tongue))
    return lists(tongue.language).format(each)
  }
  if (isPlaced(value)) return value.at
  if (kind) return tongue.term(kind, value)
  if (typeof value === 'number') return numbers(tongue.language).format(value)
  return String(value ?? '')
}

/** `{"at": "c4", …}`: something that is told by where it is. */
function isPlaced(value: unknown): value is { at: string } {
  return typeof value === 'object' && value !== null && 'at' in value
}

function plural(language: string, number: number): string {
  return plurals(language).select(number)
}

function once<T>(make: (language: string) => T): (language: string) => T {
  const made = new Map<string, T>()
  return (language) => {
    const formatter = made.get(language) ?? make(language)
    made.set(language, formatter)
    return formatter
  }
}

const plurals = once((language) => new Intl.PluralRules(language))
const numbers = once((language) => new Intl.NumberFormat(language))
const lists = once((language) => new Intl.ListFormat(language, { type: 'conjunction' }))
