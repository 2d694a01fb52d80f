/**
 * Issues (heron.md §7): findings grouped by the problem that they are instances of, one issue for each kind. Computed from
 * the findings at every reading, never stored; the tool is not part of the grouping, since one bug in one guard reaches
 * every tool.
 */
import { type FindingKind, PUBLISHED_FINDINGS, type Severity, severityOf } from '@heron/evidence'
import type { Store } from '../../store/store.js'
import {
  FACETS,
  type Facet,
  type FindingFilter,
  type SelectedFinding,
  selectFindings,
} from '../findings/select-findings.js'
import type { ProjectKey } from '../tenant.js'

/** How many findings have a value; null stands for those without one. Each value can be given as a filter. */
export type FacetCount = { readonly value: string | null; readonly count: number }

/** Wire names. */
export type Issue = {
  readonly kind: FindingKind
  readonly severity: Severity
  readonly published: boolean
  /** `open` while any of its findings is. */
  readonly state: 'open' | 'resolved'
  readonly count: number
  readonly open: number
  /** Sessions in which it was found. */
  readonly runs: number
  readonly tools: number
  readonly first_seen: string
  readonly last_seen: string
  /** Most frequent first. */
  readonly distributions: { readonly [facet in Facet]: readonly FacetCount[] }
}

const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const satisfies readonly Severity[]

/** The issues among the findings that the filter lets through: open ones first, then the worst, then the newest. */
export async function readIssues(store: Store, project: ProjectKey, filter: FindingFilter): Promise<Issue[]> {
  const tallies = new Map<string, IssueTally>()
  for await (const finding of selectFindings(store, project, filter)) {
    const tally = tallies.get(finding.kind)
    if (tally === undefined) tallies.set(finding.kind, new IssueTally(finding))
    else tally.add(finding)
  }
  return [...tallies.values()].map(({ issue }) => issue).sort(compareIssues)
}

class IssueTally {
  readonly #kind: FindingKind
  readonly #runs = new Set<string>()
  readonly #facets: { readonly [facet in Facet]: Map<string | null, number> }
  readonly #firstSeen: string
  #lastSeen: string
  #count = 0
  #open = 0

  constructor(first: SelectedFinding) {
    this.#kind = first.kind as FindingKind
    const counts = (): Map<string | null, number> => new Map()
    this.#facets = {
      tool: counts(),
      agent: counts(),
      environment: counts(),
      verdict: counts(),
      rule: counts(),
    }
    this.#firstSeen = first.raised_at
    this.#lastSeen = first.raised_at
    this.add(first)
  }

  /** Findings come in the order in which they were raised. */
  add(finding: SelectedFinding): void {
    this.#count += 1
    if (finding.state === 'open') this.#open += 1
    if (finding.session_id !== null) this.#runs.add(finding.session_id)
    if (finding.raised_at > this.#lastSeen) this.#lastSeen = finding.raised_at
    for (const facet of FACETS) {
      const counts = this.#facets[facet]
      counts.set(finding[facet], (counts.get(finding[facet]) ?? 0) + 1)
    }
  }

  get issue(): Issue {
    const { tool, agent, environment, verdict, rule } = this.#facets
    return {
      kind: this.#kind,
      severity: severityOf(this.#kind),
      published: Object.hasOwn(PUBLISHED_FINDINGS, this.#kind),
      state: this.#open > 0 ? 'open' : 'resolved',
      count: this.#count,
      open: this.#open,
      runs: this.#runs.size,
      tools: [...tool.keys()].filter((value) => value !== null).length,
      first_seen: this.#firstSeen,
      last_seen: this.#lastSeen,
      distributions: {
        tool: ranked(tool),
        agent: ranked(agent),
        environment: ranked(environment),
        verdict: ranked(verdict),
        rule: ranked(rule),
      },
    }
  }
}

function ranked(counts: ReadonlyMap<string | null, number>): FacetCount[] {
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((left, right) => right.count - left.count || ((left.value ?? '') < (right.value ?? '') ? -1 : 1))
}

/** Open ones first, then the worst, then the newest. */
export function compareIssues(left: Issue, right: Issue): number {
  if (left.state !== right.state) return left.state === 'open' ? -1 : 1
  const severity = SEVERITIES.indexOf(left.severity) - SEVERITIES.indexOf(right.severity)
  if (severity !== 0) return severity
  if (left.last_seen !== right.last_seen) return left.last_seen > right.last_seen ? -1 : 1
  return right.count - left.count || (left.kind < right.kind ? -1 : 1)
}
