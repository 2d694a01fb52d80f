/** The times that reconciliation goes by (heron.md §3, §7): a project's own, else those the service was started with. */
import type { Schema } from '../../store/schema.js'

export type Timings = {
  /** After a decision, how long until it is paired with what was stated; also what late means before a tool has a p99. */
  readonly reconcileWindowMs: number
  /** From here on silence is MISSING_EXECUTION; far above any tool's runtime. */
  readonly missingHorizonMs: number
  /** How long a STEP_UP waits for a person. */
  readonly approvalTimeoutMs: number
  /** How long a DEFER waits for its context. */
  readonly contextTimeoutMs: number
}

/** A minute to pair; an hour for silence, and as long for a person. */
export const DEFAULT_TIMINGS: Timings = {
  reconcileWindowMs: 60_000,
  missingHorizonMs: 3_600_000,
  approvalTimeoutMs: 3_600_000,
  contextTimeoutMs: 3_600_000,
}

type StoredTimings = Pick<
  Schema['project_settings'],
  'approval_timeout_ms' | 'context_timeout_ms' | 'reconcile_window_ms' | 'missing_horizon_ms'
>

/** What is stored goes before `defaults`. */
export function timingsOf(stored: StoredTimings, defaults: Timings): Timings {
  return {
    reconcileWindowMs: stored.reconcile_window_ms ?? defaults.reconcileWindowMs,
    missingHorizonMs: stored.missing_horizon_ms ?? defaults.missingHorizonMs,
    approvalTimeoutMs: stored.approval_timeout_ms ?? defaults.approvalTimeoutMs,
    contextTimeoutMs: stored.context_timeout_ms ?? defaults.contextTimeoutMs,
  }
}

/** When a decision is first looked at: as its window ends, or as silence turns into a finding where that is sooner. */
export function firstVisitAt(decidedAtMs: number, timings: Timings): string {
  return new Date(
    Math.min(decidedAtMs + timings.reconcileWindowMs, horizonEndMs(decidedAtMs, timings)),
  ).toISOString()
}

/** The first millisecond at which a decision without a statement is past its horizon. */
export function horizonEndMs(decidedAtMs: number, { missingHorizonMs }: Timings): number {
  return decidedAtMs + missingHorizonMs + 1
}
