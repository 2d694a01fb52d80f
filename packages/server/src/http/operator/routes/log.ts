/** The project's operator log, and its recomputation. */
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { listLog, verifyLog } from '../../../domain/reading/log.js'
import type { OperatorContext } from '../context.js'
import { paged, pageOf, paging } from '../list-query.js'
import { operatorRoute, projectOf } from '../operator-route.js'
import { count, orNull, signed, text } from '../shapes.js'

const entry = Type.Object({ receipt: signed('An act.'), actor: orNull('string') })

const verification = Type.Object(
  {
    outcome: Type.Unsafe<string>({ type: 'string', enum: ['pass', 'fail', 'not_checked'] }),
    entries: count,
    head_hash: orNull('string'),
    findings: Type.Array(Type.Object({ code: text, where: text, message: text })),
  },
  { description: 'Numbers, links, hashes and signatures, from the first entry on.' },
)

export function routeLog(app: FastifyInstance, context: OperatorContext): void {
  const { parts } = context
  operatorRoute(app, context, {
    method: 'GET',
    path: '/projects/:project/log',
    operationId: 'listOperatorLog',
    summary: 'The operator log, the newest entry first, with names for people of the organization',
    tag: 'Operator log',
    role: 'viewer',
    query: Type.Object(paging),
    answer: paged(entry, 'Entries.'),
    handle: (asked) => listLog(parts, projectOf(asked), pageOf(asked.query)),
  })

  operatorRoute(app, context, {
    method: 'GET',
    path: '/projects/:project/log/verification',
    operationId: 'verifyOperatorLog',
    summary: 'The operator log recomputed now',
    tag: 'Operator log',
    role: 'viewer',
    answer: verification,
    handle: (asked) => verifyLog(parts, projectOf(asked)),
  })
}
