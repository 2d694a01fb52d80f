/** Policy as the operator API tells of it (wire names). */
import type { PolicyBundle, Rule, Thresholds, Verdict } from '@heron/evidence'

export type ManagedRule = {
  readonly rule: Rule
  readonly enabled: boolean
  readonly disabled?: { readonly reason: string | null; readonly at: string; readonly entry_hash: string }
  /** Calls of the last 30 days that it decided. */
  readonly decided_30d: number
}

export type OwnRule = {
  readonly rule: Rule
  readonly decided_30d: number
  /** The last change; null where the log does not tell. */
  readonly added: { readonly reason: string | null; readonly at: string } | null
}

export type PolicyAnswer = {
  /** What a change has to name; another one by then is `changed_meanwhile`. */
  readonly revision: number
  readonly policy_hash: string
  readonly bundle: PolicyBundle
  readonly managed: readonly ManagedRule[]
  readonly own: readonly OwnRule[]
  readonly no_rule: boolean
}

export type PastBundle = {
  readonly policy_hash: string
  readonly created_at: string
  readonly bundle: PolicyBundle
  readonly decisions: number
  readonly by_act: string | null
  readonly reason: string | null
}

/** What a dry run judges past calls under. */
export type PolicyChange = {
  readonly disable?: readonly string[]
  readonly enable?: readonly string[]
  readonly put?: readonly Rule[]
  readonly remove?: readonly string[]
  readonly thresholds?: Thresholds
  readonly base?: PolicyBundle['base']
}

export type DryRun = {
  readonly calls: number
  readonly changed: number
  /** Calls whose verdict hangs on a signal that was not stored. */
  readonly not_recomputable: number
  readonly transitions: readonly { readonly from: Verdict; readonly to: Verdict; readonly count: number }[]
  readonly examples: readonly {
    readonly action: string
    readonly tool: string
    readonly from: Verdict
    readonly to: Verdict
    readonly rule_before: string | null
    readonly rule_after: string | null
    readonly received_at: string
  }[]
}

export type RuleCheck = {
  readonly ok: boolean
  readonly problems: readonly { readonly pointer: string; readonly message: string }[]
}
