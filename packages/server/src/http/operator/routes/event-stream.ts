/** The event stream, for a person who is signed in: the same lines that an API key reads at `/v1/events`. */
import type { FastifyInstance } from 'fastify'
import { readEvents } from '../../../domain/event-stream/read-events.js'
import { eventAnswer, eventQuery, sendEvents } from '../../event-lines.js'
import type { OperatorContext } from '../context.js'
import { operatorRoute, projectOf } from '../operator-route.js'

export function routeEventStream(app: FastifyInstance, context: OperatorContext): void {
  operatorRoute(app, context, {
    ...{ method: 'GET', path: '/projects/:project/events/ocsf', operationId: 'readProjectEvents' },
    ...{ tag: 'Events', role: 'viewer', query: eventQuery, answer: eventAnswer },
    summary: 'Read what happened as OCSF events, from a cursor on',
    handle: async (call) => {
      const { store, settledAt } = context.parts
      const page = await readEvents(store, projectOf(call), { until: settledAt(), ...call.query })
      return sendEvents(call.reply, page)
    },
  })
}
