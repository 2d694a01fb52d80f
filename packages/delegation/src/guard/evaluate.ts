/**
 * What the guard would answer to one action, and what an allow would cost (delegation.md §3.2 to §3.4). Changes nothing.
 */
import type { JsonObject } from '@heron/evidence'
import { permits } from '../authority/permits.js'
import { isExpired, isSealIntact } from './chain.js'
import { type DecisionReason, reason } from './decision.js'
import {
  type Charge,
  exceededAncestor,
  quantityOf,
  type Reading,
  readMeters,
  undeclaredQuantities,
} from './meters.js'
import type { CheckOptions } from './options.js'
import type { Chain, NodeState } from './state.js'

export type Evaluation = Reading & {
  readonly reasons: readonly DecisionReason[]
  readonly determiningNode: string
}

/** Judges in the order of delegation.md §3.2. */
export function evaluate(chain: Chain, node: NodeState, scope: string, options: CheckOptions): Evaluation {
  const given = options.context ?? {}
  const at = (code: DecisionReason, where = node.id, reading?: Reading): Evaluation => ({
    ...(reading ?? { context: given, totals: {}, charges: [] }),
    reasons: [code],
    determiningNode: where,
  })
  // A node that is both revoked and completed must answer `revoked`.
  if (chain.ledger.v === 2 && node.complete && node.revokedBy === null) {
    return at(reason('node_finalized', 'the node has completed'))
  }
  const reading = readMeters(node, scope, given)
  if (!isSealIntact(chain, node)) {
    return at(reason('integrity', "the node's authority is not the one it was given"), node.id, reading)
  }
  if (node.revokedBy !== null) {
    return at(reason('revoked', 'the node or an ancestor was revoked'), node.revokedBy, reading)
  }
  if (isExpired(chain, node))
    return at(reason('expired', "the node's lifetime has elapsed"), node.id, reading)
  if (options.metered ?? chain.settings.strictMetering) {
    const undeclared = [
      ...undeclaredQuantities(node, scope, reading.context),
      ...undeclaredBudgets(chain, given),
    ]
    if (undeclared.length > 0) {
      const [first = null] = undeclared
      const message = `quantities not declared for: ${undeclared.join(', ')}`
      return at(reason('unmetered', message, { constraint: first }), node.id, reading)
    }
  }
  const { reasons } = permits(node.authority, scope, reading.context, { totals: reading.totals })
  const budget = chainBudget(chain, given)
  const collected: DecisionReason[] = [...reasons, ...budget.reasons]
  let determiningNode = node.id
  const ancestor = exceededAncestor(node, reading.totals, reading.charges)
  if (ancestor !== null) {
    const { holder, constraint, total } = ancestor
    if (collected.length === 0) determiningNode = holder.id
    collected.push(
      reason(
        'ceiling_exceeded',
        `the budget that ${holder.id} holds for its whole subtree would be exceeded`,
        {
          constraint: constraint.key,
          limit: constraint.bound !== null && 'value' in constraint.bound ? constraint.bound.value : null,
          requested: total,
        },
      ),
    )
  }
  return { ...reading, charges: [...reading.charges, ...budget.charges], reasons: collected, determiningNode }
}

type Budget = { readonly reasons: readonly DecisionReason[]; readonly charges: readonly Charge[] }

const NO_BUDGET: Budget = { reasons: [], charges: [] }

/** The budgets of the whole chain, debited with the allow (delegation.md §3.4). */
function chainBudget(chain: Chain, given: JsonObject): Budget {
  const { chainCeilings } = chain.settings
  if (chainCeilings.size === 0) return NO_BUDGET
  const reasons: DecisionReason[] = []
  const charges: Charge[] = []
  for (const [field, limit] of chainCeilings) {
    const amount = field === 'calls' ? 1 : quantityOf(given, field)
    const total = (chain.chainTotals.get(field) ?? 0) + (amount ?? 0)
    if (amount === null || total > limit) {
      const message =
        amount === null
          ? `${field} must be a number from 0 to be charged to the chain`
          : `the chain's budget for ${field} would be exceeded`
      reasons.push(
        reason('chain_ceiling', message, {
          constraint: field,
          limit,
          requested: amount === null ? null : total,
        }),
      )
    } else {
      charges.push({ account: chain.chainTotals, name: field, amount })
    }
  }
  return { reasons, charges }
}

function undeclaredBudgets(chain: Chain, given: JsonObject): string[] {
  return [...chain.settings.chainCeilings.keys()].filter(
    (field) => field !== 'calls' && (given[field] === undefined || given[field] === null),
  )
}
