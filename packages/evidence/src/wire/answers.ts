/** What the service answers (heron.md §3). Clients ignore members they do not know. */
import type { ActionRecord, SessionRecord } from '../chain/records.js'
import type { Pending, Transform, Verdict } from '../policy/types.js'
import type { ClosePayload, DecisionPayload, EvaluationPayload, Receipt } from '../receipt/payloads.js'

export type OpenSessionAnswer = {
  readonly session_id: string
  readonly head_hash: string
  readonly record: SessionRecord
  /** True when the session existed with the same meaning. */
  readonly replay?: true
}

export type DecisionAnswer = {
  readonly decision_id: string
  readonly verdict: Verdict
  /** Name and version of the engine that judged. */
  readonly engine: string
  /** `advisory` in a shadow window and under break-glass: the call may go on. The receipt says which of the two. */
  readonly effect: 'enforced' | 'advisory'
  readonly transform?: Transform
  readonly pending?: Pending
  readonly reasons: readonly string[]
  readonly rule?: string
}

export type AnnounceActionAnswer = {
  readonly action_id: string
  readonly decision: DecisionAnswer
  readonly receipt: Receipt<DecisionPayload> & { readonly id: string }
  readonly evaluation: Receipt<EvaluationPayload> & { readonly id: string }
  readonly record: ActionRecord
  readonly chain: { readonly prev_hash: string; readonly record_hash: string; readonly position: number }
  readonly replay?: true
}

export type ReportExecutionAnswer = {
  readonly ok: true
  readonly signature_valid: boolean
  readonly replay?: true
}

export type CloseSessionAnswer = {
  readonly session_id: string
  readonly head_hash: string
  /** Number of actions. */
  readonly count: number
  readonly receipt: Receipt<ClosePayload> & { readonly id: string }
  readonly replay?: true
}

export type PutToolCatalogAnswer = {
  readonly ok: true
  readonly catalog_hash: string
  /** Number of tools. */
  readonly tools: number
  readonly signature_valid: boolean
  readonly replay?: true
  readonly warnings?: readonly {
    readonly code: 'shadowed'
    readonly alias: string
    readonly tool: string
    readonly detail: string
  }[]
}

/** An RFC 9457 problem. */
export type Problem = {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  /** Stable; what programs read. */
  readonly code: string
  /** JSON pointer into the request body, where a member is at fault. */
  readonly pointer?: string
}
