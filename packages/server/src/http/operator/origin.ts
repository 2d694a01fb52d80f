/**
 * The service's own origin (RFC 6454), which mutations must come from: a browser sends the cookie with requests that other
 * sites make it send, and names in `Origin` the site that did.
 */
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../domain/refusal.js'

/**
 * @param publicUrl where browsers reach the service, given by whoever started it; null takes what the request itself was
 * sent to, which no page of another origin can change.
 */
export function originReader(publicUrl: string | null): (request: FastifyRequest) => string {
  const fixed = publicUrl === null ? null : new URL(publicUrl).origin
  return (request) => fixed ?? `${request.protocol}://${request.host}`
}

/** @throws {Refusal} forbidden */
export function requireOwnOrigin(request: FastifyRequest, own: string): void {
  if (request.headers.origin === own) return
  throw new Refusal(
    'forbidden',
    'changes are taken from this service’s own pages only: the Origin header must name it; behind a proxy, start the service with its public address',
  )
}
