/**
 * Strict reading of JSON text (RFC 8259 within I-JSON, RFC 7493; heron.md §2).
 *
 * A stock parser keeps the last of two equal names, lets lone surrogates pass and rounds 2^53+1 silently: two readers
 * of one signed text could then disagree about what was signed. Everything of that kind is refused here, with a pointer.
 */
import { MAX_JSON_DEPTH } from './canonical.js'
import { childPointer, type JsonPointer, type JsonValue } from './value.js'

export type JsonTextErrorCode =
  | 'invalid_json'
  | 'invalid_utf8'
  | 'duplicate_member'
  | 'lone_surrogate'
  | 'non_finite_number'
  | 'unsafe_integer'
  | 'nesting_too_deep'

/** Why a text was refused. `pointer` names the member, `offset` counts UTF-16 units from the start of the text. */
export class JsonTextError extends Error {
  readonly code: JsonTextErrorCode
  readonly pointer: JsonPointer
  readonly offset: number

  constructor(code: JsonTextErrorCode, message: string, pointer: JsonPointer, offset: number) {
    super(message)
    this.name = 'JsonTextError'
    this.code = code
    this.pointer = pointer
    this.offset = offset
  }
}

export type JsonReadOptions = {
  /**
   * Which integers beyond ±(2^53−1) are refused: those `written` out in digits (the default; `1e+21` is a legal
   * number), every number whose mathematical `value` is integral (delegation tokens, delegation.md §2.6), or only
   * those whose digits are not the ones that canonical JSON writes for the number (`uncanonical`): RFC 8785 writes 1e20
   * out, so a reader of canonical text must take what it writes, and nothing that rounds to it.
   */
  readonly unsafeIntegers?: 'written' | 'value' | 'uncanonical'
  /**
   * What happens to values that JSON text can spell and canonical JSON cannot carry (lone surrogates, numbers that
   * overflow to infinity, unsafe integers): `refuse` the text (the default), or `keep` them for a verifier that reports
   * each at its own place. Syntax, duplicate names and nesting are refused either way.
   */
  readonly unencodable?: 'refuse' | 'keep'
}

export type JsonReadResult =
  { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly error: JsonTextError }

/**
 * Reads one JSON text strictly.
 *
 * @param text UNTRUSTED.
 * @throws {JsonTextError}
 */
export function parseJson(text: string, options: JsonReadOptions = {}): JsonValue {
  return new Reader(text, options).document()
}

/**
 * Reads UTF-8 bytes as one JSON text, strictly. A byte order mark is refused (RFC 8259 §8.1).
 *
 * @param bytes UNTRUSTED.
 * @throws {JsonTextError}
 */
export function parseJsonBytes(bytes: Uint8Array, options: JsonReadOptions = {}): JsonValue {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw new JsonTextError('invalid_utf8', 'the text is not valid UTF-8', '', 0)
  }
  return parseJson(text, options)
}

/** {@link parseJson} and {@link parseJsonBytes} with the refusal as a value. */
export function decodeJson(input: string | Uint8Array, options: JsonReadOptions = {}): JsonReadResult {
  try {
    return {
      ok: true,
      value: typeof input === 'string' ? parseJson(input, options) : parseJsonBytes(input, options),
    }
  } catch (error) {
    if (error instanceof JsonTextError) return { ok: false, error }
    throw error
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

// Number grammar of RFC 8259 §6; sticky, so that it matches where the reader stands.
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const NON_FINITE_WORD = /-?(?:NaN|Infinity)/y

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

class Reader {
  readonly #text: string
  readonly #unsafeIntegers: NonNullable<JsonReadOptions['unsafeIntegers']>
  readonly #keepUnencodable: boolean
  readonly #path: (string | number)[] = []
  #at = 0

  constructor(text: string, options: JsonReadOptions) {
    this.#text = text
    this.#unsafeIntegers = options.unsafeIntegers ?? 'written'
    this.#keepUnencodable = options.unencodable === 'keep'
  }

  document(): JsonValue {
    this.#skipSpace()
    const value = this.#value()
    this.#skipSpace()
    if (this.#at < this.#text.length) throw this.#refuse('invalid_json', 'text after the end of the document')
    return value
  }

  #value(): JsonValue {
    const code = this.#text.charCodeAt(this.#at)
    switch (code) {
      case QUOTE:
        return this.#string()
      case OPEN_BRACE:
        return this.#object()
      case OPEN_BRACKET:
        return this.#array()
      case 0x74:
        return this.#word('true', true)
      case 0x66:
        return this.#word('false', false)
      case 0x6e:
        return this.#word('null', null)
      default:
        return this.#number()
    }
  }

  #object(): JsonValue {
    const object: Record<string, JsonValue> = {}
    if (this.#open(CLOSE_BRACE)) return object
    for (;;) {
      if (this.#text.charCodeAt(this.#at) !== QUOTE) {
        throw this.#refuse('invalid_json', 'expected a member name in double quotes')
      }
      const name = this.#string()
      this.#path.push(name)
      if (Object.hasOwn(object, name))
        throw this.#refuse('duplicate_member', 'the member stands twice in one object')
      this.#skipSpace()
      if (this.#text.charCodeAt(this.#at) !== COLON)
        throw this.#refuse('invalid_json', 'expected `:` after a member name')
      this.#at += 1
      this.#skipSpace()
      const value = this.#value()
      // Plain assignment to this name would set the prototype instead of a member.
      if (name === '__proto__') {
        Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true })
      } else {
        object[name] = value
      }
      this.#path.pop()
      if (this.#close(CLOSE_BRACE, '}')) return object
    }
  }

  #array(): JsonValue {
    const items: JsonValue[] = []
    if (this.#open(CLOSE_BRACKET)) return items
    for (;;) {
      this.#path.push(items.length)
      items.push(this.#value())
      this.#path.pop()
      if (this.#close(CLOSE_BRACKET, ']')) return items
    }
  }

  /** Steps into a container; true when it is empty and already closed. */
  #open(closing: number): boolean {
    this.#at += 1
    this.#skipSpace()
    if (this.#path.length >= MAX_JSON_DEPTH) {
      throw this.#refuse('nesting_too_deep', `nesting deeper than ${MAX_JSON_DEPTH.toString()} levels`)
    }
    if (this.#text.charCodeAt(this.#at) !== closing) return false
    this.#at += 1
    return true
  }

  /** After an item: true at the end of the container, false when another item follows. */
  #close(closing: number, sign: string): boolean {
    this.#skipSpace()
    const code = this.#text.charCodeAt(this.#at)
    if (code !== closing && code !== COMMA)
      throw this.#refuse('invalid_json', `expected \`,\` or \`${sign}\``)
    this.#at += 1
    if (code === closing) return true
    this.#skipSpace()
    return false
  }

  #string(): string {
    const text = this.#text
    const start = this.#at + 1
    let at = start
    let plain = true
    for (;;) {
      const code = text.charCodeAt(at)
      if (code === QUOTE) break
      if (code === BACKSLASH) {
        plain = false
        at += 2
        continue
      }
      // NaN (past the end) fails this comparison as well.
      if (!(code >= 0x20)) {
        this.#at = Math.min(at, text.length)
        throw this.#refuse(
          'invalid_json',
          at < text.length ? 'a raw control character in a string' : 'a string without an end',
        )
      }
      if (code >= 0xd800 && code <= 0xdfff) plain = false
      at += 1
    }
    this.#at = at + 1
    if (plain) return text.slice(start, at)
    return this.#unescape(start - 1, at + 1)
  }

  /** The rare strings: JSON.parse knows the escapes, what it lets pass is refused after it. */
  #unescape(start: number, end: number): string {
    let value: string
    try {
      value = JSON.parse(this.#text.slice(start, end)) as string
    } catch {
      this.#at = start
      throw this.#refuse('invalid_json', 'an escape that JSON does not have')
    }
    if (!this.#keepUnencodable && !value.isWellFormed()) {
      this.#at = start
      throw this.#refuse('lone_surrogate', 'a lone surrogate in a string')
    }
    return value
  }

  #number(): number {
    NUMBER.lastIndex = this.#at
    const literal = NUMBER.exec(this.#text)?.[0]
    if (literal === undefined) {
      NON_FINITE_WORD.lastIndex = this.#at
      if (NON_FINITE_WORD.test(this.#text))
        throw this.#refuse('non_finite_number', 'a number that is not finite')
      throw this.#refuse(
        'invalid_json',
        this.#at < this.#text.length ? 'expected a value' : 'the text ends too early',
      )
    }
    const value = Number(literal)
    if (!this.#keepUnencodable) this.#judgeNumber(literal, value)
    this.#at += literal.length
    return value
  }

  #judgeNumber(literal: string, value: number): void {
    if (!Number.isFinite(value)) throw this.#refuse('non_finite_number', 'a number too large to be finite')
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER && this.#isUnsafe(literal, value)) {
      throw this.#refuse('unsafe_integer', 'an integer beyond ±(2^53−1), which readers round differently')
    }
  }

  #isUnsafe(literal: string, value: number): boolean {
    switch (this.#unsafeIntegers) {
      case 'written':
        return /^-?[0-9]+$/.test(literal)
      case 'value':
        return true
      case 'uncanonical':
        return /^-?[0-9]+$/.test(literal) && literal !== String(value)
    }
  }

  #word<Value extends JsonValue>(word: string, value: Value): Value {
    if (!this.#text.startsWith(word, this.#at)) throw this.#refuse('invalid_json', 'expected a value')
    this.#at += word.length
    return value
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
      this.#at += 1
    }
  }

  #refuse(code: JsonTextErrorCode, message: string): JsonTextError {
    return new JsonTextError(code, message, this.#path.reduce<string>(childPointer, ''), this.#at)
  }
}
