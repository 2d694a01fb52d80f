/** The person who is signed in, and the people of their organization. */
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { issueInvitation, listInvitations, revokeInvitation } from '../../../domain/people/invitations.js'
import { changeRole, listMembers, removeMember } from '../../../domain/people/members.js'
import { readMe } from '../../../domain/people/me.js'
import { readOrganizationLog } from '../../../domain/people/organization-log.js'
import { endOtherSessions, endSession, listSessions } from '../../../domain/people/person-sessions.js'
import { peopleAnswers, roleSchema } from '../answers/people.js'
import type { OperatorContext } from '../context.js'
import { operatorRoute } from '../operator-route.js'
import { pageOf, paging } from '../list-query.js'

const reason = Type.Optional(
  Type.String({ maxLength: 1000, description: 'Why: signed, so it names nobody.' }),
)

export function routePeople(app: FastifyInstance, context: OperatorContext): void {
  routeMe(app, context)
  routeMembers(app, context)
  routeInvitations(app, context)
  const { parts } = context
  operatorRoute(app, context, {
    ...{ method: 'GET', path: '/organization/log', operationId: 'listOrganizationLog', tag: 'People' },
    summary: 'Who made whom what, signed; the newest first',
    ...{ role: 'viewer', query: Type.Object(paging), answer: peopleAnswers.log },
    handle: ({ member, query }) => readOrganizationLog(parts, member, pageOf(query)),
  })
}

function routeMe(app: FastifyInstance, context: OperatorContext): void {
  const { parts } = context
  operatorRoute(app, context, {
    ...{ method: 'GET', path: '/me', operationId: 'readMe', tag: 'People', role: 'viewer' },
    ...{ summary: 'Who is signed in, and what is theirs to see', answer: peopleAnswers.me },
    handle: ({ member }) => readMe(parts, member),
  })
  operatorRoute(app, context, {
    ...{ method: 'GET', path: '/me/sessions', operationId: 'listMySessions', tag: 'People' },
    ...{ role: 'viewer', summary: 'Where you are signed in', answer: peopleAnswers.sessions },
    handle: async (call) => ({ items: await listSessions(parts, call) }),
  })
  operatorRoute(app, context, {
    ...{ method: 'DELETE', path: '/me/sessions/:id', operationId: 'endMySession', tag: 'People' },
    ...{ role: 'viewer', summary: 'End one of your sessions', answer: peopleAnswers.nothing, status: 204 },
    handle: (call) => endSession(parts, call, call.params['id'] ?? ''),
  })
  operatorRoute(app, context, {
    ...{ method: 'DELETE', path: '/me/sessions', operationId: 'endMyOtherSessions', tag: 'People' },
    ...{ role: 'viewer', summary: 'End all your sessions but this one', status: 204 },
    answer: peopleAnswers.nothing,
    handle: (call) => endOtherSessions(parts, call),
  })
}

function routeMembers(app: FastifyInstance, context: OperatorContext): void {
  const { parts } = context
  operatorRoute(app, context, {
    ...{ method: 'GET', path: '/members', operationId: 'listMembers', tag: 'People', role: 'viewer' },
    ...{ summary: 'The people of the organization', answer: peopleAnswers.members },
    handle: async ({ member }) => ({ items: await listMembers(parts, member) }),
  })
  operatorRoute(app, context, {
    ...{ method: 'PATCH', path: '/members/:user', operationId: 'changeRole', tag: 'People', role: 'admin' },
    summary: 'Change what somebody may do; only an owner makes or unmakes an owner',
    body: Type.Object({ role: roleSchema, reason }),
    ...{ answer: peopleAnswers.member, refusals: ['in_use'] },
    handle: ({ member, params, body }) =>
      changeRole(parts, member, {
        ...{ userId: params['user'] ?? '', role: body.role, reason: body.reason ?? null },
      }),
  })
  operatorRoute(app, context, {
    ...{ method: 'DELETE', path: '/members/:user', operationId: 'removeMember', tag: 'People' },
    ...{ role: 'admin', summary: 'Remove somebody: their sessions end, what they did stays', status: 204 },
    ...{ body: Type.Object({ reason }), answer: peopleAnswers.nothing, refusals: ['in_use'] },
    handle: ({ member, params, body }) =>
      removeMember(parts, member, { userId: params['user'] ?? '', reason: body.reason ?? null }),
  })
}

function routeInvitations(app: FastifyInstance, context: OperatorContext): void {
  const { parts, originOf } = context
  operatorRoute(app, context, {
    ...{ method: 'GET', path: '/invitations', operationId: 'listInvitations', tag: 'People', role: 'admin' },
    ...{ summary: 'Invitations that are open', answer: peopleAnswers.invitations },
    handle: async ({ member }) => ({ items: await listInvitations(parts, member) }),
  })
  operatorRoute(app, context, {
    ...{ method: 'POST', path: '/invitations', operationId: 'issueInvitation', tag: 'People', role: 'admin' },
    summary: 'Invite somebody: a link for a week, which you give to them',
    body: Type.Object({ email: Type.String({ maxLength: 254 }), role: roleSchema }),
    ...{ answer: peopleAnswers.invitation, status: 201 },
    handle: async ({ member, body, request }) => {
      const { id, token, expiresAt } = await issueInvitation(parts, member, body)
      return { id, url: `${originOf(request)}/app/invitation#${token}`, expires_at: expiresAt }
    },
  })
  operatorRoute(app, context, {
    ...{ method: 'DELETE', path: '/invitations/:id', operationId: 'revokeInvitation', tag: 'People' },
    ...{ role: 'admin', summary: 'Take an invitation back', status: 204, answer: peopleAnswers.nothing },
    handle: ({ member, params }) => revokeInvitation(parts, member, params['id'] ?? ''),
  })
}
