/** Calls of a project, one of them with its signed documents, and what lists can be filtered by. */
import { VERDICTS } from '@heron/evidence'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { readCallDetail } from '../../../domain/reading/call-detail.js'
import { listCalls } from '../../../domain/reading/calls.js'
import { readFacets } from '../../../domain/reading/facets.js'
import type { OperatorContext } from '../context.js'
import { findingShape } from '../finding-shape.js'
import { filterText, filterTime, filterWord, paged, pageOf, paging, timesOf } from '../list-query.js'
import { operatorRoute, projectOf } from '../operator-route.js'
import { count, open, orNull, outcome, signed, text, texts, time } from '../shapes.js'

const call = Type.Object({
  action: text,
  session: text,
  session_external_id: text,
  agent: text,
  environment: text,
  tool: text,
  seq: Type.Integer(),
  position: count,
  verdict: text,
  rule: orNull('string'),
  reasons: texts,
  effect: text,
  received_at: time,
  outcomes: Type.Array(outcome),
})

const detail = Type.Object(
  {
    session: text,
    session_external_id: text,
    environment: text,
    record: open('The chain record, exactly as hashed.'),
    prev_hash: text,
    record_hash: text,
    decision: signed('The decision.'),
    evaluation: signed('What the engine read and answered.'),
    statements: Type.Array(open('A statement as the vendor signed it.')),
    rule: orNull('object'),
    findings: Type.Array(findingShape),
    args_redacted: Type.Unsafe<unknown>({ description: 'Null when it has expired.' }),
    resource_ref_redacted: orNull('string'),
    resolves: orNull('string'),
    resolved_by: orNull('string'),
    resolution: orNull('object'),
    notes: texts,
  },
  { description: 'A call and its signed documents.' },
)

const filters = Type.Object({
  q: filterText('A part of a tool’s name; or a call’s id, or the name or id of a session, in full.'),
  tool: filterText('Only this tool.'),
  verdict: filterWord(VERDICTS, 'Only this verdict.'),
  rule: filterText('Only those that this rule decided.'),
  agent: filterText('Only this agent’s.'),
  session: filterText('Only those of the session with this id.'),
  environment: filterWord(['live', 'test'], 'Only this one.'),
  since: filterTime('Received at this time or later.'),
  until: filterTime('Received before this time.'),
  ...paging,
})

export function routeActions(app: FastifyInstance, context: OperatorContext): void {
  const { parts } = context
  operatorRoute(app, context, {
    method: 'GET',
    path: '/projects/:project/actions',
    operationId: 'listOperatorActions',
    summary: 'Calls, the newest first',
    tag: 'Sessions',
    role: 'viewer',
    query: filters,
    answer: paged(call, 'Calls.'),
    handle: (asked) => {
      const { cursor: _cursor, limit: _limit, ...filter } = asked.query
      return listCalls(parts.store, projectOf(asked), { ...filter, ...timesOf(filter) }, pageOf(asked.query))
    },
  })

  operatorRoute(app, context, {
    method: 'GET',
    path: '/projects/:project/actions/:action',
    operationId: 'readOperatorAction',
    summary: 'A call with its signed documents, and what only operators see of it',
    tag: 'Sessions',
    role: 'viewer',
    answer: detail,
    handle: (asked) => readCallDetail(parts, projectOf(asked), asked.params['action'] ?? ''),
  })

  operatorRoute(app, context, {
    method: 'GET',
    path: '/projects/:project/facets',
    operationId: 'readFacets',
    summary: 'What lists can be filtered by: 200 of each at most',
    tag: 'Sessions',
    role: 'viewer',
    answer: Type.Object({ agents: texts, tools: texts, rules: texts }, { description: 'Names, sorted.' }),
    handle: (asked) => readFacets(parts.store, projectOf(asked)),
  })
}
