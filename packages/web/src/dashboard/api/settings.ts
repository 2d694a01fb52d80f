/** Settings of a project as the operator API tells of them (wire names). */
import type { EnforcementState } from '../parts/status.js'
import type { AnswerOf, Told } from './answer-of.js'

export type Settings = Told<
  AnswerOf<'/projects/{project}/settings'>,
  { readonly enforcement: EnforcementState }
>

export type Timings = Pick<
  Settings,
  'approval_timeout_ms' | 'context_timeout_ms' | 'reconcile_window_ms' | 'missing_horizon_ms'
>

export type SettingsChange = Partial<
  Timings &
    Pick<Settings, 'window_days' | 'public_overview' | 'allowlist' | 'retention_days' | 'thresholds' | 'base'>
>
