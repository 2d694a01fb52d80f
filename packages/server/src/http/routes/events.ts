/** The event stream for the vendor's own monitoring (heron.md §14, AARM R8; docs/event-stream.md). */
import type { FastifyInstance } from 'fastify'
import { tenantOf } from '../authentication.js'
import { answerInTime } from '../deadline.js'
import { eventAnswer, eventQuery, sendEvents } from '../event-lines.js'
import { describeOperation } from '../openapi.js'
import { queryReader } from '../operator/query.js'
import type { RouteContext } from './context.js'

export function routeEvents(app: FastifyInstance, { service }: RouteContext): void {
  const readQuery = queryReader(eventQuery)
  app.get('/v1/events', {
    schema: describeOperation({
      operationId: 'readEvents',
      summary: 'Read what happened as OCSF events, from a cursor on',
      tag: 'Read back',
      query: eventQuery,
      answer: eventAnswer,
      refusals: ['invalid_request'],
    }),
    handler: async (request, reply) => {
      const page = service.readEvents(tenantOf(request), readQuery(request.query))
      return sendEvents(reply, await answerInTime(request, page))
    },
  })
}
