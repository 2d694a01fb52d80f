/** Integers and versions as the ledger compares them (bundle-format §3): by value, never by JavaScript's coercions. */
import { canonicalize, CanonicalizationError } from '@heron/evidence'

/** The integer a JSON value is, or `null`: 1.0 is 1; booleans, texts, null and fractions are no integers. */
export function integerOf(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return null
  return value === 0 ? 0 : value
}

/** True when two `v` members agree: as integers, otherwise only with the same JSON type and value. */
export function sameVersion(left: unknown, right: unknown): boolean {
  const integer = integerOf(left)
  if (integer !== null) return integer === integerOf(right)
  if (left === undefined || right === undefined) return false
  try {
    return canonicalize(left) === canonicalize(right)
  } catch (error) {
    if (error instanceof CanonicalizationError) return false
    throw error
  }
}
