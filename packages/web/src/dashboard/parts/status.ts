/** What the shell tells on every page: lag, enforcement, and how much waits for a person. */
import { useProjectAnswer } from '../api/use-answer.js'
import type { Answer } from '../api/use-answer.js'

export type EnforcementState =
  | { readonly mode: 'enforced' }
  | {
      readonly mode: 'advisory' | 'suspended'
      readonly declared_by: string
      readonly reason: string
      readonly by: string | null
      readonly from: string
      readonly until: string
      readonly entry_hash: string
    }

export type ProjectStatus = {
  readonly lag_ms: number
  readonly queue: number
  readonly enforcement: EnforcementState
  readonly no_rule: boolean
  readonly approvals_waiting: number
  readonly issues_open: number
}

export function useStatus(): Answer<ProjectStatus> {
  return useProjectAnswer<ProjectStatus>('/overview', ['approvals', 'findings', 'settings', 'executions'])
}
