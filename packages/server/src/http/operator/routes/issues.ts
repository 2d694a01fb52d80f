/** Issues of a project, the findings behind them, and their reviews. */
import { VERDICTS } from '@heron/evidence'
import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { reviewFindings } from '../../../domain/findings/review-findings.js'
import type { FindingFilter } from '../../../domain/findings/select-findings.js'
import { reviewIssue } from '../../../domain/issues/review-issue.js'
import { listFindings, readFindingItem, WITHOUT } from '../../../domain/reading/findings.js'
import { listIssues } from '../../../domain/reading/issues.js'
import { FINDING_KINDS } from '../../../domain/reading/sessions.js'
import { FINDING_ADVICE } from '../../../domain/report/finding-advice.js'
import { Refusal } from '../../../domain/refusal.js'
import type { OperatorContext } from '../context.js'
import { findingShape } from '../finding-shape.js'
import { reason } from '../governance-shapes.js'
import { filterText, filterTime, filterWord, paged, pageOf, paging, timesOf } from '../list-query.js'
import { operatorRoute, projectOf } from '../operator-route.js'
import { count, flag, orNull, text, time } from '../shapes.js'

const values = Type.Array(Type.Object({ value: orNull('string'), count }))

const issue = {
  kind: text,
  severity: text,
  published: flag,
  state: Type.Unsafe<string>({ type: 'string', enum: ['open', 'resolved'] }),
  count,
  open: count,
  runs: count,
  runs_at_least: flag,
  tools: count,
  first_seen: time,
  last_seen: time,
  distributions: Type.Object({
    tool: values,
    agent: values,
    environment: values,
    verdict: values,
    rule: values,
  }),
  trend: Type.Array(Type.Object({ day: text, count })),
}

const NONE = 'Only this one; `~` for those that have none.'

const facets = {
  since: filterTime('Raised on the day (UTC) of this time or later.'),
  tool: filterText(NONE),
  agent: filterText(NONE),
  environment: filterWord(['live', 'test', WITHOUT], NONE),
  verdict: filterWord([...VERDICTS, WITHOUT], NONE),
  rule: filterText(NONE),
}

const filters = {
  state: filterWord(['open', 'resolved', 'cleared'], 'Only findings in this state.'),
  ...facets,
}

const review = {
  decision: Type.Unsafe<'resolve' | 'reopen'>({
    type: 'string',
    enum: ['resolve', 'reopen'],
    'x-expected': '`resolve` or `reopen`',
  }),
  reason,
}

export function routeIssues(app: FastifyInstance, context: OperatorContext): void {
  const { parts, now } = context
  operatorRoute(app, context, {
    method: 'GET',
    path: '/projects/:project/issues',
    operationId: 'listIssues',
    summary: 'Findings by kind, with their distributions and their trend',
    tag: 'Issues',
    role: 'viewer',
    query: Type.Object(filters),
    answer: Type.Object(
      { items: Type.Array(Type.Object(issue)) },
      { description: 'Open ones first, then the worst, then the newest.' },
    ),
    handle: async (asked) => {
      const filter = { ...asked.query, ...timesOf(asked.query) }
      return { items: await listIssues(parts.store, projectOf(asked), { filter, now: now() }) }
    },
  })

  operatorRoute(app, context, {
    method: 'GET',
    path: '/projects/:project/issues/:kind',
    operationId: 'readIssue',
    summary: 'An issue with what it means and its findings, the newest first',
    tag: 'Issues',
    role: 'viewer',
    query: Type.Object({ ...filters, ...paging }),
    answer: Type.Object(
      {
        ...issue,
        advice: Type.Object({ means: text, benign: text, next: text }),
        findings: paged(findingShape, 'Findings.'),
      },
      { description: 'An issue.' },
    ),
    handle: async (asked) => {
      const { cursor: _cursor, limit: _limit, ...query } = asked.query
      const kind = kindOf(asked.params)
      const filter = { ...query, ...timesOf(query) }
      const project = projectOf(asked)
      const [found] = await listIssues(parts.store, project, { filter, kind, now: now() })
      if (found === undefined) throw new Refusal('not_found', 'nothing of this kind was found')
      const findings = await listFindings(parts, project, kind, wholeDays(filter), pageOf(asked.query))
      return { ...found, advice: FINDING_ADVICE[kind], findings }
    },
  })

  operatorRoute(app, context, {
    method: 'POST',
    path: '/projects/:project/issues/:kind/review',
    operationId: 'reviewIssue',
    summary: 'Resolve or reopen an issue: one signed entry for each of its findings, one reason',
    tag: 'Issues',
    role: 'operator',
    body: Type.Object({ ...review, filter: Type.Optional(Type.Object(facets)) }),
    answer: Type.Object(
      { reviewed: count, remaining: count },
      { description: 'More than 2,000 at once are left for another call.' },
    ),
    refusals: ['unavailable'],
    handle: (asked) => {
      const { decision, reason, filter = {} } = asked.body
      const operation = { project: projectOf(asked), actorId: asked.member.userId, reason }
      return reviewIssue(parts, operation, decision, { ...selectionOf(filter), kind: kindOf(asked.params) })
    },
  })

  operatorRoute(app, context, {
    method: 'GET',
    path: '/projects/:project/findings/:finding',
    operationId: 'readFinding',
    summary: 'A finding with what became of it',
    tag: 'Issues',
    role: 'viewer',
    answer: findingShape,
    handle: (asked) => readFindingItem(parts, projectOf(asked), asked.params['finding'] ?? ''),
  })

  operatorRoute(app, context, {
    method: 'POST',
    path: '/projects/:project/findings/:finding/review',
    operationId: 'reviewFinding',
    summary:
      'Resolve or reopen a finding; the entry is signed, and nothing is removed from the evidence page',
    tag: 'Issues',
    role: 'operator',
    body: Type.Object(review),
    answer: findingShape,
    refusals: ['unavailable'],
    handle: async (asked) => {
      const { decision, reason } = asked.body
      const [project, id] = [projectOf(asked), asked.params['finding'] ?? '']
      await reviewFindings(parts, { project, actorId: asked.member.userId, reason }, decision, [id])
      return readFindingItem(parts, project, id)
    },
  })
}

/** @throws {Refusal} not_found */
function kindOf(params: Readonly<Record<string, string>>): (typeof FINDING_KINDS)[number] {
  const kind = FINDING_KINDS.find((each) => each === params['kind'])
  if (kind === undefined) throw new Refusal('not_found', 'there is no such kind of finding')
  return kind
}

/** Issues are counted by whole days; their findings are those that were counted. */
function wholeDays<Filter extends { readonly since?: string }>(filter: Filter): Filter {
  return filter.since === undefined
    ? filter
    : { ...filter, since: `${filter.since.slice(0, 10)}T00:00:00.000Z` }
}

type Facets = Static<Type.TObject<typeof facets>>

/** The same filter for a review: a member that is null asks for findings without such a value. */
function selectionOf(filter: Facets): FindingFilter {
  const { tool, agent, environment, verdict, rule } = filter
  const named = Object.entries({ tool, agent, environment, verdict, rule }).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value === WITHOUT ? null : value] as const],
  )
  const { since } = wholeDays(timesOf(filter))
  return { ...(Object.fromEntries(named) as FindingFilter), ...(since === undefined ? {} : { since }) }
}
