/** How a child's authority is built (delegation.md §1.8). INVARIANT: the result is narrower than `held`, whatever is asked. */
import { briefly } from '../ledger/printable.js'
import { type Authority, makeAuthority } from './authority.js'
import { meetBounds } from './bound.js'
import { type Constraint, isSameClass, withBound } from './constraint.js'
import type { ScopeForm } from './profile.js'
import { coveredByOtherWildcard, coveredBySet, type ScopeSet } from './scope.js'

export type MeetResult =
  | { readonly ok: true; readonly authority: Authority }
  | { readonly ok: false; readonly reason: 'not_narrower'; readonly message: string }

/** What a child gets when a node holding `held` delegates and the child asks for `requested`. */
export function meet(held: Authority, requested: Authority): MeetResult {
  if (held.profile.name !== requested.profile.name) {
    return refuse(`a ${requested.profile.name} authority has no meet with a ${held.profile.name} one`)
  }
  const constraints: Constraint[] = []
  for (const own of held.constraints) {
    const asked = requested.byIdentity.get(own.identity)
    const met = asked === undefined ? own : meetConstraints(own, asked)
    if (met === null)
      return refuse(`the request's constraint on ${briefly(own.key)} cannot narrow the one held`)
    constraints.push(met)
  }
  for (const asked of requested.constraints) {
    if (held.byIdentity.has(asked.identity)) continue
    if (asked.bound === null && held.constraints.some((own) => own.key === asked.key && own.bound !== null)) {
      return refuse(`the request bounds ${briefly(asked.key)} by an unknown type where a known one is held`)
    }
    constraints.push(asked)
  }
  const scopes = meetScopes(held.scopeSet, requested.scopeSet)
  return {
    ok: true,
    authority: makeAuthority(held.profile, scopes, constraints, meetTtl(held.ttl, requested.ttl)),
  }
}

/** The scopes that either side grants within the other, without those that a wildcard among them repeats. */
function meetScopes(held: ScopeSet, requested: ScopeSet): ScopeSet {
  const shared = new Map<string, ScopeForm>()
  for (const [scope, form] of requested) if (coveredBySet(scope, form, held)) shared.set(scope, form)
  for (const [scope, form] of held) if (coveredBySet(scope, form, requested)) shared.set(scope, form)
  for (const [scope, form] of shared) if (coveredByOtherWildcard(scope, form, shared)) shared.delete(scope)
  return shared
}

function meetConstraints(held: Constraint, requested: Constraint): Constraint | null {
  // An unknown type passes down whole: it denies every action, which no request can loosen.
  if (held.bound === null) return held
  if (requested.bound === null || !isSameClass(held, requested)) return null
  const bound = meetBounds(held.bound, requested.bound)
  if (bound === null) return null
  return bound === held.bound ? held : withBound(held, bound)
}

function meetTtl(held: number | null, requested: number | null): number | null {
  if (held === null) return requested
  return requested === null ? held : Math.min(held, requested)
}

function refuse(message: string): MeetResult {
  return { ok: false, reason: 'not_narrower', message }
}
