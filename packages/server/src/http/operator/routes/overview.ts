/** The first screen of a project, the first steps in it, and the findings report. */
import { VERDICTS } from '@heron/evidence'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { readGettingStarted } from '../../../domain/reading/getting-started.js'
import { readOverview } from '../../../domain/reading/overview.js'
import { readFindingsReport } from '../../../domain/report/findings-report.js'
import { reportMarkdown } from '../../../domain/report/report-markdown.js'
import type { OperatorContext } from '../context.js'
import { filterTime, filterWord, timesOf } from '../list-query.js'
import { operatorRoute, projectOf } from '../operator-route.js'
import { count, flag, open, orNull, signed, text, time } from '../shapes.js'

const counts = Type.Array(count)
const share = Type.Unsafe<number | null>({ type: ['number', 'null'], minimum: 0, maximum: 1 })

const overview = Type.Object(
  {
    generated_at: time,
    range: Type.Object({
      since: time,
      until: time,
      bucket: Type.Unsafe<string>({ type: 'string', enum: ['hour', 'day'] }),
    }),
    complete: Type.Boolean({ description: 'False where more arrived than was counted yet.' }),
    figures: Type.Object({
      calls: count,
      coverage: share,
      not_allowed: count,
      open_findings: count,
      decision_p95_ms: orNull('integer'),
    }),
    spark: Type.Object({
      calls: counts,
      coverage: Type.Array(share),
      not_allowed: counts,
      open_findings: counts,
    }),
    verdicts_over_time: Type.Array(
      Type.Object({ at: time, ...Object.fromEntries(VERDICTS.map((verdict) => [verdict, count])) }),
    ),
    issues_by_severity: Type.Object({ critical: count, high: count, medium: count, low: count }),
    agents: Type.Array(Type.Object({ agent: text, calls: count, not_allowed: count })),
    changes: Type.Array(Type.Object({ receipt: signed('An act.'), actor: orNull('string') })),
    lag_ms: count,
    queue: count,
    enforcement: open('`{mode: enforced}`, or what was declared, by whom, why and until when.'),
    no_rule: flag,
    approvals_waiting: count,
    issues_open: count,
  },
  { description: 'Figures of a range, and what is open now.' },
)

const step = Type.Object({
  id: Type.Unsafe<string>({
    type: 'string',
    enum: ['api_key', 'vendor_key', 'session', 'decision', 'evidence'],
  }),
  done: flag,
  at: orNull('string'),
})

export function routeOverview(app: FastifyInstance, context: OperatorContext): void {
  const { parts, originOf, now } = context
  operatorRoute(app, context, {
    method: 'GET',
    path: '/projects/:project/overview',
    operationId: 'readOverview',
    summary: 'Figures of a range, by hour or by day, and what is open now',
    tag: 'Overview',
    role: 'viewer',
    query: Type.Object({
      since: filterTime('From the hour, or the day, of this time on. Default: 24 hours before `until`.'),
      until: filterTime('Up to this time. Default: now.'),
      environment: filterWord(['live', 'test'], 'Only this one.'),
    }),
    answer: overview,
    handle: (asked) => readOverview(parts, projectOf(asked), { ...asked.query, ...timesOf(asked.query) }),
  })

  operatorRoute(app, context, {
    method: 'GET',
    path: '/projects/:project/getting-started',
    operationId: 'readGettingStarted',
    summary: 'The first steps, and which of them the service has seen happen',
    tag: 'Overview',
    role: 'viewer',
    answer: Type.Object(
      { steps: Type.Array(step), first_action: orNull('string'), service_url: text },
      { description: 'Five steps.' },
    ),
    handle: async (asked) => ({
      ...(await readGettingStarted(parts.store, projectOf(asked))),
      service_url: originOf(asked.request),
    }),
  })

  operatorRoute(app, context, {
    method: 'GET',
    path: '/projects/:project/report',
    operationId: 'readFindingsReport',
    summary: 'The findings report: every kind in plain words, for operators',
    tag: 'Issues',
    role: 'viewer',
    query: Type.Object({
      format: filterWord(['md', 'json'], 'Default `json`.'),
      since: filterTime('Findings raised at this time or later.'),
    }),
    answer: Type.Object(
      {
        project: text,
        generated_at: time,
        since: orNull('string'),
        findings: count,
        open: count,
        issues: Type.Array(open('A kind with its counts, what it means and what to do.')),
      },
      { description: 'As JSON; with `format=md` the same as `text/markdown`.' },
    ),
    handle: async ({ reply, ...asked }) => {
      const { since = null } = timesOf(asked.query)
      const report = await readFindingsReport(parts.store, projectOf(asked), { since, generatedAt: now() })
      if (asked.query.format !== 'md') return report
      const lines = reportMarkdown(report).map((line) => `${line}\n`)
      return reply.header('content-type', 'text/markdown; charset=utf-8').send(lines.join(''))
    },
  })
}
