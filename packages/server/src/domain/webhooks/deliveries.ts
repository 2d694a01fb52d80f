/** What was sent to a webhook and how it went, for operators; and sending it once more. */
import {
  pageOfDeliveries,
  pageOfDeliveriesInState,
  replayDelivery as replayRow,
} from '../../store/queries/webhooks.js'
import type { Schema } from '../../store/schema.js'
import { step } from '../../store/store.js'
import { Refusal } from '../refusal.js'
import { requireWebhook } from './manage-webhooks.js'
import type { WebhookParts } from './parts.js'
import type { ProjectKey } from '../tenant.js'

export const DELIVERY_STATES = ['pending', 'delivered', 'dead'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Wire names. */
export type DeliveryView = {
  readonly id: string
  readonly event: { readonly id: string; readonly type: string }
  readonly created_at: string
  readonly attempts: number
  readonly state: DeliveryState
  readonly next_attempt_at: string | null
  readonly last: {
    readonly at: string
    readonly status: number | null
    readonly error: string | null
    readonly ms: number | null
  } | null
}

/**
 * One page, newest first.
 *
 * @param cursor the id of the last one shown.
 * @throws {Refusal} not_found
 */
export async function listDeliveries(
  parts: Pick<WebhookParts, 'store'>,
  project: ProjectKey,
  webhookId: string,
  page: { readonly state?: DeliveryState; readonly cursor?: string; readonly limit: number },
): Promise<{ readonly items: readonly DeliveryView[]; readonly next_cursor: string | null }> {
  await requireWebhook(parts, project, webhookId)
  const place = {
    ...{ organization_id: project.organizationId, project_id: project.projectId, webhook_id: webhookId },
    ...{ before_id: page.cursor ?? '~', limit: page.limit + 1 },
  }
  const rows =
    page.state === undefined
      ? await parts.store.all(pageOfDeliveries, place)
      : await parts.store.all(pageOfDeliveriesInState, { ...place, state: page.state })
  const items = rows.slice(0, page.limit).map(viewOf)
  return { items, next_cursor: rows.length > page.limit ? (items.at(-1)?.id ?? null) : null }
}

/**
 * Sends a delivery once more from the beginning, under the id it always had.
 *
 * @throws {Refusal} not_found
 */
export async function replayDelivery(
  parts: Pick<WebhookParts, 'store' | 'now'>,
  project: ProjectKey,
  webhookId: string,
  id: string,
): Promise<void> {
  const scope = { organization_id: project.organizationId, project_id: project.projectId }
  const written = await parts.store.commit([
    step(replayRow, { ...scope, id, webhook_id: webhookId, now: parts.now() }),
  ])
  if (!written.ok) throw new Refusal('not_found', 'there is no delivery of this id to this webhook')
}

function viewOf(row: Schema['webhook_deliveries']): DeliveryView {
  const { id, created_at, attempts, state, next_attempt_at, last_at } = row
  return {
    ...{ id, event: { id: row.event_id, type: row.topic } },
    ...{ created_at, attempts, state, next_attempt_at },
    last:
      last_at === null
        ? null
        : { at: last_at, status: row.last_status, error: row.last_error, ms: row.last_ms },
  }
}
