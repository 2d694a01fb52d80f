/**
 * Constraint objects (delegation.md §1.4 to §1.6, bundle-format.md §10): which type an object has under a profile, what
 * it reads from a request, and its wire form. An object of unknown type is kept whole; it denies every action.
 */
import { isJsonObject, type JsonObject, type JsonValue, ownMember } from '@heron/evidence'
import { type Bound, boundToJson, readBound } from './bound.js'
import { canonicalTextOf } from './canonical-text.js'
import type { BoundType, Discriminator, Profile } from './profile.js'
import { classifyScope } from './scope.js'

/** One ceiling of an authority. Made by {@link readConstraint} and {@link withBound} only. */
export type Constraint = {
  readonly key: string
  /** What tells this constraint from others of one authority; see `Profile.identity`. */
  readonly identity: string
  /** `null`: a type that this profile does not implement. */
  readonly bound: Bound | null
  /** The member of the request context that a per-action bound reads; see {@link totalName} for the others. */
  readonly field: string
  /** A scoped limit applies only to actions that this scope covers. */
  readonly appliesTo: string | null
  /** As emitted. Known types in normal form, unknown ones as received. */
  readonly wire: JsonObject
  /** Canonical text of `wire`, by which unknown types are compared; `null` for known ones, which have their bounds. */
  readonly text: string | null
}

export type ConstraintResult =
  | { readonly ok: true; readonly constraint: Constraint }
  /** `member` is the offending member, or null for the object itself. */
  | { readonly ok: false; readonly member: string | null; readonly message: string }

type Refusal = Extract<ConstraintResult, { ok: false }>
type Route =
  | { readonly kind: 'known'; readonly type: BoundType; readonly also: readonly string[] }
  | { readonly kind: 'unknown'; readonly type: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** Reads one constraint object. @param value UNTRUSTED. */
export function readConstraint(value: JsonValue, profile: Profile): ConstraintResult {
  if (!isJsonObject(value)) return refuse(null, 'a constraint must be an object')
  const key = ownMember(value, 'key')
  if (typeof key !== 'string') return refuse('key', 'a constraint needs a `key` that is a text')
  const route = routeOf(key, value, profile)
  switch (route.kind) {
    case 'refused':
      return route.refusal
    case 'unknown':
      return keepWhole(key, route.type, value, profile)
    case 'known':
      return readKnown(key, route.type, route.also, value, profile)
  }
}

/** The same constraint with another bound of its type. */
export function withBound(constraint: Constraint, bound: Bound): Constraint {
  const wire: JsonObject = { ...constraint.wire, [bound.type]: boundToJson(bound) }
  return { ...constraint, bound, wire }
}

/** True when two constraints of one identity restrict the same thing, so that their bounds may be compared. */
export function isSameClass(left: Constraint, right: Constraint): boolean {
  return (
    left.bound?.type === right.bound?.type && left.field === right.field && left.appliesTo === right.appliesTo
  )
}

/** Under which name the running total of a cumulative bound is supplied; `null` for a per-action bound. */
export function totalName(constraint: Constraint): string | null {
  switch (constraint.bound?.type) {
    case 'max_lifetime':
      return isCallCount(constraint.key) ? constraint.field : `${constraint.field}_total`
    case 'max_subtree':
      return `${constraint.field}_subtree_total`
    default:
      return null
  }
}

function routeOf(key: string, object: JsonObject, profile: Profile): Route {
  if (profile.discriminators.size > 0 && Object.hasOwn(object, 'type')) {
    return routeByDiscriminator(object['type'], profile.discriminators)
  }
  const fixed = profile.fixedKeys.get(key)
  if (fixed !== undefined) return { kind: 'known', type: fixed, also: [] }

  const others = Object.keys(object).filter((name) => name !== 'key')
  const typed = others.filter((name): name is BoundType => profile.types.has(name as BoundType))
  const [type] = typed
  if (typed.length > 1) return refused(null, 'a constraint carries one typed value, not several')
  if (
    type !== undefined &&
    profile.openTypes.has(type) &&
    !(profile.callCountsPerAction && isCallCount(key))
  ) {
    return { kind: 'known', type, also: type === 'rank' && profile.rankOrder === 'carried' ? ['order'] : [] }
  }
  if (profile.closedObjects && (others.length !== 1 || others[0] === 'order')) {
    return refused(null, 'a constraint consists of `key` and one typed value')
  }
  return { kind: 'unknown', type: type ?? others[0] ?? '' }
}

function routeByDiscriminator(
  type: JsonValue | undefined,
  discriminators: ReadonlyMap<string, Discriminator>,
): Route {
  if (typeof type !== 'string') return refused('type', '`type` must be a text')
  const known = discriminators.get(type)
  return known === undefined
    ? { kind: 'unknown', type }
    : { kind: 'known', type: known.bound, also: ['type', ...known.also] }
}

function keepWhole(key: string, type: string, wire: JsonObject, profile: Profile): ConstraintResult {
  const text = canonicalTextOf(wire)
  if (text === null) return refuse(null, 'a constraint without a canonical form')
  const identity = identityOf(key, type, profile)
  return { ok: true, constraint: { key, identity, bound: null, field: '', appliesTo: null, wire, text } }
}

function readKnown(
  key: string,
  type: BoundType,
  also: readonly string[],
  object: JsonObject,
  profile: Profile,
): ConstraintResult {
  const foreign = Object.keys(object).find((name) => name !== 'key' && name !== type && !also.includes(name))
  if (foreign !== undefined) return refuse(foreign, 'a member that this constraint type does not have')
  if (type === 'max' && !profile.callCountsPerAction && isCallCount(key)) {
    return refuse(type, 'a call count needs a cumulative bound; `max` is per action')
  }
  // Numbers and list members are checked as bounds; these are the texts of a known shape.
  if (!Object.values(object).every(isWellFormed)) return refuse(null, 'a text with a lone surrogate')
  const order = readOrder(type, object, profile)
  if (order === null) return refuse('order', '`order` must be two or more distinct texts')
  const read = readBound(type, ownMember(object, type), order)
  if (!read.ok) return refuse(type, read.message)

  const target = readTarget(key, type, also, object, profile)
  if ('ok' in target) return target
  const wire: Record<string, JsonValue> = { ...object, [type]: boundToJson(read.bound) }
  if (also.includes('field') && target.field === key) delete wire['field']
  return {
    ok: true,
    constraint: {
      key,
      identity: identityOf(key, type, profile),
      bound: read.bound,
      ...target,
      wire,
      text: null,
    },
  }
}

function readOrder(type: BoundType, object: JsonObject, profile: Profile): readonly string[] | null {
  if (type !== 'rank') return []
  if (profile.rankOrder !== 'carried') return profile.rankOrder
  const order = ownMember(object, 'order')
  if (!Array.isArray(order) || order.length < 2 || new Set(order).size !== order.length) return null
  return order.every((word) => typeof word === 'string') ? order : null
}

function isWellFormed(value: JsonValue): boolean {
  return typeof value === 'string' ? value.isWellFormed() : !Array.isArray(value) || value.every(isWellFormed)
}

/** What a known constraint reads, and where it applies. */
function readTarget(
  key: string,
  type: BoundType,
  also: readonly string[],
  object: JsonObject,
  profile: Profile,
): { readonly field: string; readonly appliesTo: string | null } | Refusal {
  const scope = also.includes('applies_to') ? ownMember(object, 'applies_to') : scopeInKey(key, type)
  if (scope !== null) {
    if (typeof scope !== 'string' || classifyScope(scope, profile) === null) {
      return refuse(
        also.includes('applies_to') ? 'applies_to' : 'key',
        'a scoped limit must name a valid scope',
      )
    }
    return { field: `calls[${scope}]`, appliesTo: scope }
  }
  if (type === 'one_of' || type === 'not_one_of' || type === 'prefix') {
    const field = ownMember(object, 'field') ?? key
    if (typeof field !== 'string' || ownMember(object, 'field') === null) {
      return refuse('field', '`field` must be a text')
    }
    return { field, appliesTo: null }
  }
  return { field: QUANTITY_FIELDS.get(key) ?? key, appliesTo: null }
}

/** The context field of the quantities that have a name of their own (delegation.md §1.5). */
const QUANTITY_FIELDS = new Map([
  ['max_rows', 'rows'],
  ['max_spend', 'spend'],
  ['max_calls', 'calls'],
])

const SCOPED_CALLS = /^max_calls\[(.*)\]$/s

/** The scope that a cumulative call limit names in its key; `null` where there is none. */
function scopeInKey(key: string, type: BoundType): string | null {
  if (type !== 'max_lifetime' && type !== 'max_subtree') return null
  return SCOPED_CALLS.exec(key)?.[1] ?? null
}

function isCallCount(key: string): boolean {
  return key === 'max_calls' || SCOPED_CALLS.test(key)
}

function identityOf(key: string, type: string, profile: Profile): string {
  // The length keeps apart what would read alike: an unknown type is any text.
  return profile.identity === 'key' ? key : `${type.length.toString()}:${type}${key}`
}

function refuse(member: string | null, message: string): Refusal {
  return { ok: false, member, message }
}

function refused(member: string | null, message: string): Route {
  return { kind: 'refused', refusal: refuse(member, message) }
}
