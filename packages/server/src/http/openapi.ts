/**
 * The OpenAPI document, drawn from the routes' own schemas: what validates is what is documented. `spec/` holds a copy
 * for those who do not run a server.
 */
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import Type, { type TSchema } from 'typebox'
import type { Role } from '../domain/people/member.js'
import { type RefusalCode, REFUSALS } from '../domain/refusal.js'

/** Registers the collector; routes registered after it are in the document. */
export function collectOpenApi(app: FastifyInstance): void {
  app.addSchema(PROBLEM)
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Heron',
        version: '1',
        description:
          'Announce a tool call before it runs, get a signed decision, report what happened. ' +
          'Refusals are problems (RFC 9457) with a stable code. Members that are not documented are ignored in ' +
          'requests, except inside catalogue entries, and may appear in answers.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key of one project and environment.',
          },
          memberSession: {
            type: 'apiKey',
            in: 'cookie',
            name: 'heron.session',
            description:
              'A person who signed in. Named `__Host-heron.session` where the service is reached by https. ' +
              '`x-role` names the least role that may; changes must come from the service’s own origin.',
          },
          reviewerLink: {
            type: 'http',
            scheme: 'bearer',
            description: 'The token of a reviewer’s link: what stands behind `?t=`.',
          },
        },
      },
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) =>
        typeof json['$id'] === 'string' ? json['$id'] : `schema-${index.toString()}`,
    },
  })
}

const PROBLEM = Type.Object(
  {
    type: Type.String({ description: 'Where the code is explained.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What was wrong and what to do.' }),
    code: Type.Unsafe<RefusalCode>({ type: 'string', enum: Object.keys(REFUSALS) }),
    pointer: Type.Optional(
      Type.String({ description: 'JSON pointer (RFC 6901) to the member of the body.' }),
    ),
  },
  { $id: 'Problem', description: 'A problem (RFC 9457).' },
)

/** A group of the operator API. */
export type OperatorTag =
  | 'People'
  | 'Projects'
  | 'Settings'
  | 'Policy'
  | 'Keys'
  | 'Links'
  | 'Approvals'
  | 'Overview'
  | 'Sessions'
  | 'Issues'
  | 'Tools'
  | 'Operator log'
  | 'Webhooks'
  | 'Events'

export type Operation = {
  readonly operationId: string
  readonly summary: string
  readonly tag: 'Ingest' | 'Read back' | 'Evidence page' | 'Keys and documents' | 'Operations' | OperatorTag
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  readonly answer?: TSchema
  /** Codes that this route can answer besides those that every route shares. */
  readonly refusals?: readonly RefusalCode[]
  /** Takes an `Idempotency-Key`. */
  readonly idempotent?: true
  readonly isPublic?: true
  /** Takes a person's session instead of an API key: the least role that may. */
  readonly role?: Role
  /** Status of the answer. Default 200. */
  readonly status?: 200 | 201 | 204
  /** Takes a reviewer's link instead of an API key. */
  readonly isReviewers?: true
}

/** Codes that any authenticated route can answer. */
const SHARED_REFUSALS: readonly RefusalCode[] = ['unauthorized', 'rate_limited', 'internal', 'unavailable']

/** A link that does not open is a thing that is not there; what a session needs is said by its routes. */
const REVIEWER_REFUSALS: readonly RefusalCode[] = ['rate_limited', 'internal', 'unavailable']

/** The schema of a route. */
export function describeOperation(operation: Operation): FastifySchema {
  const { operationId, summary, tag, params, query, body, answer, idempotent, isPublic, role } = operation
  const scheme = schemeOf(operation)
  const shared = isPublic === true ? [] : scheme === 'apiKey' ? SHARED_REFUSALS : REVIEWER_REFUSALS
  const codes = [...(operation.refusals ?? []), ...shared]
  const response: Record<string, unknown> = {}
  const { status = 200 } = operation
  if (answer !== undefined) response[status.toString()] = answer
  for (const code of codes) response[REFUSALS[code].status.toString()] = problemAnswer(codes, code)
  return {
    operationId,
    summary,
    tags: [tag],
    ...(isPublic === true ? {} : { security: [{ [scheme]: [] }] }),
    ...(role === undefined ? {} : { 'x-role': role }),
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { querystring: query }),
    ...(body === undefined ? {} : { body }),
    ...(idempotent === true ? { headers: IDEMPOTENCY_HEADER } : {}),
    response,
  }
}

function schemeOf({ role, isReviewers }: Operation): 'apiKey' | 'memberSession' | 'reviewerLink' {
  if (role !== undefined) return 'memberSession'
  return isReviewers === true ? 'reviewerLink' : 'apiKey'
}

const IDEMPOTENCY_HEADER = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'Names the request: sent again with the same meaning, it gets the stored answer.',
    }),
  ),
})

function problemAnswer(codes: readonly RefusalCode[], code: RefusalCode): unknown {
  const { status } = REFUSALS[code]
  const sameStatus = [...new Set(codes.filter((other) => REFUSALS[other].status === status))]
  return {
    description: sameStatus.map((other) => `\`${other}\`: ${REFUSALS[other].title}.`).join(' '),
    content: { 'application/problem+json': { schema: { $ref: 'Problem#' } } },
  }
}
