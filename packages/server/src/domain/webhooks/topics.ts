/** What a webhook can be told of (heron.md §14). A topic's meaning never changes. */

export const TOPICS = [
  'finding.raised',
  'finding.cleared',
  'finding.reviewed',
  'decision.step_up',
  'decision.defer',
  'approval.answered',
  'issue.opened',
  'enforcement.changed',
  'policy.changed',
  'key.revoked',
] as const

export type Topic = (typeof TOPICS)[number]

/** Sent when an operator tries a webhook, whatever it is subscribed to. */
export const TEST_TOPIC = 'webhook.test'

/** Which acts of the operator log tell of which topic: whole acts, or the part before the point. */
const TOPICS_OF_ACTS: Readonly<Record<string, Topic>> = {
  'api_key.revoked': 'key.revoked',
  'vendor_key.revoked': 'key.revoked',
  approval: 'approval.answered',
  shadow_window: 'enforcement.changed',
  break_glass: 'enforcement.changed',
  policy: 'policy.changed',
  rule: 'policy.changed',
  thresholds: 'policy.changed',
  base: 'policy.changed',
}

/** Null for acts that no topic tells of. */
export function topicOfAct(act: string): Topic | null {
  const [subject = ''] = act.split('.', 1)
  return lookUp(act) ?? lookUp(subject)
}

function lookUp(name: string): Topic | null {
  return Object.hasOwn(TOPICS_OF_ACTS, name) ? (TOPICS_OF_ACTS[name] ?? null) : null
}
