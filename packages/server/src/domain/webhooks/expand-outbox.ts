/**
 * Turns notes of the outbox into events and their deliveries. Each note is one transaction with what came of it, so that a
 * note is told of once however many workers look, and whenever one of them is killed.
 */
import {
  insertDelivery,
  insertEvent,
  listOutbox,
  listWebhooks,
  takeFromOutbox,
} from '../../store/queries/webhooks.js'
import type { Schema } from '../../store/schema.js'
import { type Step, step } from '../../store/store.js'
import { eventsOfNote } from './events-of-note.js'
import { topicsOf } from './manage-webhooks.js'
import type { WebhookParts } from './parts.js'
import { freshDelivery, payloadText } from './payload.js'

type ExpandParts = Pick<WebhookParts, 'store' | 'now' | 'newId'>

/**
 * @param limit most notes in this round.
 * @returns how many were taken; `limit` says that there may be more.
 */
export async function expandOutbox(parts: ExpandParts, limit: number): Promise<number> {
  const notes = await parts.store.all(listOutbox, { limit })
  for (const note of notes) await expand(parts, note)
  return notes.length
}

async function expand(parts: ExpandParts, note: Schema['webhook_outbox']): Promise<void> {
  const { organization_id, project_id, source, source_id } = note
  const scope = { organization_id, project_id }
  const webhooks = (await parts.store.all(listWebhooks, scope)).filter(({ enabled }) => enabled === 1)
  const steps: Step[] = [step(takeFromOutbox, { ...scope, source, source_id })]
  const at = parts.now()
  for (const event of await eventsOfNote(parts.store, note)) {
    const { topic } = event
    const listening = webhooks.filter((webhook) => topicsOf(webhook).includes(topic))
    if (listening.length === 0) continue
    const id = `evt_${parts.newId()}`
    const payload = payloadText(topic, event.at, event.data)
    steps.push(step(insertEvent, { ...scope, id, topic, payload_text: payload, created_at: at }))
    for (const webhook of listening) {
      const delivery = freshDelivery(parts, scope, { webhookId: webhook.id, eventId: id, topic, at })
      steps.push(step(insertDelivery, delivery))
    }
  }
  // Where it does not hold, another worker has taken the note.
  await parts.store.commit(steps)
}
