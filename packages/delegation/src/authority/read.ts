/** Reading and writing an authority (delegation.md §1.1). Read whole: what cannot be evaluated is refused, not skipped. */
import {
  childPointer,
  isJsonObject,
  type JsonObject,
  type JsonPointer,
  type JsonValue,
  ownMember,
} from '@heron/evidence'
import { type Authority, makeAuthority } from './authority.js'
import { type Constraint, readConstraint } from './constraint.js'
import type { Profile, ScopeForm } from './profile.js'
import { classifyScope, type ScopeSet } from './scope.js'

export type AuthorityRefusal = {
  readonly ok: false
  /** Where, from the value that was read. */
  readonly pointer: JsonPointer
  readonly message: string
}
export type AuthorityResult = { readonly ok: true; readonly authority: Authority } | AuthorityRefusal

const MEMBERS = new Set(['scopes', 'constraints', 'ttl'])

/**
 * Reads the three-member wire form.
 *
 * @param wire UNTRUSTED. Absent and null are unreadable: neither "empty" nor "unbounded".
 */
export function readAuthority(wire: JsonValue | undefined, profile: Profile): AuthorityResult {
  if (!isJsonObject(wire)) return refuse('', 'an authority must be an object')
  const foreign = Object.keys(wire).find((name) => !MEMBERS.has(name))
  if (foreign !== undefined) return refuse(childPointer('', foreign), 'an authority has no such member')
  const scopes = readScopes(ownMember(wire, 'scopes'), profile)
  if (!scopes.ok) return scopes
  const constraints = readConstraints(ownMember(wire, 'constraints'), profile)
  if (!constraints.ok) return constraints
  const ttl = ownMember(wire, 'ttl')
  if (ttl !== null && !(typeof ttl === 'number' && Number.isFinite(ttl))) {
    return refuse('/ttl', '`ttl` must be null or a finite number of seconds')
  }
  return { ok: true, authority: makeAuthority(profile, scopes.value, constraints.value, ttl) }
}

/** The wire form: scopes and constraints sorted, ttl always written. */
export function toWire(authority: Authority): JsonObject {
  return {
    scopes: authority.scopes,
    constraints: authority.constraints.map((constraint) => constraint.wire),
    ttl: authority.ttl,
  }
}

type Read<Value> = { readonly ok: true; readonly value: Value } | AuthorityRefusal

/** Reads a list of scopes. @param wire UNTRUSTED. */
export function readScopes(wire: JsonValue | undefined, profile: Profile): Read<ScopeSet> {
  if (!Array.isArray(wire)) return refuse('/scopes', '`scopes` must be a list')
  const scopes = new Map<string, ScopeForm>()
  for (const [index, scope] of (wire as readonly JsonValue[]).entries()) {
    const form = typeof scope === 'string' ? classifyScope(scope, profile) : null
    if (form === null) {
      return refuse(`/scopes/${index.toString()}`, `not a scope under ${profile.name}`)
    }
    scopes.set(scope as string, form)
  }
  return { ok: true, value: scopes }
}

/** Reads a list of constraints, at most one per identity. @param wire UNTRUSTED. */
export function readConstraints(wire: JsonValue | undefined, profile: Profile): Read<Constraint[]> {
  if (!Array.isArray(wire)) return refuse('/constraints', '`constraints` must be a list')
  const constraints: Constraint[] = []
  const seen = new Set<string>()
  for (const [index, value] of (wire as readonly JsonValue[]).entries()) {
    const pointer = childPointer('/constraints', index)
    const read = readConstraint(value, profile)
    if (!read.ok) {
      return refuse(read.member === null ? pointer : childPointer(pointer, read.member), read.message)
    }
    // Never "the last one wins": two bounds on one dimension are a text that readers may take differently.
    if (seen.has(read.constraint.identity))
      return refuse(pointer, 'a second constraint on the same dimension')
    seen.add(read.constraint.identity)
    constraints.push(read.constraint)
  }
  return { ok: true, value: constraints }
}

function refuse(pointer: JsonPointer, message: string): AuthorityRefusal {
  return { ok: false, pointer, message }
}
