/**
 * What an operator does with an evidence page: issue and revoke links, change the window, switch the public overview
 * (heron.md §8, §9). Each is a signed entry of the project's log, written with the change.
 */
import { mintReviewerToken } from '../../keys/secrets.js'
import { listReviewerLinks, revokeReviewerLink as revokeRow } from '../../store/queries/evidence-pages.js'
import { insertReviewerLink } from '../../store/queries/projects.js'
import { step } from '../../store/store.js'
import { actOf, type Operation, scopeOf, withReason } from '../operator-keys.js'
import { commitActs, type OperatorParts } from '../operator-log.js'
import { Refusal } from '../refusal.js'
import { changeSettings } from '../settings/change-settings.js'
import { requireDays } from '../settings/setting-bounds.js'

const MAX_LABEL = 120

export type ReviewerLink = {
  readonly id: string
  readonly label: string
  /** Null where it reaches as far as the page. */
  readonly windowDays: number | null
  readonly createdAt: string
  /** By the minute. */
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}

/**
 * Issues a link for one reviewer; the token is shown now and never again.
 *
 * @param label for the operator's own list: it is stored, and never published.
 * @param windowDays how far back it reaches; null is as far as the page, less than the page counts as the page.
 * @throws {Refusal} invalid_request
 */
export async function issueReviewerLink(
  parts: OperatorParts,
  operation: Operation,
  { label, windowDays = null }: { readonly label: string; readonly windowDays?: number | null },
): Promise<{ readonly id: string; readonly token: string }> {
  if (label.length === 0 || label.length > MAX_LABEL || /[\u0000-\u001f\u007f]/.test(label))
    throw new Refusal('invalid_request', `must have 1 to ${MAX_LABEL} characters in one line`, '/label')
  if (windowDays !== null) requireDays(windowDays)
  const { secret, hash } = mintReviewerToken()
  const id = `rev_${parts.newId()}`
  const act = actOf(withReason(operation), {
    act: 'reviewer_link.issued',
    subject: `reviewer_link:${id}`,
    before: null,
    after: { state: 'active', window_days: windowDays },
  })
  const written = await commitActs(parts, [act], ([entry]) => [
    step(insertReviewerLink, {
      ...scopeOf(operation),
      ...{ id, label, token_hash: hash, window_days: windowDays },
      created_at: entry?.at ?? '',
      revoked_at: null,
    }),
  ])
  if (written === null) throw new Error('a freshly issued link is already there')
  return { id, token: secret }
}

/**
 * Revokes one link at once; the others go on.
 *
 * @throws {Refusal} not_found, also for one that is revoked already.
 */
export async function revokeReviewerLink(
  parts: OperatorParts,
  operation: Operation,
  id: string,
): Promise<void> {
  const act = actOf(operation, {
    act: 'reviewer_link.revoked',
    subject: `reviewer_link:${id}`,
    before: { state: 'active' },
    after: { state: 'revoked' },
  })
  const written = await commitActs(parts, [act], ([entry]) => [
    step(revokeRow, { ...scopeOf(operation), id, revoked_at: entry?.at ?? '' }),
  ])
  if (written === null) throw new Refusal('not_found', 'there is no link of this id that is in use')
}

/** Every link that was issued, oldest first; of the tokens nothing is left to show. */
export async function listLinks(
  { store }: Pick<OperatorParts, 'store'>,
  operation: Pick<Operation, 'project'>,
): Promise<readonly ReviewerLink[]> {
  const rows = await store.all(listReviewerLinks, scopeOf(operation))
  return rows.map(({ id, label, window_days, created_at, last_used_at, revoked_at }) => ({
    ...{ id, label, windowDays: window_days, createdAt: created_at },
    ...{ lastUsedAt: last_used_at, revokedAt: revoked_at },
  }))
}

/**
 * Changes how far back the page reaches. A shorter window hides older records without deleting any, so the change is
 * published with both ends and its reason.
 *
 * @throws {Refusal} invalid_request for a window that is none, and for one that is changed without a reason.
 */
export function changeWindow(parts: OperatorParts, operation: Operation, windowDays: number): Promise<void> {
  return changeSettings(parts, { ...operation, revision: null }, { window_days: windowDays })
}

/**
 * Opens the page's overview to people without a link, or closes it.
 *
 * @throws {Refusal} invalid_request without a reason.
 */
export function setPublicOverview(parts: OperatorParts, operation: Operation, open: boolean): Promise<void> {
  return changeSettings(parts, { ...operation, revision: null }, { public_overview: open })
}
