/**
 * JSON Canonicalization Scheme (RFC 8785): the one text that is hashed and signed.
 *
 * Stricter than `JSON.stringify`, which drops `undefined`, turns NaN into null and calls `toJSON`: whatever has no
 * JSON text of its own is refused, since a silently changed value would be signed as if it had been sent.
 */
import { childPointer, type JsonPointer } from './value.js'

/** Deepest nesting accepted, the same as for reading (see `read.ts`). Also what ends a cyclic value. */
export const MAX_JSON_DEPTH = 64

/** Thrown when a value has no canonical form. `pointer` names the member. */
export class CanonicalizationError extends Error {
  readonly code = 'not_canonicalizable'
  readonly pointer: JsonPointer

  constructor(message: string, pointer: JsonPointer) {
    super(`${message} at \`${pointer}\``)
    this.name = 'CanonicalizationError'
    this.pointer = pointer
  }
}

/**
 * Returns the canonical text of a JSON value (RFC 8785 §3.2).
 *
 * `-0` is written `0`; `null` members stay; names are ordered by UTF-16 code unit.
 *
 * @throws {CanonicalizationError} for anything that JSON cannot say: undefined, functions, bigint, symbols, NaN,
 * infinities, lone surrogates, holes, class instances, nesting deeper than {@link MAX_JSON_DEPTH}, cycles.
 */
export function canonicalize(value: unknown): string {
  try {
    return write(value, 0, UNTRACKED)
  } catch {
    // Almost every value has a canonical form: only for one that has none is it worth keeping track of the place.
    return write(value, 0, null)
  }
}

/** The UTF-8 bytes of {@link canonicalize}. */
export function canonicalBytes(value: unknown): Uint8Array {
  return encoder.encode(canonicalize(value))
}

const encoder = new TextEncoder()

/** Where the writer stands, kept as a linked list so that a pointer costs nothing until something is wrong. */
type Place = { readonly parent: Place; readonly step: string | number } | null

/** Stands for every place where none is kept. */
const UNTRACKED: Place = { parent: null, step: '' }

function placeOf(parent: Place, step: string | number): Place {
  return parent === UNTRACKED ? UNTRACKED : { parent, step }
}

function write(value: unknown, depth: number, place: Place): string {
  switch (typeof value) {
    case 'string':
      return writeString(value, place)
    case 'number':
      if (!Number.isFinite(value)) throw refuse('a number that is not finite', place)
      return value === 0 ? '0' : String(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      if (value === null) return 'null'
      if (depth >= MAX_JSON_DEPTH) throw refuse(`nesting deeper than ${MAX_JSON_DEPTH.toString()}`, place)
      return Array.isArray(value)
        ? writeArray(value, depth + 1, place)
        : writeObject(value as Record<string, unknown>, depth + 1, place)
    default:
      throw refuse(`a value of type ${typeof value}`, place)
  }
}

function writeArray(items: readonly unknown[], depth: number, parent: Place): string {
  let text = '['
  for (let index = 0; index < items.length; index += 1) {
    if (index > 0) text += ','
    text += write(items[index], depth, placeOf(parent, index))
  }
  return text + ']'
}

function writeObject(object: Record<string, unknown>, depth: number, parent: Place): string {
  const prototype: unknown = Object.getPrototypeOf(object)
  if (prototype !== Object.prototype && prototype !== null) {
    // Another realm's Object.prototype has itself no prototype: a plain object from a worker or frame is welcome.
    if (Object.getPrototypeOf(prototype) !== null) throw refuse('an instance of a class', parent)
  }
  let text = '{'
  for (const name of sortedNames(object)) {
    const member = object[name]
    const place = placeOf(parent, name)
    text += (text.length > 1 ? ',' : '') + writeString(name, place) + ':' + write(member, depth, place)
  }
  return text + '}'
}

/** Own names by UTF-16 code unit (RFC 8785 §3.2.3), which is what `<` on strings compares. */
function sortedNames(object: Record<string, unknown>): string[] {
  const names = Object.keys(object)
  // What we hash was mostly built or parsed in order already, and looking is cheaper than sorting.
  for (let index = 1; index < names.length; index += 1) {
    if ((names[index - 1] ?? '') > (names[index] ?? '')) return names.sort()
  }
  return names
}

const NEEDS_CARE = /["\\\u0000-\u001f\ud800-\udfff]/

function writeString(text: string, place: Place): string {
  if (!NEEDS_CARE.test(text)) return `"${text}"`
  if (!text.isWellFormed()) throw refuse('a lone surrogate', place)
  return JSON.stringify(text)
}

function refuse(what: string, place: Place): CanonicalizationError {
  const steps: (string | number)[] = []
  for (let at = place; at !== null; at = at.parent) steps.unshift(at.step)
  return new CanonicalizationError(`no canonical form: ${what}`, steps.reduce<string>(childPointer, ''))
}
