/**
 * What an operator does with webhooks, as entries of the organization's own log (heron.md §8). A webhook weakens no
 * evidence, so no reviewer is told; but it sends what happens to somewhere else, and the organization must be able to see who
 * let it.
 */
import { type AuditState, hashJson } from '@heron/evidence'
import type { Schema } from '../../store/schema.js'
import type { Operation } from '../operator-keys.js'
import type { Act } from '../operator-log.js'
import { organizationAct } from '../people/acts.js'

/** In which project, and as whom. */
export type WebhookOperation = Pick<Operation, 'project' | 'actorId'>

type Row = Pick<Schema['webhooks'], 'project_id' | 'url' | 'topics_text' | 'allow_private' | 'enabled'>

export function webhookAct(
  { project, actorId }: WebhookOperation,
  what: 'added' | 'changed' | 'removed' | 'secret_rotated',
  { id, before, after }: { readonly id: string; readonly before: AuditState; readonly after: AuditState },
): Act {
  const who = { organizationId: project.organizationId, userId: actorId }
  return organizationAct(who, { act: `webhook.${what}`, subject: `webhook:${id}`, before, after })
}

/** Of the address only the host is named: the rest is often a secret of the receiver, and its hash tells of a change. */
export function stateOf({ project_id: project, url, topics_text, allow_private, enabled }: Row): AuditState {
  return {
    ...{ project, host: new URL(url).host, url_hash: hashJson(url) },
    topics: (JSON.parse(topics_text) as string[]).join(', '),
    ...{ allow_private: allow_private === 1, enabled: enabled === 1 },
  }
}
