/**
 * The retention sweep (heron.md §12): redacted arguments, resource renderings, agent names and the request's anchors
 * expire; hashes and receipts stay, and every chain verifies as before. Where it stands is a row, moved in the
 * transaction that lets the text expire: a restart goes on where it was, and two workers share the work.
 */
import { deleteExpiredRequests } from '../../store/queries/evidence-pages.js'
import { findSettings, listProjects } from '../../store/queries/projects.js'
import {
  beginRetention,
  expireActions,
  expireSessions,
  moveRetention,
  nextRetention,
  pageOfActionAges,
  pageOfSessionAges,
} from '../../store/queries/retention.js'
import { deleteOldDeliveries, deleteOldEvents } from '../../store/queries/webhooks.js'
import { step } from '../../store/store.js'
import { firstIdAt } from '../ids.js'
import type { Parts } from '../parts.js'

type RetentionParts = Pick<Parts, 'store' | 'now'>

/** How long redacted text is kept where neither a project nor who starts the service says otherwise: 90 days. */
export const DEFAULT_RETENTION_MS = 90 * 86_400_000

/** How often a project is swept, so that text outlives its time by an hour at most. */
const SWEEP_EVERY_MS = 3_600_000

/** Projects looked at in one call, each a commit: a thousand quiet ones are passed within a minute of ticks. */
const PROJECTS_AT_ONCE = 16

/** Gives every project its place in the sweep; those that have one keep it. */
export async function adoptForRetention({ store, now }: RetentionParts): Promise<void> {
  const due_at = now()
  for (const { organization_id, id: project_id } of await store.all(listProjects, {})) {
    await store.commit([step(beginRetention, { organization_id, project_id, due_at }, null)])
  }
}

/**
 * Lets what is older than its project's retention expire.
 *
 * @param defaultMs for projects that set no retention themselves.
 * @param limit most actions, and most sessions, in this call.
 * @returns how many rows were passed; `limit` or more says that there may be others.
 */
export async function expireRedacted(
  parts: RetentionParts,
  defaultMs: number,
  limit: number,
): Promise<number> {
  let passed = 0
  for (let projects = 0; projects < PROJECTS_AT_ONCE && passed < limit; projects += 1) {
    const now = parts.now()
    const cursor = await parts.store.first(nextRetention, { now })
    if (cursor === undefined) break
    passed += await sweepProject(parts, cursor, now, defaultMs, limit - passed)
  }
  return passed
}

type Cursor = {
  readonly organization_id: string
  readonly project_id: string
  readonly action_id: string
  readonly session_id: string
  readonly due_at: string
}

async function sweepProject(
  { store }: RetentionParts,
  cursor: Cursor,
  now: string,
  defaultMs: number,
  limit: number,
): Promise<number> {
  const scope = { organization_id: cursor.organization_id, project_id: cursor.project_id }
  const settings = await store.first(findSettings, scope)
  const retentionMs = settings?.retention_ms ?? defaultMs
  const before = new Date(Date.parse(now) - retentionMs).toISOString()
  const actions = await store.all(pageOfActionAges, { ...scope, after_id: cursor.action_id, limit })
  const sessions = await store.all(pageOfSessionAges, { ...scope, after_id: cursor.session_id, limit })
  const oldActions = leadingOld(actions, before)
  const oldSessions = leadingOld(sessions, before)
  const actionId = oldActions.at(-1)?.id ?? cursor.action_id
  const sessionId = oldSessions.at(-1)?.id ?? cursor.session_id
  const more = oldActions.length === limit || oldSessions.length === limit
  // A retention shorter than an hour is kept as well, within as long again.
  const nextAt = new Date(Date.parse(now) + Math.min(SWEEP_EVERY_MS, retentionMs)).toISOString()
  const written = await store.commit([
    step(moveRetention, {
      ...scope,
      expected_action: cursor.action_id,
      expected_session: cursor.session_id,
      expected_due: cursor.due_at,
      ...{ action_id: actionId, session_id: sessionId },
      due_at: more ? now : nextAt,
    }),
    step(expireActions, { ...scope, after_id: cursor.action_id, through_id: actionId }, null),
    step(expireSessions, { ...scope, after_id: cursor.session_id, through_id: sessionId }, null),
    // Who asked for a link is deleted with the next request as well; where none comes, here.
    step(deleteExpiredRequests, { ...scope, now }, null),
    ...sentLongAgo(now).map(([table, before_id]) => step(table, { ...scope, before_id }, null)),
  ])
  return written.ok ? Math.max(oldActions.length, oldSessions.length) : 0
}

/** What was sent to the vendor's receivers is kept for as long as somebody may ask why it did not arrive. */
const DELIVERIES_KEPT_MS = 30 * 86_400_000

function sentLongAgo(now: string): readonly (readonly [typeof deleteOldEvents, string])[] {
  const before = Date.parse(now) - DELIVERIES_KEPT_MS
  return [
    [deleteOldDeliveries, firstIdAt('dlv', before)],
    [deleteOldEvents, firstIdAt('evt', before)],
  ]
}

/** The rows before the first that is still to be kept. */
function leadingOld(
  rows: readonly { readonly id: string; readonly at: string }[],
  before: string,
): readonly { readonly id: string }[] {
  const firstKept = rows.findIndex(({ at }) => at > before)
  return firstKept === -1 ? rows : rows.slice(0, firstKept)
}
