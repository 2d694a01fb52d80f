/** Calls of a range, by hour or by day: what the worker has counted, and beside it what it has not come to yet. */
import {
  findCountSweep,
  sumAgentCounts,
  sumCallCounts,
  tallyCalls,
  tallyStatements,
} from '../../store/queries/call-counts.js'
import type { Reader } from '../../store/store.js'
import { type HourCount, mergeCounts } from './count-calls.js'
import type { ProjectScope } from './project-scope.js'

export type Span = 'hour' | 'day'

/** Spans from one on and up to another, included; `2026-11-30T12` or `2026-11-30`. Empty environment takes both. */
export type FigureRange = {
  readonly span: Span
  readonly fromAt: string
  readonly toAt: string
  readonly environment: string
}

export type SpanFigures = {
  readonly calls: number
  readonly stated: number
  readonly verdicts: { readonly [verdict: string]: number }
}

export type AgentFigures = { readonly agent: string; readonly calls: number; readonly not_allowed: number }

export type CallFigures = {
  readonly spans: ReadonlyMap<string, SpanFigures>
  /** The busiest first. */
  readonly agents: readonly AgentFigures[]
  /** False where more had arrived than could be counted while somebody waits. */
  readonly complete: boolean
}

/** Calls, and statements, that are not counted yet: read by key and grouped, a few milliseconds. */
const MAX_UNCOUNTED = 5_000

/** The busiest agents that are counted; an agent beyond them is not among the first ten for what came since. */
const MAX_AGENTS = 100

export async function readCallFigures(
  reader: Reader,
  scope: ProjectScope,
  range: FigureRange,
): Promise<CallFigures> {
  const { span, fromAt, toAt, environment } = range
  const asked = { ...scope, span, from_at: fromAt, to_at: toAt, environment }
  const [counted, agents] = [
    await reader.all(sumCallCounts, asked),
    await reader.all(sumAgentCounts, { ...asked, limit: MAX_AGENTS }),
  ]
  const { counts, complete } = await readUncounted(reader, scope)
  const recent = counts
    .map((count) => ({ ...count, at: span === 'hour' ? count.hour : count.hour.slice(0, 10) }))
    .filter((count) => count.at >= fromAt && count.at <= toAt)
    .filter((count) => environment === '' || count.environment === environment)
  return { spans: spansOf([...counted, ...recent]), agents: agentsOf(agents, recent), complete }
}

/** A point read and two that end where the worker is: what is read grows with what arrived in the last seconds. */
async function readUncounted(
  reader: Reader,
  scope: ProjectScope,
): Promise<{ readonly counts: readonly HourCount[]; readonly complete: boolean }> {
  const sweep = await reader.first(findCountSweep, scope)
  const rest = { ...scope, before_id: '~', limit: MAX_UNCOUNTED }
  const calls = await reader.all(tallyCalls, { ...rest, after_id: sweep?.action_id ?? '' })
  const statements = await reader.all(tallyStatements, { ...rest, after_id: sweep?.execution_id ?? '' })
  const seen = Math.max(
    calls.reduce((sum, { n }) => sum + n, 0),
    statements.reduce((sum, each) => sum + each.seen, 0),
  )
  const counts = mergeCounts([
    ...calls.map(({ hour, environment, agent, verdict, n }) => ({
      ...{ hour, environment, agent, verdict, calls: n, stated: 0 },
    })),
    ...statements.map(({ hour, environment, agent, verdict, n }) => ({
      ...{ hour, environment, agent, verdict, calls: 0, stated: n },
    })),
  ])
  return { counts, complete: seen < MAX_UNCOUNTED }
}

type Row = {
  readonly at: string
  readonly verdict: string
  readonly calls: number
  readonly stated: number
}

function spansOf(rows: readonly Row[]): ReadonlyMap<string, SpanFigures> {
  const spans = new Map<string, SpanFigures>()
  for (const { at, verdict, calls, stated } of rows) {
    const known = spans.get(at) ?? { calls: 0, stated: 0, verdicts: {} }
    spans.set(at, {
      calls: known.calls + calls,
      stated: known.stated + stated,
      verdicts: { ...known.verdicts, [verdict]: (known.verdicts[verdict] ?? 0) + calls },
    })
  }
  return spans
}

function agentsOf(
  counted: readonly AgentFigures[],
  recent: readonly { readonly agent: string; readonly verdict: string; readonly calls: number }[],
): readonly AgentFigures[] {
  const agents = new Map(counted.map((figures) => [figures.agent, figures]))
  for (const { agent, verdict, calls } of recent) {
    const known = agents.get(agent) ?? { agent, calls: 0, not_allowed: 0 }
    const withheld = verdict === 'ALLOW' ? 0 : calls
    agents.set(agent, { agent, calls: known.calls + calls, not_allowed: known.not_allowed + withheld })
  }
  return [...agents.values()]
    .filter(({ calls }) => calls > 0)
    .sort((left, right) => right.calls - left.calls || (left.agent < right.agent ? -1 : 1))
}
