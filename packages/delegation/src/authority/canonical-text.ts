/** Canonical text of a value that may have none: lone surrogates, infinities and too deep nesting are answers here. */
import { canonicalize, CanonicalizationError, type JsonValue } from '@heron/evidence'

/** @param value UNTRUSTED. @returns `null` when it has no canonical form. */
export function canonicalTextOf(value: JsonValue): string | null {
  try {
    return canonicalize(value)
  } catch (error) {
    if (error instanceof CanonicalizationError) return null
    throw error
  }
}
