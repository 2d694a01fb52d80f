/** The vendor's signed tool catalogue. */
import type { FastifyInstance } from 'fastify'
import { answerSchemas } from '../answers/answers.js'
import { answerInTime } from '../deadline.js'
import { describeOperation } from '../openapi.js'
import { putToolCatalogSchema, readPutToolCatalog } from '../requests/put-tool-catalog.js'
import { type RouteContext, writeContext } from './context.js'

export function routeToolCatalog(app: FastifyInstance, { service, now }: RouteContext): void {
  app.put('/v1/tool-catalog', {
    schema: describeOperation({
      operationId: 'putToolCatalog',
      summary: 'State what each tool does, signed by the vendor; idempotent by content',
      tag: 'Ingest',
      body: putToolCatalogSchema,
      answer: answerSchemas.putToolCatalog,
      idempotent: true,
      refusals: [
        'invalid_json',
        'invalid_request',
        'personal_reference',
        'personal_tool_name',
        'ambiguous_catalog',
        'duplicate_tool_name',
        'idempotency_conflict',
        'body_too_large',
        'unsupported_media_type',
      ],
    }),
    handler: (request) => {
      const context = writeContext(request, now)
      return answerInTime(request, service.putToolCatalog(readPutToolCatalog(request.body), context))
    },
  })
}
