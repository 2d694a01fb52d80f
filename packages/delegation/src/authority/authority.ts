/** The value that everything here computes with: scopes, ceilings and a lifetime (delegation.md §1.1). */
import { compareCodePoints } from './code-point-order.js'
import type { Constraint } from './constraint.js'
import type { Profile } from './profile.js'
import type { ScopeSet } from './scope.js'

/** Immutable. Made by `readAuthority` and `meet` only, which keep it in normal form. */
export type Authority = {
  readonly profile: Profile
  /** Sorted by code point, each once. Empty permits nothing. */
  readonly scopes: readonly string[]
  readonly scopeSet: ScopeSet
  /** Sorted by key, then type; one per identity. */
  readonly constraints: readonly Constraint[]
  readonly byIdentity: ReadonlyMap<string, Constraint>
  /** Seconds from issuance of the node or token; `null` is unbounded. */
  readonly ttl: number | null
}

/** INVARIANT: scopes are valid under `profile`, and `constraints` has one entry per identity. Callers uphold both. */
export function makeAuthority(
  profile: Profile,
  scopeSet: ScopeSet,
  constraints: Constraint[],
  ttl: number | null,
): Authority {
  const sorted = constraints.sort(
    (left, right) =>
      compareCodePoints(left.key, right.key) || compareCodePoints(left.identity, right.identity),
  )
  return {
    profile,
    // Valid scopes are ASCII, where UTF-16 order is code point order.
    scopes: [...scopeSet.keys()].sort(),
    scopeSet,
    constraints: sorted,
    byIdentity: new Map(sorted.map((constraint) => [constraint.identity, constraint])),
    ttl,
  }
}
