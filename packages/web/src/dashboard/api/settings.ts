/** Settings of a project as the operator API tells of them (wire names). */
import type { PolicyBundle, Thresholds } from '@heron/evidence'
import type { EnforcementState } from '../parts/status.js'

export type Timings = {
  readonly approval_timeout_ms: number
  readonly context_timeout_ms: number
  readonly reconcile_window_ms: number
  readonly missing_horizon_ms: number
}

export type Settings = Timings & {
  readonly revision: number
  readonly window_days: number
  readonly public_overview: boolean
  readonly evidence: { readonly slug: string; readonly url: string }
  readonly allowlist: readonly string[]
  readonly retention_days: number
  readonly thresholds: Thresholds
  readonly base: PolicyBundle['base']
  readonly defaults: Timings
  readonly enforcement: EnforcementState
}

export type SettingsChange = Partial<
  Timings &
    Pick<Settings, 'window_days' | 'public_overview' | 'allowlist' | 'retention_days' | 'thresholds' | 'base'>
>
