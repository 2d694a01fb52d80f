/**
 * Issues as operators list them (heron.md §7): what `../issues/issues.ts` computes by reading every finding, computed here
 * from counts that are kept as findings are raised and reviewed, so that a list of them costs the same among a million.
 * Nothing that a person decided is stored with an issue: it is the sum of its findings, at every reading.
 */
import { type FindingKind, PUBLISHED_FINDINGS, severityOf } from '@heron/evidence'
import { countSessionsFound, endOfFindings } from '../../store/queries/finding-lists.js'
import {
  issuesByAgent,
  issuesByDay,
  issuesByEnvironment,
  issuesByRule,
  issuesByTool,
  issuesByVerdict,
  sumIssueRuns,
  sumIssues,
} from '../../store/queries/issue-tallies.js'
import type { Reader } from '../../store/store.js'
import { type FacetCount, compareIssues, type Issue } from '../issues/issues.js'
import { type FindingListFilter, passingOf } from './findings.js'
import { groupedBy } from './grouped.js'
import { type ProjectScope, scopeOfProject } from './project-scope.js'
import type { ProjectKey } from '../tenant.js'

/** Wire names. */
export type IssueItem = Issue & {
  /**
   * True where `runs` counts those among the newest {@link FINDINGS_COUNTED} findings only, and there are more: under a
   * filter by tool, verdict, rule, state or time.
   */
  readonly runs_at_least: boolean
  /** Findings raised on each of the last days, the oldest first. */
  readonly trend: readonly { readonly day: string; readonly count: number }[]
}

const TREND_DAYS = 14
const DAY_MS = 86_400_000
/** Values of one distribution; the most frequent. */
const MAX_VALUES = 100
/** Rows of a distribution over all kinds. */
const MAX_ROWS = 2000
/** Findings of a kind looked at for the number of their sessions. */
const FINDINGS_COUNTED = 1000

/**
 * The issues among the findings that the filter lets through: open ones first, then the worst, then the newest.
 *
 * @param filter `since` counts from the beginning of its UTC day.
 */
export async function listIssues(
  reader: Reader,
  project: ProjectKey,
  {
    filter,
    kind,
    now,
  }: { readonly filter: FindingListFilter; readonly kind?: FindingKind; readonly now: string },
): Promise<readonly IssueItem[]> {
  const scope = scopeOfProject(project)
  const { since, ...facets } = passingOf(filter)
  const asked = { ...scope, ...facets, kind: kind ?? '', since_day: since.slice(0, 10) }
  const counted = await reader.all(sumIssues, asked)
  if (counted.length === 0) return []
  const ranked = { ...asked, limit: MAX_ROWS }
  const days = daysBefore(now)
  const [tool, agent, environment, verdict, rule, day] = await Promise.all([
    reader.all(issuesByTool, ranked),
    reader.all(issuesByAgent, ranked),
    reader.all(issuesByEnvironment, ranked),
    reader.all(issuesByVerdict, ranked),
    reader.all(issuesByRule, ranked),
    reader.all(issuesByDay, { ...ranked, since_day: days[0] ?? '' }),
  ])
  const by = { tool: byKind(tool), agent: byKind(agent), environment: byKind(environment) }
  const further = { verdict: byKind(verdict), rule: byKind(rule) }
  const tools = groupedBy(
    tool.filter(({ value }) => value !== ''),
    (row) => row.kind,
  )
  const perDay = groupedBy(day, (row) => row.kind)
  const runs = await countRuns(
    reader,
    scope,
    filter,
    counted.map((row) => row.kind),
  )
  const items = counted.map((row): IssueItem => {
    const raised = new Map(perDay.get(row.kind)?.map(({ value, count }) => [value, count]))
    const inKind = row.kind as FindingKind
    return {
      kind: inKind,
      severity: severityOf(inKind),
      published: Object.hasOwn(PUBLISHED_FINDINGS, inKind),
      state: row.open > 0 ? 'open' : 'resolved',
      count: row.count,
      open: row.open,
      runs: runs.get(row.kind)?.runs ?? 0,
      runs_at_least: runs.get(row.kind)?.atLeast ?? false,
      tools: tools.get(row.kind)?.length ?? 0,
      first_seen: row.first_seen,
      last_seen: row.last_seen,
      distributions: {
        tool: by.tool(row.kind),
        agent: by.agent(row.kind),
        environment: by.environment(row.kind),
        verdict: further.verdict(row.kind),
        rule: further.rule(row.kind),
      },
      trend: days.map((each) => ({ day: each, count: raised.get(each) ?? 0 })),
    }
  })
  return items.sort(compareIssues)
}

type Counted = { readonly kind: string; readonly value: string; readonly count: number }

function byKind(rows: readonly Counted[]): (kind: string) => readonly FacetCount[] {
  const groups = groupedBy(rows, ({ kind }) => kind)
  return (kind) =>
    (groups.get(kind) ?? [])
      .slice(0, MAX_VALUES)
      .map(({ value, count }) => ({ value: value === '' ? null : value, count }))
}

type Runs = { readonly runs: number; readonly atLeast: boolean }

/** Sessions by kind: kept for agents and environments, counted among the newest findings for all else. */
async function countRuns(
  reader: Reader,
  scope: ProjectScope,
  filter: FindingListFilter,
  kinds: readonly string[],
): Promise<ReadonlyMap<string, Runs>> {
  const { agent, environment, ...others } = passingOf(filter)
  if (Object.values(others).every((value) => value === '')) {
    const rows = await reader.all(sumIssueRuns, { ...scope, agent, environment })
    return new Map(rows.map(({ kind, runs }) => [kind, { runs, atLeast: false }]))
  }
  const counted = new Map<string, Runs>()
  for (const kind of kinds) {
    const newest = { ...scope, kind, before_id: '~', take: FINDINGS_COUNTED }
    const row = await reader.first(countSessionsFound, { ...newest, ...passingOf(filter) })
    const more = await reader.first(endOfFindings, newest)
    counted.set(kind, { runs: row?.sessions ?? 0, atLeast: more !== undefined })
  }
  return counted
}

/** The last days, the oldest first. */
function daysBefore(now: string): readonly string[] {
  const today = Date.parse(`${now.slice(0, 10)}T00:00:00.000Z`)
  return Array.from({ length: TREND_DAYS }, (_, index) =>
    new Date(today - (TREND_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}
