/**
 * The findings report (heron.md §7, §14), for operators: every kind of finding, those that are never published too, grouped
 * as issues, in plain words. Data here; `./report-markdown.ts` writes it for people.
 */
import type { FindingKind, Severity } from '@heron/evidence'
import type { Store } from '../../store/store.js'
import { type FacetCount, type Issue, readIssues } from '../issues/issues.js'
import { FINDING_ADVICE } from './finding-advice.js'
import type { ProjectKey } from '../tenant.js'

/** Wire names. */
export type FindingsReport = {
  readonly project: string
  readonly generated_at: string
  /** Findings raised from here on; null is all of them. */
  readonly since: string | null
  readonly findings: number
  readonly open: number
  readonly issues: readonly ReportedIssue[]
}

export type ReportedIssue = {
  readonly kind: FindingKind
  readonly severity: Severity
  /** False for what no reviewer ever sees. */
  readonly published: boolean
  readonly count: number
  readonly open: number
  /** An operator said why they may rest. */
  readonly reviewed: number
  /** The statement that was missing has arrived since. */
  readonly cleared: number
  readonly runs: number
  /** Most frequent first; null where a finding is about no call. */
  readonly tools: readonly FacetCount[]
  readonly first_seen: string
  readonly last_seen: string
  readonly means: string
  readonly benign: string
  readonly next: string
}

/**
 * @param since RFC 3339 UTC with milliseconds; null is all of them.
 * @param generatedAt the clock's, stated in the report.
 */
export async function readFindingsReport(
  store: Store,
  project: ProjectKey,
  { since, generatedAt }: { readonly since: string | null; readonly generatedAt: string },
): Promise<FindingsReport> {
  const filter = since === null ? {} : { since }
  const issues = await readIssues(store, project, filter)
  const cleared = await readIssues(store, project, { ...filter, state: 'cleared' })
  const clearedOf = new Map(cleared.map(({ kind, count }) => [kind, count]))
  const reported = issues.map((issue) => reportOf(issue, clearedOf.get(issue.kind) ?? 0))
  const sum = (of: (issue: ReportedIssue) => number): number =>
    reported.reduce((total, issue) => total + of(issue), 0)
  return {
    project: project.projectId,
    generated_at: generatedAt,
    since,
    findings: sum(({ count }) => count),
    open: sum(({ open }) => open),
    issues: reported,
  }
}

function reportOf(issue: Issue, clearedNow: number): ReportedIssue {
  const { kind, severity, published, count, open, runs, distributions } = issue
  // Read a moment later: what was cleared in between is still counted as open here.
  const cleared = Math.min(clearedNow, count - open)
  return {
    ...{ kind, severity, published, count, open, cleared, runs },
    reviewed: count - open - cleared,
    tools: distributions.tool,
    first_seen: issue.first_seen,
    last_seen: issue.last_seen,
    ...FINDING_ADVICE[kind],
  }
}
