/** What people who are not signed in yet ask for: whether there is anything to sign in to, and invitations. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { acceptInvitation, readInvitation } from '../../domain/people/invitations.js'
import { needsSetUp, setUp } from '../../domain/people/set-up.js'
import { MAX_PASSWORD, MIN_PASSWORD } from '../../keys/password.js'
import type { Attempts } from '../auth/attempts.js'
import type { OidcProvider } from '../auth/people-auth.js'
import { describeOperation } from '../openapi.js'
import { requestReader } from '../requests/reader.js'
import { evidenceOf, peopleAnswers } from './answers/people.js'
import type { OperatorContext } from './context.js'
import { requireOwnOrigin } from './origin.js'

export type PublicContext = OperatorContext & {
  readonly attempts: Attempts
  readonly oidc: OidcProvider | null
  /** Printed when the service started without an organization; null where it was not. */
  readonly setUpToken: string | null
  /** Signs somebody in, by what they have just chosen: cookies go into the reply. */
  readonly signIn: (
    request: FastifyRequest,
    reply: FastifyReply,
    who: { readonly email: string; readonly password: string },
  ) => Promise<void>
}

const text = (description: string, maxLength = 256): Type.TString =>
  Type.String({
    minLength: 1,
    maxLength,
    description,
    'x-expected': `a text of 1 to ${maxLength} characters`,
  })
const newPassword = Type.String({
  ...{ minLength: MIN_PASSWORD, maxLength: MAX_PASSWORD, description: 'Any characters will do.' },
  'x-expected': `a password of ${MIN_PASSWORD} to ${MAX_PASSWORD} characters; any will do`,
})

const setUpBody = Type.Object({
  token: text('As `heron serve` printed it.'),
  organization: text('How the organization is called.'),
  project: text('How its first project is called.'),
  name: text('How the owner is called.'),
  email: text('The owner signs in with it.'),
  password: newPassword,
})

const acceptBody = Type.Object({
  token: text('Of the invitation.'),
  name: text('How you are called.'),
  password: newPassword,
})

const CHANGES = [
  ...(['invalid_json', 'invalid_request', 'forbidden', 'rate_limited'] as const),
  ...(['body_too_large', 'unsupported_media_type', 'internal', 'unavailable'] as const),
] as const

export function routePeoplePublicly(app: FastifyInstance, context: PublicContext): void {
  routeSetUp(app, context)
  routeInvitations(app, context)
  app.get('/api/sign-in-options', {
    schema: describeOperation({
      ...{ operationId: 'readSignInOptions', summary: 'How people sign in here', tag: 'People' },
      ...{ answer: peopleAnswers.signInOptions, isPublic: true },
    }),
    handler: () => ({
      password: true,
      oidc: context.oidc === null ? null : { provider_id: context.oidc.id, name: context.oidc.name },
    }),
  })
}

function routeSetUp(app: FastifyInstance, context: PublicContext): void {
  const { parts, attempts, setUpToken, originOf } = context
  app.get('/api/setup', {
    schema: describeOperation({
      ...{ operationId: 'readSetUp', summary: 'Whether this Heron has no organization yet', tag: 'People' },
      ...{ answer: peopleAnswers.setUpNeeded, isPublic: true },
    }),
    handler: async () => ({ needed: await needsSetUp(parts.store) }),
  })
  const readSetUp = requestReader(setUpBody)
  app.post('/api/setup', {
    schema: describeOperation({
      ...{
        operationId: 'setUp',
        summary: 'Make the first organization, its owner and a project',
        tag: 'People',
      },
      ...{ body: setUpBody, answer: peopleAnswers.setUp, status: 201, isPublic: true },
      refusals: [...CHANGES, 'set_up_already'],
    }),
    handler: async (request, reply) => {
      requireOwnOrigin(request, originOf(request))
      attempts.take(request.ip, '')
      const body = readSetUp(request.body)
      const made = await setUp(parts, setUpToken, body)
      await context.signIn(request, reply, body)
      return reply.code(201).send({
        ...{ organization_id: made.organizationId, project_id: made.projectId, api_key: made.apiKey },
        evidence: evidenceOf(originOf(request), made),
      })
    },
  })
}

function routeInvitations(app: FastifyInstance, context: PublicContext): void {
  const { parts, attempts, originOf } = context
  app.get<{ Params: { token: string } }>('/api/invitations/accept/:token', {
    schema: describeOperation({
      ...{ operationId: 'readInvitation', summary: 'What an invitation is to', tag: 'People' },
      ...{ params: Type.Object({ token: Type.String() }), answer: peopleAnswers.invitationOpened },
      ...{ isPublic: true, refusals: ['not_found', 'rate_limited'] },
    }),
    handler: (request) => {
      attempts.take(request.ip, '')
      return readInvitation(parts, request.params.token)
    },
  })
  const readAccept = requestReader(acceptBody)
  app.post('/api/invitations/accept', {
    schema: describeOperation({
      ...{
        operationId: 'acceptInvitation',
        summary: 'Accept an invitation, and be signed in',
        tag: 'People',
      },
      ...{ body: acceptBody, answer: peopleAnswers.accepted, status: 201, isPublic: true },
      refusals: [...CHANGES, 'not_found', 'in_use'],
    }),
    handler: async (request, reply) => {
      requireOwnOrigin(request, originOf(request))
      attempts.take(request.ip, '')
      const body = readAccept(request.body)
      const { email } = await acceptInvitation(parts, body)
      await context.signIn(request, reply, { email, password: body.password })
      return reply.code(201).send({ email })
    },
  })
}
