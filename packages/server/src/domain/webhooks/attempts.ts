/**
 * Attempts to deliver (heron.md §14): which are due, who makes them, and how each one ends. An attempt is claimed for a
 * bounded time in the row itself, so that two workers never make the same one, and one that dies leaves it to be made again
 * under the same id: at least once.
 */
import {
  claimDelivery,
  disableWebhook,
  findEvent,
  listDeliveriesDue,
  listWebhooksDue,
  noteAttempt,
  settleDelivery,
} from '../../store/queries/webhooks.js'
import type { Schema } from '../../store/schema.js'
import { step } from '../../store/store.js'
import type { SafeAnswer } from '../../webhooks/safe-request/safe-request.js'
import type { WebhookParts } from './parts.js'

/**
 * Milliseconds from a failed attempt to the next: about 31 hours in all, then the delivery is a dead letter. Quick at
 * first, for a restart of the receiver; long enough at the end for a night and the morning after.
 */
export const RETRY_AFTER_MS: readonly number[] = [
  5_000,
  30_000,
  2 * 60_000,
  10 * 60_000,
  30 * 60_000,
  2 * 3_600_000,
  5 * 3_600_000,
  10 * 3_600_000,
  14 * 3_600_000,
]

/** Attempts before a delivery is a dead letter. */
export const MAX_ATTEMPTS = RETRY_AFTER_MS.length + 1

/** Share by which each wait is shortened or lengthened at random, so that receivers do not get everything at once. */
const JITTER = 0.2

/** When an attempt that says nothing is made again; three times what a request may take. */
const CLAIMED_FOR_MS = 30_000

/** An attempt that this process makes. */
export type Attempt = {
  readonly webhook: Schema['webhooks']
  readonly delivery: Schema['webhook_deliveries']
  readonly url: string
  /** The same for every attempt and replay of one event: what a receiver tells repetitions by. */
  readonly eventId: string
  readonly payload: string
  /** Secrets to sign with, the newest first. SECRET. */
  readonly secrets: readonly string[]
  readonly allowPrivate: boolean
}

/** How many attempts a receiver may have at once; fewer while it fails. */
export type Room = (webhook: { readonly id: string; readonly failing: boolean }) => number

/** Claims what is due now, one after the other, every receiver in its turn, within the room that each has. */
export async function* claimDue(parts: WebhookParts, room: Room): AsyncGenerator<Attempt> {
  const now = parts.now()
  for (const webhook of await parts.store.all(listWebhooksDue, { now })) {
    const { organization_id, project_id, id } = webhook
    const scope = { organization_id, project_id }
    const limit = room({ id, failing: webhook.failing_since !== null })
    if (limit <= 0) continue
    const secrets = secretsOf(parts, webhook, now)
    if (secrets === null) {
      // Another key ring: nothing may go out unsigned, and nobody else should wait for it.
      await parts.store.commit([step(disableWebhook, { ...scope, id, disabled_reason: 'secret_unreadable' })])
      continue
    }
    for (const delivery of await parts.store.all(listDeliveriesDue, {
      ...scope,
      webhook_id: id,
      now,
      limit,
    })) {
      const attempt = await claim(parts, { webhook, secrets }, delivery, now)
      if (attempt !== null) yield attempt
    }
  }
}

async function claim(
  parts: WebhookParts,
  { webhook, secrets }: Pick<Attempt, 'webhook' | 'secrets'>,
  delivery: Schema['webhook_deliveries'],
  now: string,
): Promise<Attempt | null> {
  const { organization_id, project_id, id, next_attempt_at, attempts } = delivery
  const scope = { organization_id, project_id }
  const giveUpAt = new Date(Date.parse(now) + CLAIMED_FOR_MS).toISOString()
  const event = await parts.store.first(findEvent, { ...scope, id: delivery.event_id })
  if (event === undefined) throw new Error('a delivery has no event')
  const written = await parts.store.commit([
    step(claimDelivery, {
      ...{ ...scope, id, expected_next: next_attempt_at ?? '', expected_attempts: attempts },
      give_up_at: giveUpAt,
    }),
  ])
  if (!written.ok) return null
  return {
    ...{ webhook, secrets, url: webhook.url, eventId: event.id, payload: event.payload_text },
    delivery: { ...delivery, attempts: attempts + 1, next_attempt_at: giveUpAt },
    allowPrivate: parts.allowPrivate && webhook.allow_private === 1,
  }
}

/** Null where they do not open. */
function secretsOf(
  { sealer }: WebhookParts,
  webhook: Schema['webhooks'],
  now: string,
): readonly string[] | null {
  const { id, secret_sealed, previous_secret_sealed: previous, previous_valid_until: until } = webhook
  const sealed = [secret_sealed, ...(previous !== null && until !== null && until > now ? [previous] : [])]
  try {
    return sealed.map((each) => sealer.open(each, id))
  } catch {
    return null
  }
}

/** What became of an attempt. */
export type AttemptOutcome = 'delivered' | 'failed' | 'dead' | 'gone'

/**
 * Writes how an attempt ended. An answer 2xx is a delivery; 410 disables the webhook; everything else is tried again.
 *
 * @param random 0 to 1, for the jitter.
 */
export async function settleAttempt(
  parts: Pick<WebhookParts, 'store' | 'now'>,
  { webhook, delivery }: Attempt,
  answer: SafeAnswer,
  random: number,
): Promise<AttemptOutcome> {
  const now = parts.now()
  const { organization_id, project_id } = delivery
  const scope = { organization_id, project_id }
  const error = errorOf(answer)
  const gone = answer.status === 410
  const wait = RETRY_AFTER_MS[delivery.attempts - 1]
  const outcome =
    error === null
      ? 'delivered'
      : gone
        ? 'gone'
        : wait === undefined
          ? ('dead' as const)
          : ('failed' as const)
  const waitMs = (wait ?? 0) * (1 + JITTER * (2 * random - 1))
  const again = outcome === 'failed' ? new Date(Date.parse(now) + waitMs).toISOString() : null
  const last = { last_at: now, last_status: answer.status, last_error: error }
  await parts.store.commit([
    step(settleDelivery, {
      ...{ ...scope, ...last, id: delivery.id, last_ms: answer.ms },
      expected_next: delivery.next_attempt_at ?? '',
      expected_attempts: delivery.attempts,
      state: STATES[outcome],
      next_attempt_at: again,
    }),
    step(noteAttempt, { ...scope, id: webhook.id, ...last }, null),
    ...(gone ? [step(disableWebhook, { ...scope, id: webhook.id, disabled_reason: 'gone' }, null)] : []),
  ])
  return outcome
}

const STATES = { delivered: 'delivered', failed: 'pending', dead: 'dead', gone: 'dead' } as const

/** A word of a closed list; null for a delivery. */
function errorOf(answer: SafeAnswer): string | null {
  if (!answer.ok) return answer.failure
  return answer.status >= 200 && answer.status < 300 ? null : 'refused'
}
