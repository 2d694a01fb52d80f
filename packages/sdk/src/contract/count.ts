/**
 * Counting on the vendor's side: addresses and records never leave, how many there are and whether a recipient is outside
 * does (`recipient_count`, `recipient_external`, `record_count`, heron.md §4).
 *
 * Arguments come from a model that may have read hostile text. What is not plainly an address of one's own is never
 * counted as internal.
 */
import { anchorTypeOf, type JsonObject, type JsonValue } from '@heron/evidence'
import { EACH, parsePath, valuesAnywhere } from './path.js'

/**
 * Who belongs to the house: domains (`acme.com`; `*.acme.com` for every subdomain), or a function that is asked about
 * each recipient as written in the arguments.
 */
export type InternalRecipients = readonly string[] | ((recipient: string) => boolean)

/** What is counted: a fact, or null where a fact was claimed and cannot be told. */
export type Counted = { readonly [signal: string]: number | boolean | null }

/**
 * States what can be counted, wherever in the arguments the paths stand. No statement at all where none of them does:
 * the model may have named the field otherwise, and a count of zero would be a false fact.
 */
export function recipientSignals(
  args: JsonObject,
  paths: readonly string[],
  internal: InternalRecipients | null,
): Counted {
  if (paths.length === 0) return {}
  const { values, complete } = valuesAnywhere(args, paths)
  if (!complete) return { recipient_count: null, recipient_external: null }
  if (values.length === 0) return {}
  const recipients = new Set<string>()
  // What is no text still reaches somebody, but nobody can say whom.
  let unreadable = 0
  for (const entry of values.flatMap(listed)) {
    if (typeof entry === 'string') for (const one of split(entry)) recipients.add(one.toLowerCase())
    else if (entry !== null) unreadable += 1
  }
  const count = { recipient_count: recipients.size + unreadable }
  if (internal === null || recipients.size + unreadable === 0) return count
  const sides = [...recipients].map((recipient) => isInternal(recipient, internal))
  if (sides.includes(false)) return { ...count, recipient_external: true }
  const told = unreadable === 0 && !sides.includes(null)
  return { ...count, ...(told ? { recipient_external: false } : {}) }
}

/**
 * How many records a call touches: the lengths of the lists at the path, or the numbers there, wherever it stands; of
 * anything else under a path through a list (`pages.*.id`), how many places there are.
 */
export function recordSignals(args: JsonObject, path: string | undefined): Counted {
  if (path === undefined) return {}
  const { values, complete } = valuesAnywhere(args, [path])
  if (!complete) return { record_count: null }
  const lists = values.filter((value) => Array.isArray(value))
  if (lists.length > 0) return { record_count: lists.reduce((sum, list) => sum + list.length, 0) }
  if (parsePath(path)?.includes(EACH) === true)
    return values.length === 0 ? {} : { record_count: values.length }
  const numbers = values.filter((value) => typeof value === 'number' && value >= 0)
  return numbers.length === 0 ? {} : { record_count: numbers.reduce<number>((sum, n) => sum + Number(n), 0) }
}

function listed(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [value]
}

/**
 * The recipients in one text. A text may hold several addresses with names around them; each piece with an `@` counts,
 * so that `"maria@acme.com"@evil.example` gives a second piece that is no address, and hence not internal.
 */
function split(text: string): readonly string[] {
  const pieces = text.split(/[\s,;<>()"']+/).filter((piece) => piece.includes('@'))
  if (pieces.length > 0) return pieces
  const whole = text.trim()
  return whole === '' ? [] : [whole]
}

/** Null where a list of domains cannot tell: no address, or not one that reads the same to everybody. */
function isInternal(recipient: string, internal: InternalRecipients): boolean | null {
  if (typeof internal === 'function') return internal(recipient)
  if (anchorTypeOf(recipient) !== 'email') return null
  const domain = recipient.slice(recipient.lastIndexOf('@') + 1)
  return internal.some((entry) => {
    const own = entry.toLowerCase()
    return own.startsWith('*.') ? domain.endsWith(own.slice(1)) : domain === own
  })
}
