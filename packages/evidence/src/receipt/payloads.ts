/**
 * Receipt payloads: what Heron signs (heron.md §6). The number `v` moves whenever a member changes meaning; a
 * signature is checked for any version, `v` only says what may be recomputed.
 */
import type { Principal } from '../chain/records.js'
import type { EvaluationInput, Evaluation, Pending, Transform, Verdict } from '../policy/types.js'

/** Who and what a decision and its evaluation speak of. */
export type ActionSubject = {
  readonly org: string
  readonly project: string
  readonly session: string
  /** The agent's `external_id`. */
  readonly agent: string
  readonly agent_version: string | null
  readonly principal: Principal
  readonly action: string
  readonly decision: string
  /** The vendor's number: unique in the session, not contiguous. */
  readonly seq: number
  /** Heron's dense chain position in arrival order; the first action is 1, the genesis record 0. */
  readonly position: number
  readonly tool: string
  readonly args_hash: string
}

/** What was enforced, and how firmly. */
export type Enforcement = {
  readonly effect: 'enforced' | 'advisory' | 'suspended'
  /** Operator-log entry (its hash) that declared a shadow window or break-glass; null when plainly enforced. */
  readonly declared_by: string | null
}

export type DecisionPayload = ActionSubject & {
  readonly kind: 'decision'
  readonly v: 4
  readonly record_hash: string
  readonly prev_hash: string
  readonly verdict: Verdict
  readonly reasons: readonly string[]
  readonly rule: string | null
  readonly enforcement: Enforcement
  readonly transform: Transform | null
  readonly pending: Pending | null
  /** The earlier action that this one answers (step-up, modify or defer). */
  readonly resolves: string | null
  readonly policy_hash: string | null
  readonly catalog_hash: string | null
  readonly requested_at: string
  readonly received_at: string
  readonly decided_at: string
}

export type EvaluationPayload = ActionSubject &
  EvaluationInput & {
    readonly kind: 'evaluation'
    readonly v: 4
    /** What the engine answered, before enforcement; recomputable from the members above and the bundle. */
    readonly result: Evaluation
    readonly policy_hash: string | null
    readonly catalog_hash: string | null
  }

/** Head and count of a closed session: its newest rows can no longer be dropped unseen. */
export type ClosePayload = {
  readonly kind: 'close'
  readonly v: 1
  readonly org: string
  readonly project: string
  readonly session: string
  readonly head_hash: string
  /** Number of actions. */
  readonly actions: number
  readonly closed_at: string
}

/** The end of an unanswered STEP_UP or DEFER. */
export type ResolutionPayload = {
  readonly kind: 'resolution'
  readonly v: 1
  readonly org: string
  readonly project: string
  readonly session: string
  readonly action: string
  readonly decision: string
  readonly verdict: 'DENY'
  /** `human_declined`: a person declined it in the dashboard, and no call came that would have been told so. */
  readonly reason: 'approval_timeout' | 'context_timeout' | 'human_declined'
  readonly resolved_at: string
}

/**
 * Where everything in a window stood when a reviewer looked (heron.md §9). Every head commits to the calls before it, so
 * whoever keeps this can tell later whether anything that was there has gone or has changed.
 */
export type SnapshotPayload = {
  readonly kind: 'snapshot'
  readonly v: 1
  readonly org: string
  readonly project: string
  readonly snapshot: string
  /** Sessions opened from here on are named. */
  readonly since: string
  /** In order of session id. */
  readonly heads: readonly SnapshotHead[]
  /** Number of actions behind these heads. */
  readonly actions: number
  /** Published findings raised in the window. */
  readonly findings: number
  /** Head of the project's operator log; null where it is empty. */
  readonly log: { readonly head_hash: string; readonly entries: number } | null
  /** `hash` of `{heads, log}`: one short value to keep or to compare. */
  readonly digest: string
  readonly taken_at: string
}

export type SnapshotHead = {
  readonly session: string
  readonly head_hash: string
  readonly actions: number
}

/** One entry of an operator log. */
export type AuditPayload = {
  readonly kind: 'audit'
  readonly v: 2
  /** The chain: `project:<id>` or `organization:<id>`. */
  readonly chain: string
  /** Dense, from 0. */
  readonly seq: number
  readonly entry_hash: string
  readonly prev_hash: string | null
  readonly act: string
  /** Keyed pseudonym of (chain, user). */
  readonly actor: string
  readonly subject: string
  readonly reason: string | null
  readonly before: AuditState
  readonly after: AuditState
  readonly at: string
}

/** One end of a transition: flat and free of personal data, since it is published. */
export type AuditState = { readonly [member: string]: string | number | boolean | null } | null

/** The log entry that is hashed onto its chain: the audit payload without the two hashes. */
export type AuditRecord = Omit<AuditPayload, 'kind' | 'v' | 'entry_hash' | 'prev_hash'> & {
  readonly kind: 'audit_entry'
  readonly v: 1
}

export type ReceiptPayload =
  DecisionPayload | EvaluationPayload | ClosePayload | ResolutionPayload | AuditPayload | SnapshotPayload

/** A signed payload: the signed bytes are the canonical form of `payload`, exactly as shown. */
export type Receipt<Payload = ReceiptPayload> = {
  readonly payload: Payload
  readonly alg: 'EdDSA'
  readonly kid: string
  /** Base64url without padding, 64 bytes. */
  readonly signature: string
}
