/** What agents did, as the operator API tells it (wire names). */
import type {
  AuditPayload,
  PageAction,
  PageCall,
  Receipt,
  ResolutionPayload,
  SessionRecord,
  Severity,
  Verdict,
} from '@heron/evidence'
import type { EnforcementState } from '../parts/status.js'

export type VerdictsAt = { readonly at: string } & { readonly [verdict in Verdict]: number }

export type LogItem = {
  readonly receipt: Receipt<AuditPayload>
  /** Who it was, for people of the organization only. */
  readonly actor: string | null
}

export type OverviewAnswer = {
  readonly generated_at: string
  /** False where more arrived than was counted yet. */
  readonly complete: boolean
  readonly figures: {
    readonly calls: number
    /** Share of calls with a statement, 0 to 1; null without calls. */
    readonly coverage: number | null
    readonly not_allowed: number
    readonly open_findings: number
    readonly decision_p95_ms: number | null
  }
  /** 24 buckets, the oldest first. */
  readonly spark: {
    readonly calls: readonly number[]
    readonly coverage: readonly (number | null)[]
    readonly not_allowed: readonly number[]
    readonly open_findings: readonly number[]
  }
  readonly verdicts_over_time: readonly VerdictsAt[]
  readonly issues_by_severity: { readonly [severity in Severity]: number }
  readonly agents: readonly { readonly agent: string; readonly calls: number; readonly not_allowed: number }[]
  readonly changes: readonly LogItem[]
  readonly lag_ms: number
  readonly queue: number
  readonly enforcement: EnforcementState
  readonly no_rule: boolean
  readonly approvals_waiting: number
  readonly issues_open: number
}

export type SessionItem = {
  readonly session: string
  readonly external_id: string
  readonly agent: string
  readonly agent_name: string | null
  readonly agent_version: string | null
  readonly environment: string
  readonly principal: { readonly type: string; readonly ref: string }
  readonly opened_at: string
  readonly closed_at: string | null
  readonly head_hash: string
  readonly actions: number
  readonly verdicts: { readonly [verdict: string]: number }
  readonly findings: number
}

type SessionName = { readonly session: string; readonly external_id: string }

export type SessionDetail = SessionItem & {
  readonly record: SessionRecord
  readonly genesis_hash: string
  readonly task_ref: string | null
  readonly parent: SessionName | null
  readonly children: readonly SessionName[]
  readonly anchors: readonly string[]
  readonly grant: { readonly hash: string; readonly ref: string | null; readonly scope: unknown } | null
}

export type CallItem = {
  readonly action: string
  readonly session: string
  readonly session_external_id: string
  readonly agent: string
  readonly tool: string
  readonly seq: number
  readonly position: number
  readonly verdict: Verdict
  readonly rule: string | null
  readonly reasons: readonly string[]
  readonly effect: string
  readonly received_at: string
  readonly outcomes: PageCall['outcomes']
}

export type CallDetail = PageAction & {
  readonly session_external_id: string
  readonly args_redacted: unknown
  readonly resource_ref_redacted: string | null
  readonly resolves: string | null
  /** The later call that answers this one. */
  readonly resolved_by: string | null
  readonly resolution: Receipt<ResolutionPayload> | null
  readonly notes: readonly unknown[]
}

export type Facets = {
  readonly agents: readonly string[]
  readonly tools: readonly string[]
  readonly rules: readonly string[]
}

export type GettingStartedAnswer = {
  readonly steps: readonly {
    readonly id: 'api_key' | 'vendor_key' | 'session' | 'decision' | 'evidence'
    readonly done: boolean
    readonly at: string | null
  }[]
  readonly first_action: string | null
  readonly service_url: string
}

export type LogVerification = {
  readonly outcome: string
  readonly entries: number
  readonly head_hash: string | null
  readonly findings: readonly { readonly code: string; readonly where: string; readonly message: string }[]
}
