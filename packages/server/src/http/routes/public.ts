/** What needs no key: public keys, the API's description, health and metrics. */
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../domain/refusal.js'
import { answerSchemas } from '../answers/answers.js'
import { answerInTime } from '../deadline.js'
import { renderDocsPage } from '../docs/page.js'
import { PUBLIC_CACHE } from '../headers.js'
import { describeOperation } from '../openapi.js'
import type { RouteContext } from './context.js'

export function routePublic(app: FastifyInstance, { service, metrics }: RouteContext): void {
  app.get('/.well-known/jwks.json', {
    schema: describeOperation({
      operationId: 'readJwks',
      summary: 'Every public key Heron ever signed with',
      tag: 'Keys and documents',
      answer: answerSchemas.jwks,
      isPublic: true,
    }),
    // Asked for again each time: whoever meets a receipt of a new key must find that key here.
    handler: (_request, reply) => reply.header('cache-control', 'no-cache').send(service.jwks()),
  })

  // The document and the page follow from the routes, so each is written once.
  let document: string | undefined
  app.get('/openapi.json', {
    schema: describeOperation({
      operationId: 'readOpenApi',
      summary: 'This description',
      tag: 'Keys and documents',
      isPublic: true,
    }),
    handler: (_request, reply) => {
      document ??= JSON.stringify(app.swagger())
      return reply
        .header('cache-control', PUBLIC_CACHE)
        .type('application/json; charset=utf-8')
        .send(document)
    },
  })

  let page: ReturnType<typeof renderDocsPage> | undefined
  app.get('/docs', {
    schema: { hide: true },
    handler: (_request, reply) => {
      page ??= renderDocsPage(app.swagger())
      return reply
        .header('cache-control', PUBLIC_CACHE)
        .header('content-security-policy', page.contentSecurityPolicy)
        .type('text/html; charset=utf-8')
        .send(page.html)
    },
  })

  app.get('/healthz', {
    schema: describeOperation({
      operationId: 'isAlive',
      summary: 'The process answers',
      tag: 'Operations',
      answer: answerSchemas.status,
      isPublic: true,
    }),
    handler: (_request, reply) => reply.send({ status: 'ok' }),
  })

  app.get('/readyz', {
    schema: describeOperation({
      operationId: 'isReady',
      summary: 'The database answers too',
      tag: 'Operations',
      answer: answerSchemas.status,
      refusals: ['unavailable'],
      isPublic: true,
    }),
    handler: async (request) => {
      await answerInTime(request, service.checkReady()).catch(() => {
        throw new Refusal('unavailable', 'the database does not answer')
      })
      return { status: 'ready' }
    },
  })

  app.get('/metrics', {
    schema: describeOperation({
      operationId: 'readMetrics',
      summary: 'Prometheus metrics',
      tag: 'Operations',
      isPublic: true,
    }),
    handler: async (_request, reply) => {
      const { text, contentType } = await metrics.expose()
      return reply.type(contentType).send(text)
    },
  })
}
