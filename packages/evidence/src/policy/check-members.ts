/** Checks that rules, conditions and bundles share: which members an object has, and what a member may hold. */
import { childPointer, type JsonObject, type JsonPointer, ownMember } from '../json/value.js'
import type { Report } from './findings.js'

/** Longest text that a rule carries. Rules are published and shown whole. */
const MAX_TEXT_LENGTH = 4000

/** A member that nobody reads would look like a condition that is in force: it is refused. */
export function checkMembers(
  object: JsonObject,
  required: readonly string[],
  optional: readonly string[],
  pointer: JsonPointer,
  report: Report,
): void {
  for (const name of Object.keys(object)) {
    if (!required.includes(name) && !optional.includes(name)) {
      report('unknown_member', childPointer(pointer, name), 'is not a member here')
    }
  }
  for (const name of required) {
    if (!Object.hasOwn(object, name)) report('missing', childPointer(pointer, name), 'is missing')
  }
}

export function checkText(object: JsonObject, name: string, pointer: JsonPointer, report: Report): void {
  const value = ownMember(object, name)
  if (value === undefined) return
  const at = childPointer(pointer, name)
  if (typeof value !== 'string' || value.trim() === '') report('wrong_type', at, 'must be a text, not empty')
  else if (value.length > MAX_TEXT_LENGTH || !value.isWellFormed()) {
    report(
      'out_of_range',
      at,
      `must be well-formed Unicode of at most ${MAX_TEXT_LENGTH.toString()} characters`,
    )
  }
}

export function checkWhole(
  object: JsonObject,
  name: string,
  least: number,
  pointer: JsonPointer,
  report: Report,
): void {
  const value = ownMember(object, name)
  if (value === undefined) return
  const at = childPointer(pointer, name)
  if (typeof value !== 'number') report('wrong_type', at, 'must be a number')
  else if (!Number.isSafeInteger(value) || value < least) {
    report('out_of_range', at, `must be a whole number from ${least.toString()}`)
  }
}

export function checkWord(
  object: JsonObject,
  name: string,
  vocabulary: readonly string[],
  pointer: JsonPointer,
  report: Report,
): void {
  const value = ownMember(object, name)
  if (value === undefined || (typeof value === 'string' && vocabulary.includes(value))) return
  report('not_in_vocabulary', childPointer(pointer, name), `must be one of ${vocabulary.join(', ')}`)
}

/** A list without repetition, not empty: an empty one would make a rule that never or always holds, unnoticed. */
export function checkWordList(
  object: JsonObject,
  name: string,
  vocabulary: readonly string[],
  pointer: JsonPointer,
  report: Report,
): void {
  const value = ownMember(object, name)
  if (value === undefined) return
  const at = childPointer(pointer, name)
  if (!Array.isArray(value) || value.length === 0) {
    report('wrong_type', at, 'must be a list, not empty')
    return
  }
  const items: readonly unknown[] = value
  items.forEach((item, index) => {
    const place = childPointer(at, index)
    if (typeof item !== 'string' || !vocabulary.includes(item)) {
      report('not_in_vocabulary', place, `must be one of ${vocabulary.join(', ')}`)
    } else if (items.indexOf(item) !== index) report('duplicate', place, `\`${item}\` is listed twice`)
  })
}
