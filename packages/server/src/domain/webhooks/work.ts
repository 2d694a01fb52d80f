/** The background work of webhooks, as the sender sees it. */
import type { SafeAnswer } from '../../webhooks/safe-request/safe-request.js'
import { type Attempt, type AttemptOutcome, claimDue, type Room, settleAttempt } from './attempts.js'
import { expandOutbox } from './expand-outbox.js'
import type { WebhookParts } from './parts.js'

export type WebhookWork = {
  /** Turns notes of what happened into deliveries, up to `limit`; answers how many were taken. */
  readonly expandOutbox: (limit: number) => Promise<number>
  /** Claims what is due, within the room that each receiver has. */
  readonly claimDue: (room: Room) => AsyncIterable<Attempt>
  readonly settle: (attempt: Attempt, answer: SafeAnswer, random: number) => Promise<AttemptOutcome>
}

export function createWebhookWork(parts: WebhookParts): WebhookWork {
  return {
    expandOutbox: (limit) => expandOutbox(parts, limit),
    claimDue: (room) => claimDue(parts, room),
    settle: (attempt, answer, random) => settleAttempt(parts, attempt, answer, random),
  }
}
