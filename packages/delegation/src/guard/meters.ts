/**
 * Metering (delegation.md §3.4): what the guard counts itself, so that a ceiling on calls or on running totals never
 * rests on the caller's memory. Amounts are found here; they are debited only when the allow is committed.
 */
import { type JsonObject, type JsonValue, ownMember } from '@heron/evidence'
import type { Authority } from '../authority/authority.js'
import { type Constraint, totalName } from '../authority/constraint.js'
import { scopeCovers } from '../authority/scope.js'
import type { Meter, NodeState } from './state.js'

/** An amount to add once the allow stands. */
export type Charge = { readonly account: Map<string, number>; readonly name: string; readonly amount: number }

export type Reading = {
  /** The caller's context with the guard's counts filled in: what is judged, and what is logged. */
  readonly context: JsonObject
  readonly totals: JsonObject
  readonly charges: readonly Charge[]
}

export function metersOf(authority: Authority): readonly Meter[] {
  const meters: Meter[] = []
  for (const constraint of authority.constraints) {
    const { bound, field, key, appliesTo } = constraint
    const total = totalName(constraint)
    const countsCalls = key === 'max_calls' || appliesTo !== null
    if (total !== null) {
      const kind = bound?.type === 'max_subtree' ? 'subtree' : 'lifetime'
      meters.push({ constraint, name: total, kind, quantity: countsCalls ? null : field })
    } else if (bound?.type === 'max' && countsCalls) {
      meters.push({ constraint, name: field, kind: 'action', quantity: null })
    }
  }
  return meters
}

/** Reads the meters of a node for one action, this action included. Changes nothing. */
export function readMeters(node: NodeState, scope: string, given: JsonObject): Reading {
  if (node.meters.length === 0) return { context: given, totals: {}, charges: [] }
  const context: Record<string, JsonValue> = { ...given }
  const totals: Record<string, JsonValue> = {}
  const charges: Charge[] = []
  for (const meter of node.meters) {
    const { kind, name, constraint } = meter
    // A caller's member of this name would pass for the guard's own count in the ledger.
    if (kind !== 'action') Reflect.deleteProperty(context, name)
    if (constraint.appliesTo !== null && !scopeCovers(constraint.appliesTo, scope, node.authority.profile))
      continue
    const amount = amountOf(meter, given)
    if (amount === null) continue
    const account = kind === 'subtree' ? node.subtree : node.lifetime
    const total = (account.get(name) ?? 0) + amount
    if (kind === 'action') {
      if ((ownMember(given, name) ?? null) === null) context[name] = total
    } else {
      context[name] = total
      totals[name] = total
    }
    for (
      let holder: NodeState | null = node;
      holder !== null;
      holder = kind === 'subtree' ? holder.parent : null
    ) {
      charges.push({ account: kind === 'subtree' ? holder.subtree : holder.lifetime, name, amount })
    }
  }
  return { context, totals, charges }
}

/** The nearest ancestor whose bound on its whole subtree this action would exceed. */
export function exceededAncestor(
  node: NodeState,
  totals: JsonObject,
  charges: readonly Charge[],
): { readonly holder: NodeState; readonly constraint: Constraint; readonly total: number } | null {
  for (const { constraint, kind, name } of node.meters) {
    if (kind !== 'subtree' || !Object.hasOwn(totals, name)) continue
    for (let holder = node.parent; holder !== null; holder = holder.parent) {
      const held = holder.authority.byIdentity.get(constraint.identity)
      const charge = charges.find(
        ({ account, name: charged }) => account === holder.subtree && charged === name,
      )
      if (held?.bound?.type !== 'max_subtree' || charge === undefined) continue
      const total = (holder.subtree.get(name) ?? 0) + charge.amount
      if (total > held.bound.value) return { holder, constraint: held, total }
    }
  }
  return null
}

export function debit(charges: readonly Charge[]): void {
  for (const { account, name, amount } of charges) account.set(name, (account.get(name) ?? 0) + amount)
}

/** A quantity that can be added up; null for one that cannot, which leaves a ceiling without its total and so denies. */
export function quantityOf(context: JsonObject, field: string): number | null {
  const stated = ownMember(context, field) ?? null
  // Nothing stated adds nothing: strict metering is there for callers who must state it.
  if (stated === null) return 0
  // A negative quantity would pay a budget back.
  return typeof stated === 'number' && Number.isFinite(stated) && stated >= 0 ? stated : null
}

/** Ceilings on quantities that this action neither states nor has counted by the guard: strict metering denies them. */
export function undeclaredQuantities(node: NodeState, scope: string, context: JsonObject): readonly string[] {
  const { constraints, profile } = node.authority
  return constraints
    .filter(({ key, bound, appliesTo, field }) => {
      const isMetered = key.startsWith('max_') || bound?.type.startsWith('max') === true
      const applies = appliesTo === null || scopeCovers(appliesTo, scope, profile)
      if (!isMetered || !applies) return false
      const isCounted = node.meters.some((meter) => meter.constraint.key === key && meter.quantity === null)
      return !isCounted && (ownMember(context, field) ?? null) === null
    })
    .map(({ key }) => key)
}

function amountOf({ quantity }: Meter, given: JsonObject): number | null {
  return quantity === null ? 1 : quantityOf(given, quantity)
}
