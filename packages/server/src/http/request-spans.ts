/** A span for each request, under the trace that its sender names. Nothing is hooked in where nobody traces. */
import { context } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { beginServerSpan, failSpan, isTraced, type OpenSpan } from '../telemetry/spans.js'

export function traceRequests(app: FastifyInstance): void {
  if (!isTraced()) return
  const open = new WeakMap<FastifyRequest, OpenSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    // The pattern, never the address: that holds names of the sender's choosing.
    const route = request.routeOptions.url ?? 'unknown'
    const attributes = { 'http.request.method': request.method, 'http.route': route }
    const span = beginServerSpan(`${request.method} ${route}`, request.headers, attributes)
    open.set(request, span)
    context.with(span.context, done)
  })
  // Reading a body leaves the context in which the request began.
  app.addHook('preHandler', (request, _reply, done) => {
    context.with(open.get(request)?.context ?? context.active(), done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = open.get(request)?.span
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (span !== undefined && reply.statusCode >= 500) failSpan(span, reply.statusCode.toString())
    span?.end()
    done()
  })
}
