/** The one relation C ≤ P, "narrower or equal" (delegation.md §1.9): tokens, guard and bundle verification all use it. */
import { briefly } from '../ledger/printable.js'
import type { Authority } from './authority.js'
import { isWithin } from './bound.js'
import { type Constraint, isSameClass } from './constraint.js'
import { coveredBySet } from './scope.js'

export type NarrowerResult =
  | { readonly ok: true }
  | {
      readonly ok: false
      /** The first dimension that widens, in this order: profile, scopes, constraints by key, ttl. */
      readonly dimension: 'profile' | 'scopes' | 'constraints' | 'ttl'
      /** The constraint's key, for that dimension. */
      readonly key?: string
      readonly message: string
    }

/** Judges whether `child` grants nothing that `parent` does not. */
export function narrower(child: Authority, parent: Authority): NarrowerResult {
  if (child.profile.name !== parent.profile.name) {
    return { ok: false, dimension: 'profile', message: 'authorities of two profiles do not compare' }
  }
  for (const [scope, form] of child.scopeSet) {
    if (!coveredBySet(scope, form, parent.scopeSet)) {
      return {
        ok: false,
        dimension: 'scopes',
        message: `scope ${briefly(scope)} is not covered by the parent`,
      }
    }
  }
  for (const bound of parent.constraints) {
    const failure = constraintFailure(child.byIdentity.get(bound.identity), bound)
    if (failure !== null) {
      const message = `the constraint on ${briefly(bound.key)} ${failure}`
      return { ok: false, dimension: 'constraints', key: bound.key, message }
    }
  }
  // Added constraints only narrow, so that nothing of the child is left to judge but its lifetime.
  if (parent.ttl !== null && (child.ttl === null || child.ttl > parent.ttl)) {
    return { ok: false, dimension: 'ttl', message: 'the lifetime exceeds the parent’s' }
  }
  return { ok: true }
}

function constraintFailure(child: Constraint | undefined, parent: Constraint): string | null {
  if (child === undefined) return 'is missing'
  if (parent.bound === null) return child.text === parent.text ? null : 'is of unknown type and was altered'
  if (child.bound === null || !isSameClass(child, parent)) return 'is of another kind than the parent’s'
  return isWithin(child.bound, parent.bound) ? null : 'is loosened'
}
