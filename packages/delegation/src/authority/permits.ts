/** The decision about one action (delegation.md §1.10). All failing reasons are collected; doubt denies. */
import type { JsonObject, JsonValue } from '@heron/evidence'
import { ownMember } from '@heron/evidence'
import { CallerError } from '../caller-error.js'
import { briefly } from '../ledger/printable.js'
import type { Authority } from './authority.js'
import { admits, boundToJson } from './bound.js'
import { type Constraint, totalName } from './constraint.js'
import { classifyScope, coveredBySet, scopeCovers } from './scope.js'

export type PermitCode = 'scope_not_granted' | 'ceiling_exceeded' | 'unknown_constraint'

export type PermitReason = {
  readonly code: PermitCode
  /** Key of the constraint; `null` for a scope. */
  readonly constraint: string | null
  readonly limit: JsonValue
  readonly requested: JsonValue
  readonly message: string
}

export type Permission = { readonly allowed: boolean; readonly reasons: readonly PermitReason[] }

export type PermitOptions = {
  /**
   * Running totals held by the enforcement point, this action included, by the name of the cumulative constraint they
   * belong to (`spend_total`, `calls`, `rows_subtree_total`). Never taken from the request.
   */
  readonly totals?: JsonObject
}

/**
 * Judges one action under an authority.
 *
 * @param context UNTRUSTED. A field that is absent or null asserts nothing and satisfies a per-action bound.
 * @throws {CallerError} `unknown_total` when a total names no cumulative constraint that is held.
 */
export function permits(
  authority: Authority,
  scope: string,
  context: JsonObject,
  options: PermitOptions = {},
): Permission {
  const totals = options.totals ?? {}
  refuseStrayTotals(authority, totals)
  const reasons: PermitReason[] = []
  const form = classifyScope(scope, authority.profile)
  if (form === null || !coveredBySet(scope, form, authority.scopeSet)) {
    reasons.push({
      code: 'scope_not_granted',
      constraint: null,
      limit: null,
      requested: scope,
      message: 'the scope is not covered by the scopes held',
    })
  }
  for (const constraint of authority.constraints) {
    const reason = judge(constraint, authority, scope, context, totals)
    if (reason !== null) reasons.push(reason)
  }
  return { allowed: reasons.length === 0, reasons }
}

function judge(
  constraint: Constraint,
  authority: Authority,
  scope: string,
  context: JsonObject,
  totals: JsonObject,
): PermitReason | null {
  const { key, bound, field, appliesTo } = constraint
  if (bound === null) {
    return {
      code: 'unknown_constraint',
      constraint: key,
      limit: null,
      requested: null,
      message: `the constraint on ${briefly(key)} is of a type that is not implemented`,
    }
  }
  if (appliesTo !== null && !scopeCovers(appliesTo, scope, authority.profile)) return null
  const total = totalName(constraint)
  const requested = total === null ? contextValue(context, field, scope) : (ownMember(totals, total) ?? null)
  if (requested === null) {
    if (total === null) return null
    return exceeded(constraint, null, `no running total for the constraint on ${briefly(key)}`)
  }
  if (admits(bound, requested)) return null
  return exceeded(constraint, requested, `the constraint on ${briefly(key)} does not admit the request`)
}

/** `_scope` always means the scope being judged, whatever the caller wrote there. */
function contextValue(context: JsonObject, field: string, scope: string): JsonValue {
  return field === '_scope' ? scope : (ownMember(context, field) ?? null)
}

function exceeded(constraint: Constraint, requested: JsonValue, message: string): PermitReason {
  const limit = constraint.bound === null ? null : boundToJson(constraint.bound)
  return { code: 'ceiling_exceeded', constraint: constraint.key, limit, requested, message }
}

function refuseStrayTotals(authority: Authority, totals: JsonObject): void {
  for (const name of Object.keys(totals)) {
    if (!authority.constraints.some((constraint) => totalName(constraint) === name)) {
      throw new CallerError(
        'unknown_total',
        `total ${briefly(name)} belongs to no cumulative constraint that is held`,
      )
    }
  }
}
