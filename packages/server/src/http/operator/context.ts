/** What every route of the operator API works with. */
import type { FastifyRequest } from 'fastify'
import type { OperatorServiceParts } from '../../domain/operator-parts.js'
import type { SignedIn } from '../../domain/people/who-is.js'

/** Says who sends a request; null when nobody is signed in. `isUse` false looks without keeping the session alive. */
export type Identify = (request: FastifyRequest, isUse?: boolean) => Promise<SignedIn | null>

export type OperatorContext = {
  readonly parts: OperatorServiceParts
  /** Heron's clock: RFC 3339 UTC with milliseconds. */
  readonly now: () => string
  readonly identify: Identify
  /** Where a browser reaches this service, e.g. `https://heron.example`: what an `Origin` header must equal. */
  readonly originOf: (request: FastifyRequest) => string
}
