/** The inbox of approvals. */
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { answerApproval } from '../../../domain/approvals/answer-approval.js'
import { listApprovals, readApproval } from '../../../domain/approvals/list-approvals.js'
import { oneOf } from '../../requests/fields.js'
import type { OperatorContext } from '../context.js'
import { operationOf, reason } from '../governance-shapes.js'
import { filterWord, paged, pageOf, paging } from '../list-query.js'
import { operatorRoute, projectOf } from '../operator-route.js'
import { count, open, orNull, text, texts, time } from '../shapes.js'

const APPROVALS = '/projects/:project/approvals'
const DECISIONS = ['APPROVE', 'DECLINE'] as const
const decision = oneOf(DECISIONS, 'APPROVE lifts the step-up, never a rule’s DENY; DECLINE makes it a DENY.')

const approval = Type.Object(
  {
    ...{ action: text, session: text, session_external_id: text, agent: text },
    principal: Type.Object({ type: text, ref: text }),
    ...{ tool: text, args_hash: text },
    args_redacted: Type.Unknown({ description: 'As stored: redacted twice; null after the retention.' }),
    classification: open('As signed.'),
    rule: Type.Union([Type.Object({ id: text, title: text, text }), Type.Null()]),
    reasons: texts,
    requested_at: time,
    due_at: orNull('string'),
    state: Type.Unsafe<string>({
      type: 'string',
      enum: ['waiting', 'approved', 'declined', 'timed_out', 'answered'],
      description: '`answered`: by the vendor’s own statement.',
    }),
    answered: Type.Optional(
      Type.Object({
        ...{ by: orNull('string'), decision, reason: text, at: time, entry_hash: text },
        used_by_action: orNull('string'),
      }),
    ),
    earlier: Type.Object(
      { approved: count, declined: count },
      { description: 'Answers to the same rule on the same tool.' },
    ),
    words: Type.String({ description: 'What will happen.' }),
  },
  { description: 'A call that waits for a person, or did.' },
)

export function routeApprovals(app: FastifyInstance, context: OperatorContext): void {
  const { parts } = context
  operatorRoute(app, context, {
    ...{ method: 'GET', path: APPROVALS, operationId: 'listApprovals', tag: 'Approvals', role: 'viewer' },
    summary: 'List the calls that wait for a person, or those that did, the newest first',
    query: Type.Object({
      state: filterWord(['waiting', 'answered'], 'Default `waiting`. `answered`: all the others.'),
      ...paging,
    }),
    answer: paged(approval, 'Calls.'),
    handle: (call) =>
      listApprovals(parts, projectOf(call), { state: call.query.state ?? 'waiting', ...pageOf(call.query) }),
  })
  operatorRoute(app, context, {
    ...{ method: 'POST', path: `${APPROVALS}/:action`, operationId: 'answerApproval', tag: 'Approvals' },
    ...{ role: 'operator', answer: approval, refusals: ['changed_meanwhile'] },
    summary: 'Approve or decline: signed, and used once by the next call that repeats it',
    body: Type.Object({ decision, reason }),
    handle: async (call) => {
      const action = call.params['action'] ?? ''
      await answerApproval(parts, operationOf(call, call.body.reason), action, call.body.decision)
      return readApproval(parts, projectOf(call), action)
    },
  })
}
