/** Equality of JSON values: that of their canonical texts, without writing them. */
import { isJsonObject, type JsonValue } from './value.js'

/** True when both have the same canonical text. Values must have one: what a reader gave, not what a program built. */
export function isSameJson(left: JsonValue, right: JsonValue): boolean {
  // `===` holds for -0 and 0, which canonical JSON writes alike.
  if (left === right) return true
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item: JsonValue, index) => isSameJson(item, right[index] as JsonValue))
    )
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false
  const names = Object.keys(left)
  if (names.length !== Object.keys(right).length) return false
  for (const name of names) {
    if (!Object.hasOwn(right, name) || !isSameJson(left[name] ?? null, right[name] ?? null)) return false
  }
  return true
}
