/** Webhooks as the operator API tells of them (wire names). */
import type { ItemOf } from './answer-of.js'

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

export type Webhook = ItemOf<'/projects/{project}/webhooks'>

export type Delivery = ItemOf<'/projects/{project}/webhooks/{webhook}/deliveries'>

export type DeliveryState = Delivery['state']
