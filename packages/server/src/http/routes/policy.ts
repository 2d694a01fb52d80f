/** Policy bundles: the one in force, and any that ever was. */
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { answerSchemas } from '../answers/answers.js'
import { tenantOf } from '../authentication.js'
import { answerInTime } from '../deadline.js'
import { describeOperation } from '../openapi.js'
import type { RouteContext } from './context.js'

export function routePolicy(app: FastifyInstance, { service }: RouteContext): void {
  app.get('/v1/policy', {
    schema: describeOperation({
      operationId: 'readPolicy',
      summary: 'Read the policy bundle in force',
      tag: 'Read back',
      answer: answerSchemas.policyBundle,
    }),
    handler: (request) => answerInTime(request, service.readPolicy(tenantOf(request))),
  })

  app.get<{ Params: { hash: string } }>('/v1/policies/:hash', {
    schema: describeOperation({
      operationId: 'readPolicyByHash',
      summary: 'Read a policy bundle by its hash, also one of the past',
      tag: 'Read back',
      params: Type.Object({ hash: Type.String({ description: 'A `policy_hash` of a receipt.' }) }),
      answer: answerSchemas.policyBundle,
      refusals: ['not_found'],
    }),
    handler: (request) =>
      answerInTime(request, service.readPolicyByHash(tenantOf(request), request.params.hash)),
  })
}
