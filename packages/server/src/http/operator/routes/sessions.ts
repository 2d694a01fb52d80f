/** Sessions of a project, one of them, and its calls. */
import { VERDICTS } from '@heron/evidence'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { listCallsOfSession, readSessionDetail } from '../../../domain/reading/session-detail.js'
import { FINDING_KINDS, listSessions } from '../../../domain/reading/sessions.js'
import type { OperatorContext } from '../context.js'
import { filterText, filterTime, filterWord, paged, pageOf, paging, timesOf } from '../list-query.js'
import { operatorRoute, projectOf } from '../operator-route.js'
import { count, open, orNull, outcome, perVerdict, text, texts, time } from '../shapes.js'

const session = {
  session: text,
  external_id: text,
  agent: text,
  agent_name: orNull('string'),
  agent_version: orNull('string'),
  environment: text,
  principal: Type.Object({ type: text, ref: text }),
  opened_at: time,
  closed_at: orNull('string'),
  head_hash: text,
  actions: count,
  verdicts: perVerdict,
  findings: count,
}

const relative = Type.Object({ session: text, external_id: text })

const detail = Type.Object(
  {
    ...session,
    record: open('The genesis record, as hashed.'),
    genesis_hash: text,
    task_ref: orNull('string'),
    parent: Type.Unsafe<unknown>({ anyOf: [relative, { type: 'null' }] }),
    children: Type.Array(relative),
    anchors: texts,
    grant: orNull('object'),
  },
  { description: 'A session with its family.' },
)

const call = Type.Object({
  action: text,
  position: count,
  seq: Type.Integer(),
  tool: text,
  verdict: text,
  rule: orNull('string'),
  reasons: texts,
  dimensions: open('Value and source of each dimension.'),
  prev_hash: text,
  record_hash: text,
  resolves: orNull('string'),
  outcomes: Type.Array(outcome),
  findings: texts,
  received_at: time,
})

const filters = Type.Object({
  q: filterText(
    'A session’s id or the vendor’s name for it in full; else a part of that name, or of agent, principal or task.',
  ),
  agent: filterText('Only this agent’s.'),
  environment: filterWord(['live', 'test'], 'Only this one.'),
  state: filterWord(['open', 'closed'], 'Only those that are.'),
  verdict: filterWord(VERDICTS, 'Only those in which it occurred.'),
  finding: filterWord(FINDING_KINDS, 'Only those about which it was raised.'),
  since: filterTime('Opened at this time or later.'),
  until: filterTime('Opened before this time.'),
  ...paging,
})

export function routeSessions(app: FastifyInstance, context: OperatorContext): void {
  const { store } = context.parts
  operatorRoute(app, context, {
    method: 'GET',
    path: '/projects/:project/sessions',
    operationId: 'listOperatorSessions',
    summary: 'Sessions, the newest first',
    tag: 'Sessions',
    role: 'viewer',
    query: filters,
    answer: paged(Type.Object(session), 'Sessions.'),
    handle: (asked) => {
      const { cursor: _cursor, limit: _limit, ...filter } = asked.query
      return listSessions(store, projectOf(asked), { ...filter, ...timesOf(filter) }, pageOf(asked.query))
    },
  })

  operatorRoute(app, context, {
    method: 'GET',
    path: '/projects/:project/sessions/:session',
    operationId: 'readOperatorSession',
    summary: 'A session with its family',
    tag: 'Sessions',
    role: 'viewer',
    answer: detail,
    handle: (asked) => readSessionDetail(store, projectOf(asked), asked.params['session'] ?? ''),
  })

  operatorRoute(app, context, {
    method: 'GET',
    path: '/projects/:project/sessions/:session/calls',
    operationId: 'listOperatorSessionCalls',
    summary: 'The calls of a session, in the order of its chain',
    tag: 'Sessions',
    role: 'viewer',
    query: Type.Object(paging),
    answer: paged(call, 'Calls.'),
    handle: (asked) =>
      listCallsOfSession(store, projectOf(asked), asked.params['session'] ?? '', pageOf(asked.query)),
  })
}
