/** Approvals, as the operator API tells them (wire names). */
import type { Classification } from '@heron/evidence'

export type Approval = {
  readonly action: string
  readonly session: string
  readonly session_external_id: string
  readonly agent: string
  readonly principal: { readonly type: string; readonly ref: string }
  readonly tool: string
  readonly args_hash: string
  readonly args_redacted: unknown
  readonly classification: Classification
  readonly rule: { readonly id: string; readonly title: string; readonly text: string } | null
  readonly reasons: readonly string[]
  readonly requested_at: string
  /** Null where nothing closes it. */
  readonly due_at: string | null
  readonly state: 'waiting' | 'approved' | 'declined' | 'timed_out' | 'answered'
  readonly answered?: {
    readonly by: string | null
    readonly decision: 'APPROVE' | 'DECLINE'
    readonly reason: string
    readonly at: string
    readonly entry_hash: string
    readonly used_by_action: string | null
  } | null
  /** Same tool and rule. */
  readonly earlier: { readonly approved: number; readonly declined: number }
  /** What will happen, in words. */
  readonly words: string
}
