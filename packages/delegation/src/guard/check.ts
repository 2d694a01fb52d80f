/**
 * The decision about one action of one node (delegation.md §3.2 to §3.5): evaluate, commit, debit, in one go.
 *
 * INVARIANT: no await from the first meter read to the last debit; two parallel calls cannot pass one limit.
 */
import type { JsonObject } from '@heron/evidence'
import { LedgerWriteError } from '../ledger/ledger.js'
import { adapterMembers, drawCallId, paramsMembers, registerCall } from './call.js'
import { type Decision, denied, reason } from './decision.js'
import { DecisionWriteError } from './errors.js'
import { evaluate } from './evaluate.js'
import { debit } from './meters.js'
import { type CheckOptions, refuseBadOptions } from './options.js'
import { revokeNodes } from './revoke.js'
import type { Chain, NodeState } from './state.js'
import { strike } from './strikes.js'

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
