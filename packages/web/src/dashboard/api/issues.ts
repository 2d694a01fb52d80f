/** Issues and their findings, as the operator API tells them (wire names). */
import type { FindingKind, Severity } from '@heron/evidence'

export const FACETS = ['tool', 'agent', 'environment', 'verdict', 'rule'] as const
export type Facet = (typeof FACETS)[number]

/** In a filter: those without such a value. */
export const WITHOUT = '~'

export type FacetCount = { readonly value: string | null; readonly count: number }

export type Issue = {
  readonly kind: FindingKind
  readonly severity: Severity
  readonly published: boolean
  readonly state: 'open' | 'resolved'
  readonly count: number
  readonly open: number
  readonly runs: number
  readonly tools: number
  readonly first_seen: string
  readonly last_seen: string
  readonly distributions: { readonly [facet in Facet]: readonly FacetCount[] }
  /** Raised on each of the last 14 days, the oldest first. */
  readonly trend: readonly { readonly day: string; readonly count: number }[]
  /** `runs` is at least so many. */
  readonly runs_at_least: boolean
}

export type IssueAdvice = { readonly means: string; readonly benign: string; readonly next: string }

export type IssueFinding = {
  readonly finding: string
  readonly kind: FindingKind
  readonly severity: Severity
  readonly session: string | null
  readonly action: string | null
  readonly tool: string | null
  readonly raised_at: string
  readonly cleared_at: string | null
  readonly state: 'open' | 'resolved' | 'cleared'
  readonly agent: string | null
  readonly detail: unknown
  readonly reviews: readonly {
    readonly act: string
    readonly by: string | null
    readonly reason: string | null
    readonly at: string
    readonly entry_hash: string
  }[]
}

export type IssueDetail = Issue & {
  readonly advice: IssueAdvice
  readonly findings: { readonly items: readonly IssueFinding[]; readonly next_cursor: string | null }
}
