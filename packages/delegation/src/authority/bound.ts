/**
 * The typed bounds of constraints (delegation.md §1.5): reading, order, meet, and the test of one requested value.
 *
 * Knows nothing of keys, context fields or profiles; that is ./constraint's work.
 */
import type { JsonValue } from '@heron/evidence'
import { canonicalTextOf } from './canonical-text.js'
import type { BoundType } from './profile.js'
import { compareCodePoints } from './code-point-order.js'

type NumberType = 'max' | 'min' | 'max_lifetime' | 'max_subtree'

export type Bound =
  | { readonly type: NumberType; readonly value: number }
  /** Members by their canonical text, so that `1`, `"1"` and `true` are three members and `1.0` is `1`. */
  | { readonly type: 'one_of' | 'not_one_of'; readonly members: ReadonlyMap<string, JsonValue> }
  | { readonly type: 'prefix'; readonly value: string }
  | { readonly type: 'rank'; readonly value: string; readonly order: readonly string[] }

export type BoundResult =
  { readonly ok: true; readonly bound: Bound } | { readonly ok: false; readonly message: string }

/**
 * Reads the value of a type member.
 *
 * @param value UNTRUSTED; undefined when the member is absent.
 * @param order the vocabulary, for `rank` only; least permissive first.
 */
export function readBound(
  type: BoundType,
  value: JsonValue | undefined,
  order: readonly string[],
): BoundResult {
  switch (type) {
    case 'max':
    case 'min':
    case 'max_lifetime':
    case 'max_subtree':
      return isQuantity(value) ? { ok: true, bound: { type, value } } : refuse(type, 'a finite, safe number')
    case 'one_of':
    case 'not_one_of':
      return readList(type, value)
    case 'prefix':
      return typeof value === 'string' ? { ok: true, bound: { type, value } } : refuse(type, 'a text')
    case 'rank':
      return typeof value === 'string' && order.includes(value)
        ? { ok: true, bound: { type, value, order } }
        : refuse(type, 'one of its order')
  }
}

/** True when `child` admits nothing that `parent` refuses: C ≤ P. Bounds of different types never compare. */
export function isWithin(child: Bound, parent: Bound): boolean {
  switch (parent.type) {
    case 'max':
    case 'max_lifetime':
    case 'max_subtree':
      return child.type === parent.type && child.value <= parent.value
    case 'min':
      return child.type === parent.type && child.value >= parent.value
    case 'one_of':
      return child.type === parent.type && isSubset(child.members, parent.members)
    case 'not_one_of':
      return child.type === parent.type && isSubset(parent.members, child.members)
    case 'prefix':
      return child.type === parent.type && child.value.startsWith(parent.value)
    case 'rank':
      return (
        child.type === parent.type &&
        sameOrder(child.order, parent.order) &&
        parent.order.indexOf(child.value) <= parent.order.indexOf(parent.value)
      )
  }
}

/** The widest bound within both; `null` when the two have no meet. */
export function meetBounds(held: Bound, requested: Bound): Bound | null {
  if (isWithin(held, requested)) return held
  if (isWithin(requested, held)) return requested
  if (held.type === 'one_of' && requested.type === 'one_of') {
    return { type: 'one_of', members: intersect(held.members, requested.members) }
  }
  if (held.type === 'not_one_of' && requested.type === 'not_one_of') {
    return { type: 'not_one_of', members: inTotalOrder([...held.members, ...requested.members]) }
  }
  if (held.type === 'prefix' && requested.type === 'prefix') {
    return { type: 'prefix', value: held.value + ADMITS_NOTHING + requested.value }
  }
  return null
}

/** Joins two prefixes that exclude each other. A prefix with this character admits no value at all. */
const ADMITS_NOTHING = '\u0000'

/** Tests one requested value or running total. Values of another JSON type are refused, never coerced. */
export function admits(bound: Bound, value: JsonValue): boolean {
  switch (bound.type) {
    case 'max':
    case 'max_lifetime':
    case 'max_subtree':
      return isQuantity(value) && value <= bound.value
    case 'min':
      return isQuantity(value) && value >= bound.value
    case 'one_of':
      return isScalar(value) && bound.members.has(canonicalTextOf(value) ?? '')
    case 'not_one_of': {
      const key = isScalar(value) ? canonicalTextOf(value) : null
      return key !== null && !bound.members.has(key)
    }
    case 'prefix':
      return (
        typeof value === 'string' && !bound.value.includes(ADMITS_NOTHING) && value.startsWith(bound.value)
      )
    case 'rank': {
      const position = typeof value === 'string' ? bound.order.indexOf(value) : -1
      return position !== -1 && position <= bound.order.indexOf(bound.value)
    }
  }
}

/** The value of the type member, lists in their one total order. */
export function boundToJson(bound: Bound): JsonValue {
  return 'members' in bound ? [...bound.members.values()] : bound.value
}

/** A number that two readers cannot round differently: finite, and safe when integral. */
function isQuantity(value: JsonValue | undefined): value is number {
  return (
    typeof value === 'number' &&
    Number.isFinite(value) &&
    (!Number.isInteger(value) || Number.isSafeInteger(value))
  )
}

function isScalar(value: JsonValue): boolean {
  return typeof value !== 'object' || value === null
}

function readList(type: 'one_of' | 'not_one_of', value: JsonValue | undefined): BoundResult {
  if (!Array.isArray(value)) return refuse(type, 'a list')
  const entries: [string, JsonValue][] = []
  for (const member of value as readonly JsonValue[]) {
    const key = typeof member === 'number' && !isQuantity(member) ? null : canonicalTextOf(member)
    if (key === null) return refuse(type, 'a list of values that have a canonical form')
    entries.push([key, member])
  }
  return { ok: true, bound: { type, members: inTotalOrder(entries) } }
}

/** By printed text, then null, boolean, number, string (delegation.md §1.5); equal members collapse. */
function inTotalOrder(entries: [string, JsonValue][]): ReadonlyMap<string, JsonValue> {
  return new Map(
    entries.sort(
      ([leftKey, left], [rightKey, right]) =>
        compareCodePoints(printed(leftKey, left), printed(rightKey, right)) ||
        kindRank(left) - kindRank(right),
    ),
  )
}

function printed(key: string, value: JsonValue): string {
  return typeof value === 'string' ? value : key
}

function kindRank(value: JsonValue): number {
  if (value === null) return 0
  return ['boolean', 'number', 'string', 'object'].indexOf(typeof value) + 1
}

function isSubset(inner: ReadonlyMap<string, JsonValue>, outer: ReadonlyMap<string, JsonValue>): boolean {
  if (inner.size > outer.size) return false
  for (const key of inner.keys()) if (!outer.has(key)) return false
  return true
}

function intersect(
  left: ReadonlyMap<string, JsonValue>,
  right: ReadonlyMap<string, JsonValue>,
): ReadonlyMap<string, JsonValue> {
  return new Map([...left].filter(([key]) => right.has(key)))
}

function sameOrder(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((word, index) => word === right[index])
}

function refuse(type: BoundType, expected: string): BoundResult {
  return { ok: false, message: `\`${type}\` must be ${expected}` }
}
