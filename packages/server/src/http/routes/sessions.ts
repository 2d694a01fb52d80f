/** Sessions: open, read, close. */
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { answerSchemas } from '../answers/answers.js'
import { tenantOf } from '../authentication.js'
import { answerInTime } from '../deadline.js'
import { describeOperation } from '../openapi.js'
import { openSessionSchema, readOpenSession } from '../requests/open-session.js'
import { type RouteContext, writeContext } from './context.js'

type SessionAddress = { Params: { external_id: string } }

const sessionAddress = Type.Object({
  external_id: Type.String({ description: 'The vendor’s name for the session, percent-encoded.' }),
})

export function routeSessions(app: FastifyInstance, { service, now }: RouteContext): void {
  app.post('/v1/sessions', {
    schema: describeOperation({
      operationId: 'openSession',
      summary: 'Open a session',
      tag: 'Ingest',
      body: openSessionSchema,
      answer: answerSchemas.openSession,
      idempotent: true,
      refusals: [
        'invalid_json',
        'invalid_request',
        'personal_reference',
        'malformed_digest',
        'invalid_grant_scope',
        'idempotency_conflict',
        'body_too_large',
        'unsupported_media_type',
      ],
    }),
    handler: (request) => {
      const context = writeContext(request, now)
      return answerInTime(request, service.openSession(readOpenSession(request.body), context))
    },
  })

  app.get<SessionAddress>('/v1/sessions/:external_id', {
    schema: describeOperation({
      operationId: 'readSession',
      summary: 'Read a session',
      tag: 'Read back',
      params: sessionAddress,
      answer: answerSchemas.session,
      refusals: ['unknown_session'],
    }),
    handler: (request) =>
      answerInTime(request, service.readSession(tenantOf(request), request.params.external_id)),
  })

  app.post<SessionAddress>('/v1/sessions/:external_id/close', {
    schema: describeOperation({
      operationId: 'closeSession',
      summary: 'Close a session: its head and count are signed',
      tag: 'Ingest',
      params: sessionAddress,
      body: Type.Object({}),
      answer: answerSchemas.closeSession,
      idempotent: true,
      refusals: ['invalid_json', 'unknown_session', 'body_too_large', 'unsupported_media_type'],
    }),
    handler: (request) => {
      const context = writeContext(request, now)
      return answerInTime(request, service.closeSession(request.params.external_id, context))
    },
  })
}
