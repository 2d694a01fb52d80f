/** What every route works with, and what a write carries along. */
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../domain/refusal.js'
import type { HeronService, RequestContext } from '../../domain/service.js'
import { tenantOf } from '../authentication.js'
import type { HttpMetrics } from '../metrics.js'

export type RouteContext = {
  readonly service: HeronService
  readonly metrics: HttpMetrics
  /** Heron's clock: RFC 3339 UTC with milliseconds. */
  readonly now: () => string
}

/** Longest `Idempotency-Key`. */
const MAX_IDEMPOTENCY_KEY = 256

/**
 * The context of a write.
 *
 * @throws {Refusal} for an idempotency key that is empty or too long.
 */
export function writeContext(request: FastifyRequest, now: () => string): RequestContext {
  const header = request.headers['idempotency-key']
  const key = typeof header === 'string' ? header : null
  if (key !== null && (key.length === 0 || key.length > MAX_IDEMPOTENCY_KEY)) {
    const detail = `the Idempotency-Key header must have 1 to ${MAX_IDEMPOTENCY_KEY} characters`
    throw new Refusal('invalid_request', detail)
  }
  return { tenant: tenantOf(request), idempotencyKey: key, receivedAt: now() }
}
