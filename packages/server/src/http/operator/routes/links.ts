/** Reviewers' links, the people who ask for one, and the snapshots that reviewers took. */
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { issueReviewerLink, listLinks, revokeReviewerLink } from '../../../domain/evidence-page/links.js'
import { listProjectSnapshots } from '../../../domain/snapshots/list-project-snapshots.js'
import { deleteLinkRequest, listLinkRequests } from '../../../domain/overview/link-requests.js'
import { requireStatedReason } from '../../../domain/settings/stated-reason.js'
import { pageUrl } from '../../../domain/evidence-page/page-url.js'
import type { OperatorContext } from '../context.js'
import { operationOf, optionalReason, reason } from '../governance-shapes.js'
import { paged, pageOf, paging } from '../list-query.js'
import { operatorRoute, projectOf } from '../operator-route.js'
import { count, orNull, text, time } from '../shapes.js'

const LINKS = '/projects/:project/reviewer-links'
const REQUESTS = '/projects/:project/link-requests'

export function routeLinks(app: FastifyInstance, context: OperatorContext): void {
  const { parts, originOf } = context
  operatorRoute(app, context, {
    ...{ method: 'GET', path: LINKS, operationId: 'listReviewerLinks', tag: 'Links', role: 'viewer' },
    summary: 'List the links to the evidence page: of the tokens nothing is left to show',
    answer: Type.Object({
      items: Type.Array(
        Type.Object({
          ...{ id: text, label: text, window_days: orNull('integer'), created_at: time },
          ...{ last_used_at: orNull('string'), revoked_at: orNull('string') },
        }),
      ),
    }),
    handle: async (call) => ({
      items: (await listLinks(parts, { project: projectOf(call) })).map((link) => ({
        ...{ id: link.id, label: link.label, window_days: link.windowDays, created_at: link.createdAt },
        ...{ last_used_at: link.lastUsedAt, revoked_at: link.revokedAt },
      })),
    }),
  })
  operatorRoute(app, context, {
    ...{ method: 'POST', path: LINKS, operationId: 'issueReviewerLink', tag: 'Links', role: 'admin' },
    summary: 'Issue a link for one reviewer; it is in this answer and nowhere else',
    body: Type.Object({
      label: Type.String({ description: 'For your own list: never published.' }),
      window_days: Type.Optional(
        Type.Unsafe<number | null>({
          ...{
            type: ['integer', 'null'],
            description: 'How far back it reaches; null is as far as the page.',
          },
          'x-expected': 'a whole number of days, or null',
        }),
      ),
      reason: optionalReason,
    }),
    ...{ answer: Type.Object({ id: text, url: text, token: text }), status: 201 },
    handle: async (call) => {
      const { label, window_days: windowDays = null, reason = null } = call.body
      const operation = operationOf(call, reason)
      const { id, token } = await issueReviewerLink(parts, operation, { label, windowDays })
      return { id, token, url: await pageUrl(parts.store, projectOf(call), originOf(call.request), token) }
    },
  })
  operatorRoute(app, context, {
    ...{ method: 'DELETE', path: `${LINKS}/:link`, operationId: 'revokeReviewerLink', tag: 'Links' },
    ...{ role: 'admin', status: 204, answer: Type.Null(), body: Type.Object({ reason }) },
    summary: 'Revoke one link, at once; the others go on',
    handle: (call) =>
      revokeReviewerLink(
        parts,
        operationOf(call, requireStatedReason(call.body.reason)),
        call.params['link'] ?? '',
      ),
  })
  routeRequests(app, context)
  operatorRoute(app, context, {
    ...{ method: 'GET', path: '/projects/:project/snapshots', operationId: 'listProjectSnapshots' },
    ...{ tag: 'Links', role: 'viewer', summary: 'List the snapshots that reviewers took, newest first' },
    query: Type.Object(paging),
    answer: paged(
      Type.Object({ id: text, taken_at: time, sessions: count, actions: count, digest: text }),
      'Snapshots.',
    ),
    handle: (call) => listProjectSnapshots(parts.store, projectOf(call), pageOf(call.query)),
  })
}

function routeRequests(app: FastifyInstance, context: OperatorContext): void {
  const { parts } = context
  operatorRoute(app, context, {
    ...{ method: 'GET', path: REQUESTS, operationId: 'listLinkRequests', tag: 'Links', role: 'admin' },
    summary: 'List who asked for a link on the public overview; each expires',
    answer: Type.Object({
      items: Type.Array(
        Type.Object({
          ...{ id: text, name: text, why: text, email: text, requested_at: time, expires_at: time },
        }),
      ),
    }),
    handle: async (call) => ({
      items: (await listLinkRequests(parts, projectOf(call))).map(({ requestedAt, expiresAt, ...rest }) => ({
        ...{ ...rest, requested_at: requestedAt, expires_at: expiresAt },
      })),
    }),
  })
  operatorRoute(app, context, {
    ...{ method: 'DELETE', path: `${REQUESTS}/:request`, operationId: 'deleteLinkRequest', tag: 'Links' },
    ...{ role: 'admin', status: 204, answer: Type.Null() },
    summary: 'Delete what somebody who asked for a link said about themselves',
    handle: (call) => deleteLinkRequest(parts.store, projectOf(call), call.params['request'] ?? ''),
  })
}
