/**
 * A route of the operator API: who asks, in which project, whether their role allows it and whether the request comes
 * from our own pages, judged in that order and before anything is read; then the request, from the schemas that document
 * it. What happens is the use case's.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static, type TSchema } from 'typebox'
import { type Member, outranks, type Role } from '../../domain/people/member.js'
import { Refusal, type RefusalCode } from '../../domain/refusal.js'
import { findProject } from '../../store/queries/people.js'
import { describeOperation, type OperatorTag } from '../openapi.js'
import { requestReader } from '../requests/reader.js'
import type { OperatorContext } from './context.js'
import { requireOwnOrigin } from './origin.js'
import { queryReader } from './query.js'
import type { ProjectKey } from '../../domain/tenant.js'

export type OperatorCall<Body, Query> = {
  readonly member: Member
  /** The session that the request was sent in. */
  readonly sessionId: string
  /** Null outside `/api/projects/:project`. */
  readonly project: ProjectKey | null
  /** UNTRUSTED, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
  readonly body: Body
  readonly request: FastifyRequest
  /** For headers, and for answers that are streamed: a handler that answers itself returns it. */
  readonly reply: FastifyReply
}

export type OperatorRoute<Body extends TSchema, Query extends TSchema> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`, e.g. `/projects/:project/policy`. */
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly tag: OperatorTag
  /** The least role that may. */
  readonly role: Role
  readonly query?: Query
  readonly body?: Body
  readonly answer: TSchema
  /** Default 200. */
  readonly status?: 200 | 201 | 204
  /** Besides those that every route of the operator API shares. */
  readonly refusals?: readonly RefusalCode[]
  readonly handle: (call: OperatorCall<Static<Body>, Static<Query>>) => Promise<unknown>
}

const NOTHING = Type.Object({})

/** Registers a route. */
export function operatorRoute<Body extends TSchema = TSchema, Query extends TSchema = TSchema>(
  app: FastifyInstance,
  context: OperatorContext,
  route: OperatorRoute<Body, Query>,
): void {
  const { method, path, status = 200, query, body } = route
  const changes = method !== 'GET'
  const readBody = requestReader(body ?? NOTHING)
  const readQuery = queryReader(query ?? NOTHING)
  const admitted = new WeakMap<FastifyRequest, Admitted>()
  app.route<{ Params: Record<string, string> }>({
    method,
    url: `/api${path}`,
    schema: describeOperation({
      ...{ operationId: route.operationId, summary: route.summary, tag: route.tag, status },
      ...(path.includes(':') ? { params: paramsOf(path) } : {}),
      ...(query === undefined ? {} : { query }),
      ...(body === undefined ? {} : { body }),
      answer: route.answer,
      role: route.role,
      refusals: [...(route.refusals ?? []), ...sharedRefusals(route)],
    }),
    onRequest: async (request) => {
      admitted.set(request, await admit(request, context, route.role, changes))
    },
    handler: async (request, reply) => {
      const who = admitted.get(request)
      if (who === undefined) throw new TypeError('a request was handled that was not admitted')
      const answer = await route.handle({
        ...who,
        params: request.params,
        query: readQuery(request.query) as Static<Query>,
        body: readBody(request.body ?? {}) as Static<Body>,
        ...{ request, reply },
      })
      if (reply.sent || answer === reply) return reply
      return status === 204 ? reply.code(204).send() : reply.code(status).send(answer)
    },
  })
}

type Admitted = { readonly member: Member; readonly sessionId: string; readonly project: ProjectKey | null }

/**
 * @throws {Refusal} not_signed_in; not_found for a project that is not of the member's organization, as for one that does
 * not exist; forbidden.
 */
async function admit(
  request: FastifyRequest<{ Params: Record<string, string> }>,
  { parts, identify, originOf }: OperatorContext,
  role: Role,
  changes: boolean,
): Promise<Admitted> {
  const signedIn = await identify(request)
  if (signedIn === null) throw new Refusal('not_signed_in', 'sign in, then send this again')
  if (changes) requireOwnOrigin(request, originOf(request))
  const { member, sessionId } = signedIn
  const { organizationId } = member
  const projectId = request.params['project']
  if (projectId !== undefined) {
    const project = await parts.store.first(findProject, { organization_id: organizationId, id: projectId })
    if (project === undefined) throw new Refusal('not_found', 'there is no such project here')
  }
  if (!outranks(member.role, role)) {
    throw new Refusal('forbidden', `this takes the role ${role}; yours is ${member.role}`)
  }
  return { member, sessionId, project: projectId === undefined ? null : { organizationId, projectId } }
}

/** The project of a call below `/api/projects/:project`. */
export function projectOf({ project }: Pick<OperatorCall<unknown, unknown>, 'project'>): ProjectKey {
  if (project === null) throw new TypeError('a route outside a project asked for it')
  return project
}

function paramsOf(path: string): TSchema {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, Type.String()] as const)
  return Type.Object(Object.fromEntries(names))
}

function sharedRefusals({
  method,
  path,
  query,
}: Pick<OperatorRoute<TSchema, TSchema>, 'method' | 'path' | 'query'>): RefusalCode[] {
  return [
    'not_signed_in',
    'forbidden',
    ...(path.includes(':') ? (['not_found'] as const) : []),
    ...(query === undefined ? [] : (['invalid_request'] as const)),
    ...(method === 'GET'
      ? []
      : (['invalid_json', 'invalid_request', 'body_too_large', 'unsupported_media_type'] as const)),
  ]
}
