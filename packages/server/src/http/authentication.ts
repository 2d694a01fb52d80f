/** Who asks: `Authorization: Bearer` on every `/v1` route, judged before the body is read. */
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../domain/refusal.js'
import type { HeronService } from '../domain/service.js'
import { answerInTime } from './deadline.js'
import type { Tenant } from '../domain/tenant.js'

declare module 'fastify' {
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- a module is extended by its interface
  interface FastifyRequest {
    /** Set by {@link authenticate}; null outside `/v1`. */
    tenant: Tenant | null
  }
}

/** Visible ASCII only; longer than any key we mint. */
const BEARER = /^Bearer +([\x21-\x7e]{1,256})$/i

/**
 * Sets `request.tenant`.
 *
 * @throws {Refusal} `unauthorized`. One sentence for every reason: which keys exist is nobody's business.
 */
export async function authenticate(request: FastifyRequest, service: HeronService): Promise<void> {
  const key = BEARER.exec(request.headers.authorization ?? '')?.[1]
  const tenant = key === undefined ? null : await answerInTime(request, service.authenticate(key))
  if (tenant === null) {
    throw new Refusal('unauthorized', 'send `Authorization: Bearer` with an API key that is not revoked')
  }
  request.tenant = tenant
}

/** The tenant of an authenticated request. */
export function tenantOf(request: FastifyRequest): Tenant {
  if (request.tenant === null) throw new TypeError('a route outside /v1 asked for the tenant')
  return request.tenant
}
