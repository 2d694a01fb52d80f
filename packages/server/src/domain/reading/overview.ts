/**
 * The dashboard's first screen (pages.md): how much was asked, how much of it was stated and allowed, what was found and
 * what changed. Every figure comes from counts that are kept, or from a bounded number of the newest rows.
 */
import {
  type AuditPayload,
  type DecisionPayload,
  type FindingKind,
  type PolicyBundle,
  type Receipt,
  type Severity,
  severityOf,
  VERDICTS,
} from '@heron/evidence'
import { findPolicy, findSettings } from '../../store/queries/projects.js'
import { issuesByDay, sumIssues } from '../../store/queries/issue-tallies.js'
import { countDue, countWaiting, listDecisionTexts, sumFindingsByHour } from '../../store/queries/overview.js'
import type { Reader } from '../../store/store.js'
import { storedJson } from '../evidence-page/stored-json.js'
import { firstIdAt } from '../ids.js'
import type { OperatorParts } from '../operator-log.js'
import { Refusal } from '../refusal.js'
import { type EnforcementView, readEnforcement } from '../settings/read-settings.js'
import { type AgentFigures, readCallFigures, type Span, type SpanFigures } from './call-figures.js'
import { listLog } from './log.js'
import { type ProjectScope, scopeOfProject } from './project-scope.js'
import type { ProjectKey } from '../tenant.js'

/** Wire names. */
export type Overview = {
  readonly generated_at: string
  /** Whole hours, or whole days where it is longer than 72 hours: `since` is the beginning of the first one. */
  readonly range: { readonly since: string; readonly until: string; readonly bucket: Span }
  readonly complete: boolean
  readonly figures: {
    readonly calls: number
    /** Calls with a statement, of all; null without calls. */
    readonly coverage: number | null
    readonly not_allowed: number
    readonly open_findings: number
    /** From arrival to decision, of the newest calls of the range; null without calls. */
    readonly decision_p95_ms: number | null
  }
  /** A value for each bucket. */
  readonly spark: {
    readonly calls: readonly number[]
    readonly coverage: readonly (number | null)[]
    readonly not_allowed: readonly number[]
    /** Findings raised. */
    readonly open_findings: readonly number[]
  }
  readonly verdicts_over_time: readonly ({ readonly at: string } & {
    readonly [verdict: string]: number | string
  })[]
  readonly issues_by_severity: { readonly [severity in Severity]: number }
  readonly agents: readonly AgentFigures[]
  readonly changes: readonly { readonly receipt: Receipt<AuditPayload>; readonly actor: string | null }[]
  /** How long the decision of this project that waits longest to be compared is overdue, and how many wait. */
  readonly lag_ms: number
  readonly queue: number
  readonly enforcement: EnforcementView
  readonly no_rule: boolean
  readonly approvals_waiting: number
  readonly issues_open: number
}

export type OverviewRange = {
  /** RFC 3339 UTC with milliseconds. */
  readonly since?: string
  readonly until?: string
  readonly environment?: string
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A longer range is told by days. */
const LONGEST_BY_HOUR_MS = 72 * HOUR_MS
const MAX_DAYS = 400
const DEFAULT_HOURS = 24
const MAX_AGENTS = 10
const MAX_CHANGES = 8
/** Decisions timed for one figure. */
const DECISIONS_TIMED = 100
/** Of waiting people, due decisions and findings by the hour, this many are counted. */
const MAX_WAITING = 1000
const MAX_DUE = 1000
const MAX_FINDINGS = 5000

/** @throws {Refusal} invalid_request for a range that is none, or is too long. */
export async function readOverview(
  parts: Pick<OperatorParts, 'store' | 'pseudonymSecret' | 'now'>,
  project: ProjectKey,
  asked: OverviewRange,
): Promise<Overview> {
  const { store } = parts
  const scope = scopeOfProject(project)
  const now = parts.now()
  const { environment = '' } = asked
  const range = rangeOf(asked, now)
  const buckets = bucketsOf(range)
  const calls = await readCallFigures(store, scope, {
    span: range.bucket,
    fromAt: buckets[0] ?? '',
    toAt: buckets.at(-1) ?? '',
    environment,
  })
  const raised = await readRaised(store, scope, range, environment)
  const open = await readOpen(store, scope, environment)
  const { items: changes } = await listLog(parts, project, { cursor: null, limit: MAX_CHANGES })
  const waiting = await store.first(countWaiting, { ...scope, now, limit: MAX_WAITING })
  const due = await store.first(countDue, { ...scope, now, limit: MAX_DUE })
  const oldest = due?.oldest ?? null
  const spans = buckets.map((bucket) => calls.spans.get(bucket) ?? NOTHING)
  return {
    generated_at: now,
    range,
    complete: calls.complete,
    figures: {
      calls: sum(spans.map((span) => span.calls)),
      coverage: coverageOf(spans),
      not_allowed: sum(spans.map(withheld)),
      open_findings: open.findings,
      decision_p95_ms: await decisionTime(store, scope, range),
    },
    spark: {
      calls: spans.map((span) => span.calls),
      coverage: spans.map((span) => coverageOf([span])),
      not_allowed: spans.map(withheld),
      open_findings: buckets.map((bucket) => raised.get(bucket) ?? 0),
    },
    verdicts_over_time: buckets.map((bucket, index) => ({
      at: beginningOf(bucket),
      ...Object.fromEntries(VERDICTS.map((verdict) => [verdict, spans[index]?.verdicts[verdict] ?? 0])),
    })),
    issues_by_severity: open.bySeverity,
    agents: calls.agents.slice(0, MAX_AGENTS),
    changes,
    lag_ms: oldest === null ? 0 : Math.max(0, Date.parse(now) - Date.parse(oldest)),
    queue: due?.queue ?? 0,
    enforcement: await readEnforcement(parts, project),
    no_rule: await hasNoRule(store, scope),
    approvals_waiting: waiting?.waiting ?? 0,
    issues_open: open.issues,
  }
}

const NOTHING: SpanFigures = { calls: 0, stated: 0, verdicts: {} }

function rangeOf({ since, until }: OverviewRange, now: string): Overview['range'] {
  const end = until ?? now
  const start = since ?? new Date(Date.parse(end) - (DEFAULT_HOURS - 1) * HOUR_MS).toISOString()
  const length = Date.parse(end) - Date.parse(start)
  if (length < 0) throw new Refusal('invalid_request', '`since` must be before `until`')
  if (length > MAX_DAYS * DAY_MS)
    throw new Refusal('invalid_request', `ask for ${MAX_DAYS.toString()} days at most`)
  const bucket = length <= LONGEST_BY_HOUR_MS ? 'hour' : 'day'
  return { since: beginningOf(nameOf(start, bucket)), until: end, bucket }
}

/** Names of the spans of a range, the first and the last included. */
function bucketsOf({ since, until, bucket }: Overview['range']): readonly string[] {
  const step = bucket === 'hour' ? HOUR_MS : DAY_MS
  const names: string[] = []
  for (let at = Date.parse(since); at <= Date.parse(until); at += step)
    names.push(nameOf(new Date(at).toISOString(), bucket))
  return names
}

/** The span in which a moment lies. */
function nameOf(time: string, bucket: Span): string {
  return time.slice(0, bucket === 'hour' ? 13 : 10)
}

function beginningOf(name: string): string {
  return name.length === 13 ? `${name}:00:00.000Z` : `${name}T00:00:00.000Z`
}

/** Findings raised, by span. */
async function readRaised(
  reader: Reader,
  scope: ProjectScope,
  { since, bucket }: Overview['range'],
  environment: string,
): Promise<ReadonlyMap<string, number>> {
  const raised = new Map<string, number>()
  if (bucket === 'hour') {
    const asked = { from_id: firstIdAt('fnd', Date.parse(since)), since, environment, limit: MAX_FINDINGS }
    for (const { at, count } of await reader.all(sumFindingsByHour, { ...scope, ...asked }))
      raised.set(at, count)
    return raised
  }
  const asked = { ...scope, ...EVERY_FINDING, environment, since_day: since.slice(0, 10) }
  for (const { value, count } of await reader.all(issuesByDay, { ...asked, limit: MAX_FINDINGS }))
    raised.set(value, (raised.get(value) ?? 0) + count)
  return raised
}

const EVERY_FINDING = { kind: '', state: '', since_day: '', tool: '', agent: '', verdict: '', rule: '' }

/** What is open now, whenever it was raised. */
async function readOpen(
  reader: Reader,
  scope: ProjectScope,
  environment: string,
): Promise<{
  readonly findings: number
  readonly issues: number
  readonly bySeverity: Overview['issues_by_severity']
}> {
  const bySeverity = { critical: 0, high: 0, medium: 0, low: 0 }
  const rows = await reader.all(sumIssues, { ...scope, ...EVERY_FINDING, state: 'open', environment })
  for (const { kind, open } of rows) bySeverity[severityOf(kind as FindingKind)] += open
  return { findings: sum(Object.values(bySeverity)), issues: rows.length, bySeverity }
}

/** What 95 of 100 decisions took at most, by the two times that each receipt states. */
async function decisionTime(
  reader: Reader,
  scope: ProjectScope,
  { since, until }: Overview['range'],
): Promise<number | null> {
  const rows = await reader.all(listDecisionTexts, {
    ...scope,
    from_id: firstIdAt('act', Date.parse(since)),
    before_id: firstIdAt('act', Date.parse(until) + 1),
    limit: DECISIONS_TIMED,
  })
  const times = rows
    .map(({ decision_text }) => storedJson<Partial<DecisionPayload>>(decision_text))
    .map(({ received_at = '', decided_at = '' }) => Date.parse(decided_at) - Date.parse(received_at))
    .filter((ms) => Number.isFinite(ms))
    .sort((left, right) => left - right)
  return times[Math.ceil(times.length * 0.95) - 1] ?? null
}

async function hasNoRule(reader: Reader, scope: ProjectScope): Promise<boolean> {
  const settings = await reader.first(findSettings, scope)
  const asked = { ...scope, policy_hash: settings?.policy_hash ?? '' }
  const policy = await reader.first(findPolicy, asked)
  const { rules = [] } = policy === undefined ? {} : storedJson<Partial<PolicyBundle>>(policy.bundle_text)
  return rules.length === 0
}

function coverageOf(spans: readonly SpanFigures[]): number | null {
  const calls = sum(spans.map((span) => span.calls))
  return calls === 0 ? null : sum(spans.map((span) => span.stated)) / calls
}

function withheld({ calls, verdicts }: SpanFigures): number {
  return calls - (verdicts['ALLOW'] ?? 0)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
