/** What is sent, as text, and the row that waits to be sent (Standard Webhooks: `type`, `timestamp`, `data`). */
import type { JsonObject } from '@heron/evidence'
import type { Schema } from '../../store/schema.js'
import type { IdSource } from '../ids.js'

/** The body of a delivery, made once: every attempt and every replay sends these very bytes. */
export function payloadText(topic: string, timestamp: string, data: JsonObject): string {
  return JSON.stringify({ type: topic, timestamp, data })
}

/** A delivery that is due at once. */
export function freshDelivery(
  { newId }: { readonly newId: IdSource },
  scope: { readonly organization_id: string; readonly project_id: string },
  {
    webhookId,
    eventId,
    topic,
    at,
  }: { readonly webhookId: string; readonly eventId: string; readonly topic: string; readonly at: string },
): Schema['webhook_deliveries'] {
  return {
    ...{ organization_id: scope.organization_id, project_id: scope.project_id },
    ...{ id: `dlv_${newId()}`, webhook_id: webhookId, event_id: eventId, topic },
    ...{ state: 'pending', attempts: 0, next_attempt_at: at, created_at: at },
    ...{ last_at: null, last_status: null, last_error: null, last_ms: null },
  }
}
