/**
 * Somebody asks for a link. Who they are is for the operator alone: it is in no log, export or answer, and it expires.
 */
import type { LinkRequest } from '@heron/evidence'
import {
  deleteExpiredRequests,
  deleteLinkRequest as deleteRow,
  insertLinkRequest,
  listLinkRequests as listRows,
} from '../../store/queries/evidence-pages.js'
import { step, type Store } from '../../store/store.js'
import { findPage } from '../evidence-page/reach.js'
import type { IdSource } from '../ids.js'
import { Refusal } from '../refusal.js'
import type { ProjectKey } from '../tenant.js'

type RequestParts = { readonly store: Store; readonly now: () => string; readonly newId: IdSource }

/** Long enough for an operator on holiday, short enough not to become an address book. */
const KEPT_MS = 30 * 86_400_000

/** More at one time is no interest but a flood; the form then says so. */
const MAX_WAITING = 200

export type WaitingRequest = LinkRequest & {
  readonly id: string
  readonly requestedAt: string
  readonly expiresAt: string
}

/**
 * @param request UNTRUSTED, shape-checked.
 * @throws {Refusal} not_found where the page's overview is not open; rate_limited when too many wait already.
 */
export async function requestLink(parts: RequestParts, slug: string, request: LinkRequest): Promise<void> {
  const page = await findPage(parts.store, slug)
  if (page?.publicOverview !== true) throw new Refusal('not_found', 'there is no such page')
  const at = parts.now()
  const waiting = await parts.store.all(listRows, { ...page.scope, now: at, limit: MAX_WAITING })
  if (waiting.length >= MAX_WAITING)
    throw new Refusal('rate_limited', 'too many requests are waiting for the vendor: try again later')
  await parts.store.commit([
    step(deleteExpiredRequests, { ...page.scope, now: at }, null),
    step(insertLinkRequest, {
      ...page.scope,
      id: `lrq_${parts.newId()}`,
      name: request.name,
      why: request.why,
      email: request.email,
      requested_at: at,
      expires_at: new Date(Date.parse(at) + KEPT_MS).toISOString(),
    }),
  ])
}

/** What an operator reads, newest first. */
export async function listLinkRequests(
  parts: Pick<RequestParts, 'store' | 'now'>,
  project: ProjectKey,
): Promise<readonly WaitingRequest[]> {
  const rows = await parts.store.all(listRows, {
    ...{ organization_id: project.organizationId, project_id: project.projectId },
    ...{ now: parts.now(), limit: MAX_WAITING },
  })
  return rows.map(({ id, name, why, email, requested_at, expires_at }) => ({
    ...{ id, name, why, email, requestedAt: requested_at, expiresAt: expires_at },
  }))
}

/**
 * Deletes one before it expires: what somebody said about themselves is not needed any more.
 *
 * @throws {Refusal} not_found
 */
export async function deleteLinkRequest(store: Store, project: ProjectKey, id: string): Promise<void> {
  const scope = { organization_id: project.organizationId, project_id: project.projectId }
  const deleted = await store.commit([step(deleteRow, { ...scope, id })])
  if (!deleted.ok) throw new Refusal('not_found', 'there is no such request here')
}
