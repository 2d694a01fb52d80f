/** Actions: the before-action hook, and reading one back. */
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { answerSchemas } from '../answers/answers.js'
import { tenantOf } from '../authentication.js'
import { answerInTime } from '../deadline.js'
import { describeOperation } from '../openapi.js'
import { announceActionSchema, readAnnounceAction } from '../requests/announce-action.js'
import { type RouteContext, writeContext } from './context.js'

export function routeActions(app: FastifyInstance, { service, metrics, now }: RouteContext): void {
  app.post('/v1/actions', {
    schema: describeOperation({
      operationId: 'announceAction',
      summary: 'Announce a tool call before it runs; the answer is a signed decision',
      tag: 'Ingest',
      body: announceActionSchema,
      answer: answerSchemas.announceAction,
      idempotent: true,
      refusals: [
        'invalid_json',
        'invalid_request',
        'malformed_digest',
        'personal_tool_name',
        'incomplete_approval',
        'incomplete_inference',
        'unknown_session',
        'seq_conflict',
        'idempotency_conflict',
        'session_closed',
        'body_too_large',
        'unsupported_media_type',
      ],
    }),
    handler: async (request) => {
      const context = writeContext(request, now)
      const action = readAnnounceAction(request.body)
      const answer = await answerInTime(
        request,
        metrics.whileDeciding(() => service.announceAction(action, context)),
      )
      metrics.countDecision(answer)
      return answer
    },
  })

  app.get<{ Params: { id: string } }>('/v1/actions/:id', {
    schema: describeOperation({
      operationId: 'readAction',
      summary: 'Read an action with its decision and every statement about it',
      tag: 'Read back',
      params: Type.Object({ id: Type.String({ description: 'The `action_id`.' }) }),
      answer: answerSchemas.action,
      refusals: ['not_found'],
    }),
    handler: (request) => answerInTime(request, service.readAction(tenantOf(request), request.params.id)),
  })
}
