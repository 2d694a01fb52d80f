/**
 * The decision about one action of one node (delegation.md §3.2 to §3.5): evaluate, commit, debit, in one go.
 *
 * INVARIANT: no await from the first meter read to the last debit; two parallel calls cannot pass one limit.
 */
import { isJsonObject, type JsonObject, toHex } from '@heron/evidence'
import { permits } from '../authority/permits.js'
import { CallerError } from '../caller-error.js'
import { LedgerWriteError } from '../ledger/ledger.js'
import { commitParams } from '../ledger/params.js'
import { isNonEmptyText } from '../ledger/text-forms.js'
import { CAPTURES, DISPOSITIONS, type Capture, type Disposition } from '../ledger/vocabulary.js'
import { isExpired, isSealIntact, random } from './chain.js'
import type { Chain, NodeState } from './state.js'
import { type Decision, type DecisionReason, denied, reason } from './decision.js'
import { DecisionWriteError } from './errors.js'
import {
  type Charge,
  debit,
  exceededAncestor,
  quantityOf,
  type Reading,
  readMeters,
  undeclaredQuantities,
} from './meters.js'
import { revokeNodes } from './revoke.js'
import { strike } from './strikes.js'

/** The code that hooked the call. */
export type Adapter = { readonly module: string; readonly version: string; readonly hookPath: string }

export type CheckOptions = {
  /** Declared quantities and facts of this call, which the ceilings read. Logged as they are. */
  readonly context?: JsonObject
  /** Name of the tool, when it differs from the scope. */
  readonly tool?: string
  /** Why a scope may be absent, for the record of a denial. Default for a missing scope: `out_of_authority`. */
  readonly disposition?: Disposition
  /** True: every metered ceiling must be declared. Default: the chain's `strictMetering`. */
  readonly metered?: boolean
  /** Version 2. Needs `adapter`. All but `pre_hook_only` promise an outcome. */
  readonly capture?: Capture
  readonly adapter?: Adapter
  /** Version 2. Committed to by a salted hash, never logged. */
  readonly params?: unknown
}

/** What a bare check says of itself on version 2: it saw the call coming and nothing after. */
const OWN_ADAPTER: JsonObject = {
  capture: 'pre_hook_only',
  adapter: { module: '@heron/delegation', version: '0.1.0', hook_path: 'Guard.check' },
}

type Evaluation = Reading & {
  readonly reasons: readonly DecisionReason[]
  readonly determiningNode: string
}

/** Decides and records. @throws {CallerError} for arguments that are wrong in themselves; nothing is written then. */
export function check(chain: Chain, node: NodeState, scope: string, options: CheckOptions): Decision {
  refuseBadOptions(chain, scope, options)
  const evaluation = evaluate(chain, node, scope, options)
  const allowed = evaluation.reasons.length === 0

  let callId: string | undefined
  if (chain.ledger.v === 2) {
    callId = drawCallId(chain) ?? undefined
    if (callId === undefined) {
      return denied(node.id, [
        reason('call_id_unavailable', 'the random source failed; nothing was recorded'),
      ])
    }
  }
  const decision: Decision = {
    allowed,
    reasons: evaluation.reasons,
    determiningNode: allowed ? null : evaluation.determiningNode,
    ...(callId !== undefined && { callId }),
  }
  // A sink's failure leaves a committed entry, which must be metered like any other; whatever else fails leaves nothing.
  const written = committed(() => {
    if (allowed) writeAllow(chain, node, scope, options, evaluation.context, callId)
    else writeDeny(chain, node, scope, options, decision, evaluation.context)
  })
  let struck: LedgerWriteError | null = null
  if (allowed) {
    debit(evaluation.charges)
    if (callId !== undefined) registerCall(chain, node, callId, options.capture ?? 'pre_hook_only')
  } else {
    const strikes = strike(chain.settings.strikes, node, scope)
    if (strikes !== null) {
      struck = committed(() => {
        revokeByStrikes(chain, node, scope, strikes)
      })
    }
  }
  const failure = written ?? struck
  if (failure !== null) throw new DecisionWriteError(failure.entry, decision, failure.cause)
  return decision
}

/** Runs a write; answers the failure of a sink after the commit, throws any other. */
function committed(write: () => void): LedgerWriteError | null {
  try {
    write()
    return null
  } catch (error) {
    if (error instanceof LedgerWriteError) return error
    throw error
  }
}

/** The same evaluation without a trace: no entry, no meter, no call id, no strike. */
export function wouldAllow(chain: Chain, node: NodeState, scope: string, options: CheckOptions): Decision {
  refuseBadOptions(chain, scope, options)
  const { reasons, determiningNode } = evaluate(chain, node, scope, options)
  return reasons.length === 0
    ? { allowed: true, reasons: [], determiningNode: null }
    : denied(determiningNode, reasons)
}

/** 32 hex digits, or null when the random source failed. */
export function drawCallId(chain: Chain): string | null {
  try {
    const id = toHex(random(chain.runtime, 16))
    return chain.calls.has(id) ? null : id
  } catch {
    return null
  }
}

/** The members that every version 2 allow carries. */
export function adapterMembers(capture: Capture | undefined, adapter: Adapter | undefined): JsonObject {
  if (adapter === undefined) return OWN_ADAPTER
  const { module, version, hookPath } = adapter
  return { capture: capture ?? 'pre_hook_only', adapter: { module, version, hook_path: hookPath } }
}

export function registerCall(chain: Chain, node: NodeState, callId: string, capture: Capture): void {
  // `pre_hook_only` promises nothing: registered as pending, it would keep its node from ever completing.
  const pending = capture !== 'pre_hook_only'
  chain.calls.set(callId, { node, startedAt: chain.runtime.clock(), pending, finished: false })
}

/** @throws {CallerError} `bad_option` */
function refuseBadOptions(chain: Chain, scope: unknown, options: CheckOptions): void {
  if (typeof scope !== 'string') throw new CallerError('bad_option', 'scope must be a text')
  refuseBadRecordOptions(chain, options)
}

/** What every recorded decision may state. @throws {CallerError} `bad_option` */
export function refuseBadRecordOptions(chain: Chain, options: CheckOptions): void {
  const { disposition, capture, adapter, context } = options
  if (disposition !== undefined && !DISPOSITIONS.includes(disposition)) {
    throw new CallerError('bad_option', `disposition must be one of ${DISPOSITIONS.join(', ')}`)
  }
  if (context !== undefined && !isJsonObject(context))
    throw new CallerError('bad_option', 'context must be an object')
  if (
    chain.ledger.v === 1 &&
    (capture !== undefined || adapter !== undefined || options.params !== undefined)
  ) {
    throw new CallerError('bad_option', 'capture, adapter and params exist on schema version 2 only')
  }
  if (capture !== undefined && !CAPTURES.includes(capture)) {
    throw new CallerError('bad_option', `capture must be one of ${CAPTURES.join(', ')}`)
  }
  if (capture !== undefined && adapter === undefined) {
    throw new CallerError('bad_option', 'capture is a claim of an adapter: name the adapter too')
  }
  if (adapter !== undefined && ![adapter.module, adapter.version, adapter.hookPath].every(isNonEmptyText)) {
    throw new CallerError('bad_option', 'adapter needs module, version and hookPath')
  }
}

function evaluate(chain: Chain, node: NodeState, scope: string, options: CheckOptions): Evaluation {
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

function writeAllow(
  chain: Chain,
  node: NodeState,
  scope: string,
  options: CheckOptions,
  context: JsonObject,
  callId: string | undefined,
): void {
  const tool = options.tool ?? null
  if (callId === undefined) {
    chain.ledger.append('allow', { context, node: node.id, scope, tool })
    return
  }
  const { capture, adapter } = adapterMembers(options.capture, options.adapter)
  const params = paramsMembers(chain, 'authorized_params_hash', options)
  // One literal, in canonical order: this is the hot path (bench/src/delegation-guard.ts).
  chain.ledger.append('allow', {
    adapter,
    authorized_params_hash: params['authorized_params_hash'],
    call_id: callId,
    capture,
    context,
    node: node.id,
    params_hash_reason: params['params_hash_reason'],
    scope,
    tool,
  })
}

const NO_COMMITMENT: JsonObject = {}

/** The commitment to arguments, when the caller gave any: a hash, or the reason why there is none. */
export function paramsMembers(
  chain: Chain,
  hashName: 'authorized_params_hash' | 'invoked_params_hash',
  options: { readonly params?: unknown },
): JsonObject {
  if (chain.paramsSalt === null || !Object.hasOwn(options, 'params')) return NO_COMMITMENT
  const commitment = commitParams(chain.paramsSalt, options.params)
  return commitment.hash === null
    ? { params_hash_reason: commitment.reason }
    : { [hashName]: commitment.hash }
}

function writeDeny(
  chain: Chain,
  node: NodeState,
  scope: string,
  options: CheckOptions,
  { reasons, callId }: Decision,
  context: JsonObject,
): void {
  const first = reasons[0]?.code
  const disposition = options.disposition ?? (first === 'scope_not_granted' ? 'out_of_authority' : undefined)
  chain.ledger.append('deny', {
    node: node.id,
    scope,
    tool: options.tool ?? null,
    context,
    reason: first,
    reasons,
    disposition,
    call_id: callId,
  })
}

function revokeByStrikes(chain: Chain, node: NodeState, scope: string, strikes: number): void {
  revokeNodes(chain, node.id, [node], {
    reason: 'strike_policy',
    scope,
    strikes,
    mode: chain.settings.strikes?.mode ?? 'same_scope',
  })
}
