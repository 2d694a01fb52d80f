/** Webhooks as the operator API tells of them (wire names). */
export const WEBHOOK_TOPICS = {
  'finding.raised': 'A finding was raised',
  'finding.cleared': 'A finding was cleared: what was missing arrived',
  'finding.reviewed': 'Somebody reviewed a finding',
  'decision.step_up': 'A call waits for a person',
  'decision.defer': 'A call was withheld until something else is known',
  'approval.answered': 'Somebody approved or declined a call',
  'issue.opened': 'The first finding of a kind',
  'enforcement.changed': 'Shadow window or break-glass began or ended',
  'policy.changed': 'The rules, thresholds or base changed',
  'key.revoked': 'A key was revoked',
} as const
export type WebhookTopic = keyof typeof WEBHOOK_TOPICS

export type Webhook = {
  readonly id: string
  readonly url: string
  readonly topics: readonly string[]
  readonly enabled: boolean
  readonly created_at: string
  readonly last_delivery: {
    readonly at: string
    readonly status: number | null
    readonly outcome: 'delivered' | 'failed'
    readonly error: string | null
  } | null
  readonly failing_since: string | null
  /** Why the service itself disabled it. */
  readonly disabled_reason: string | null
  /** Until when the secret before the last rotation signs as well. */
  readonly old_secret_until: string | null
}

export type DeliveryState = 'pending' | 'delivered' | 'dead'

export type Delivery = {
  readonly id: string
  /** The `webhook-id` header is the same for every attempt and replay. */
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
