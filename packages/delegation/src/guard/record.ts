/** What adapters record without a decision: refusals of their own, un-gated calls, and how calls ended (§3.2). */
import { CallerError } from '../caller-error.js'
import { isHex64, isNonEmptyText } from '../ledger/text-forms.js'
import { BODY_STATES, type BodyState, UNLISTED } from '../ledger/vocabulary.js'
import type { Chain, NodeState } from './state.js'
import { adapterMembers, drawCallId, paramsMembers, registerCall } from './call.js'
import { commit } from './commit.js'
import { type Decision, type DenialCode, reason } from './decision.js'
import { type CheckOptions, refuseBadRecordOptions } from './options.js'

export type DenialOptions = Pick<CheckOptions, 'context' | 'tool' | 'disposition'> & {
  readonly scope?: string
  readonly message?: string
}

export type PassthroughOptions = Pick<CheckOptions, 'context' | 'capture' | 'adapter' | 'params'> & {
  /** Label only; nothing is checked. Default: the tool. */
  readonly scope?: string
}

export type OutcomeOptions = {
  /** Milliseconds, an integer from 0. Default: measured on the chain's clock. */
  readonly durationMs?: number
  /** The class of the error, for `raised` only; never a message. */
  readonly errorCode?: string
  /** The arguments that really ran, committed to by the chain's salted hash. */
  readonly params?: unknown
  readonly receipt?: {
    readonly type: string
    readonly ref: string
    /** 64 hex digits. */ readonly digest: string
  }
}

/** Records a refusal that an adapter made. Nothing is evaluated, no meter and no strike moves. */
export function recordDenial(
  chain: Chain,
  node: NodeState,
  code: DenialCode,
  options: DenialOptions,
): Decision {
  refuseBadRecordOptions(chain, options)
  if (!isNonEmptyText(code)) throw new CallerError('bad_option', 'a denial needs a reason')
  const scope = options.scope ?? options.tool ?? '-'
  const reasons = [reason(code, options.message ?? 'refused by the adapter', { requested: scope })]
  const callId = chain.ledger.v === 2 ? requireCallId(chain) : undefined
  chain.ledger.append('deny', {
    node: node.id,
    scope,
    tool: options.tool ?? null,
    context: options.context ?? {},
    reason: code,
    reasons,
    disposition: options.disposition,
    call_id: callId,
  })
  return { allowed: false, reasons, determiningNode: node.id, ...(callId !== undefined && { callId }) }
}

/** Records a call that ran without a check, as exactly that: `policy: "unlisted"`. @returns its call id on version 2. */
export function recordPassthrough(
  chain: Chain,
  node: NodeState,
  tool: string,
  options: PassthroughOptions,
): string | undefined {
  refuseBadRecordOptions(chain, options)
  const members = {
    node: node.id,
    scope: options.scope ?? tool,
    tool,
    context: options.context ?? {},
    policy: UNLISTED,
  }
  if (chain.ledger.v === 1) {
    chain.ledger.append('allow', members)
    return undefined
  }
  const callId = requireCallId(chain)
  const evidence = {
    call_id: callId,
    ...adapterMembers(options.capture, options.adapter),
    ...paramsMembers(chain, 'authorized_params_hash', options),
  }
  commit(chain, 'allow', { ...members, ...evidence }, () => {
    registerCall(chain, node, callId, options.capture ?? 'pre_hook_only')
  })
  return callId
}

/**
 * Records how a call ended. Exactly one per call; it stands on the node that the call was allowed on, and is still
 * accepted when that node was revoked meanwhile.
 *
 * @throws {CallerError} `bad_option` for an unknown call, a second outcome, or options that the state does not have.
 */
export function recordOutcome(chain: Chain, callId: string, state: BodyState, options: OutcomeOptions): void {
  if (chain.ledger.v === 1) throw new CallerError('bad_option', 'outcomes exist on schema version 2 only')
  const call = chain.calls.get(callId)
  if (call === undefined) throw new CallerError('bad_option', 'no allow of this chain has that call id')
  if (call.finished) throw new CallerError('bad_option', 'the call already has its outcome')
  refuseBadOutcome(state, options)
  const measured = Math.max(0, Math.round((chain.runtime.clock() - call.startedAt) * 1000))
  const { durationMs = measured, errorCode, receipt } = options
  const members = {
    node: call.node.id,
    call_id: callId,
    body_state: state,
    duration_ms: durationMs,
    error_code: errorCode,
    ...paramsMembers(chain, 'invoked_params_hash', options),
    receipt: receipt && { type: receipt.type, ref: receipt.ref, digest: receipt.digest },
  }
  commit(chain, 'outcome', members, () => {
    call.finished = true
    call.pending = false
  })
}

function refuseBadOutcome(state: BodyState, { durationMs, errorCode, receipt }: OutcomeOptions): void {
  if (!BODY_STATES.includes(state)) {
    throw new CallerError('bad_option', `an outcome is one of ${BODY_STATES.join(', ')}`)
  }
  if ((state === 'raised') !== isNonEmptyText(errorCode)) {
    throw new CallerError(
      'bad_option',
      'errorCode names the error of a call that raised, and stands nowhere else',
    )
  }
  if (durationMs !== undefined && (!Number.isSafeInteger(durationMs) || durationMs < 0)) {
    throw new CallerError('bad_option', 'durationMs must be an integer from 0')
  }
  if (
    receipt !== undefined &&
    !(isNonEmptyText(receipt.type) && isNonEmptyText(receipt.ref) && isHex64(receipt.digest))
  ) {
    throw new CallerError('bad_option', 'receipt needs type, ref and a digest of 64 hex digits')
  }
}

function requireCallId(chain: Chain): string {
  const id = drawCallId(chain)
  if (id === null) throw new CallerError('bad_option', 'the random source failed; nothing was recorded')
  return id
}
