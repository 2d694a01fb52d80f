/** The event stream as it is answered to API keys and to people alike: one JSON event a line, and where to go on. */
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { MAX_CURSOR } from '../domain/event-stream/cursor.js'
import { MAX_EVENTS, type StreamPage } from '../domain/event-stream/read-events.js'

/** Names the cursor to come back with, also where no line came. */
const CURSOR_HEADER = 'heron-next-cursor'

export const eventQuery = Type.Object({
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_CURSOR,
      description: `The \`${CURSOR_HEADER}\` header of the last answer, or \`unmapped.cursor\` of the last line; absent for the beginning.`,
      'x-expected': 'a cursor that an earlier answer gave',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_EVENTS,
      description: `Most lines. Default ${MAX_EVENTS}.`,
      'x-expected': `a whole number from 1 to ${MAX_EVENTS}`,
    }),
  ),
})

export const eventAnswer = Type.Unsafe<string>({
  type: 'string',
  description:
    'Lines of JSON (application/x-ndjson), each an event of OCSF 1.4: Detection Finding (2004), Entity Management (3004) or ' +
    `API Activity (6003). Nothing new: no line, and the same \`${CURSOR_HEADER}\` again.`,
})

export function sendEvents(reply: FastifyReply, { events, nextCursor }: StreamPage): FastifyReply {
  return reply
    .header(CURSOR_HEADER, nextCursor)
    .type('application/x-ndjson; charset=utf-8')
    .serializer((lines: string) => lines)
    .send(events.map((event) => `${JSON.stringify(event)}\n`).join(''))
}
