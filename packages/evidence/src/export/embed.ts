/**
 * Stored canonical text inside an entry: what was hashed or signed goes out letter for letter, never parsed and
 * written anew. Canonical texts nest, so the line stays canonical.
 */
import { CanonicalizationError, canonicalize } from '../json/canonical.js'

class EmbeddedText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/**
 * Stands for a value whose canonical text is at hand, as an entry's member.
 *
 * @param text INVARIANT: canonical; the store keeps no other.
 * @returns typed as the value itself, so that entries built from rows and from values have one type.
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller says which value the text is of
export function embedText<Value>(text: string): Value {
  return new EmbeddedText(text) as Value
}

/**
 * Canonical text of a value in which {@link embedText} may stand for members.
 *
 * @throws {CanonicalizationError}
 */
export function composeText(value: unknown): string {
  if (value instanceof EmbeddedText) return value.text
  if (Array.isArray(value)) return `[${value.map(composeText).join(',')}]`
  if (!isPlainObject(value)) return canonicalize(value)
  const members = Object.keys(value)
    .sort()
    .map((name) => `${canonicalize(name)}:${composeText(value[name])}`)
  return `{${members.join(',')}}`
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  if (Object.getPrototypeOf(value) === Object.prototype) return true
  throw new CanonicalizationError('no canonical form: an instance of a class', '')
}
