/**
 * Canonical texts within one entry. The line as a whole and the signed or hashed parts in it are all needed as text;
 * canonical texts nest, so the parts are written once and the line is put together from them (`bench/src/verify.ts`).
 */
import { CanonicalizationError, canonicalize, MAX_JSON_DEPTH } from '../../json/canonical.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.js'

/** Members that are signed or hashed by themselves. */
const PARTS: ReadonlySet<string> = new Set(['payload', 'record', 'statement', 'bundle', 'body'])

export class EntryTexts {
  readonly #texts = new Map<object, string>()

  /**
   * Canonical text of an object within the entry.
   *
   * @throws {CanonicalizationError}
   */
  of(part: object): string {
    let text = this.#texts.get(part)
    if (text === undefined) {
      text = canonicalize(part)
      this.#texts.set(part, text)
    }
    return text
  }

  /**
   * Canonical text of the entry, or of a value above the parts.
   *
   * @throws {CanonicalizationError}
   */
  line(value: JsonValue, depth = 0): string {
    if (typeof value !== 'object' || value === null) return canonicalize(value)
    if (depth >= MAX_JSON_DEPTH) throw new CanonicalizationError('no canonical form: nested too deep', '')
    if (Array.isArray(value)) {
      return `[${value.map((item: JsonValue) => this.line(item, depth + 1)).join(',')}]`
    }
    return this.#object(value as JsonObject, depth + 1)
  }

  #object(value: JsonObject, depth: number): string {
    let text = ''
    for (const name of Object.keys(value).sort()) {
      const member = value[name] ?? null
      const memberText = PARTS.has(name) && isJsonObject(member) ? this.of(member) : this.line(member, depth)
      text += `${text === '' ? '' : ','}${canonicalize(name)}:${memberText}`
    }
    return `{${text}}`
  }
}
