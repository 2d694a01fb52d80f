/**
 * What an operator does with webhooks (heron.md §14): add, change, remove, rotate the secret, each with an entry of the
 * organization's log; send a test. The secret is shown when it is made and never again; a rotation keeps the old one signing
 * beside the new one for a day.
 */
import { randomBytes } from 'node:crypto'
import { canonicalize } from '@heron/evidence'
import {
  changeWebhook as changeRow,
  deleteDeliveriesOf,
  deleteWebhook,
  findWebhook,
  insertDelivery,
  insertEvent,
  insertWebhook,
  listWebhooks as listRows,
  rotateSecret,
} from '../../store/queries/webhooks.js'
import type { Schema } from '../../store/schema.js'
import { step } from '../../store/store.js'
import { urlProblem } from '../../webhooks/safe-request/safe-request.js'
import { commitActs, type OperatorParts } from '../operator-log.js'
import { Refusal } from '../refusal.js'
import type { WebhookParts } from './parts.js'
import { freshDelivery, payloadText } from './payload.js'
import { TEST_TOPIC, type Topic, TOPICS } from './topics.js'
import type { ProjectKey } from '../tenant.js'
import { stateOf, webhookAct, type WebhookOperation } from './webhook-acts.js'

/** Bounds what one project makes this service connect to. */
export const MAX_WEBHOOKS = 20

/** Long enough to roll a receiver out. */
export const OLD_SECRET_VALID_MS = 24 * 3_600_000

/** Bytes of a secret; Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32

/** Wire names. */
export type WebhookView = {
  readonly id: string
  readonly url: string
  readonly topics: readonly string[]
  readonly allow_private: boolean
  readonly enabled: boolean
  /** Why the service itself disabled it: `gone` (the receiver answered 410) or `secret_unreadable` (another key ring). */
  readonly disabled_reason: string | null
  readonly created_at: string
  readonly last_delivery: {
    readonly at: string
    readonly status: number | null
    readonly outcome: 'delivered' | 'failed'
    readonly error: string | null
  } | null
  readonly failing_since: string | null
  /** Until when the secret before the last rotation signs as well. */
  readonly old_secret_until: string | null
}

export type NewWebhook = {
  readonly url: string
  readonly topics: readonly string[]
  /** Absent: where the service allows private receivers at all, this one may be one. */
  readonly allow_private?: boolean
}

export type WebhookChange = {
  readonly url?: string
  readonly topics?: readonly string[]
  readonly enabled?: boolean
}

/** What acts need beside what deliveries need. */
type ManagingParts = WebhookParts & OperatorParts

export async function listWebhooks(
  { store, now }: Pick<WebhookParts, 'store' | 'now'>,
  project: ProjectKey,
): Promise<readonly WebhookView[]> {
  const rows = await store.all(listRows, scopeOf(project))
  return rows.map((row) => viewOf(row, now()))
}

/**
 * Adds a webhook; it is told of what happens from now on.
 *
 * @param wanted UNTRUSTED, shape-checked.
 * @returns `secret` is shown now and never again.
 * @throws {Refusal} invalid_request; in_use when there are too many already.
 */
export async function addWebhook(
  parts: ManagingParts,
  operation: WebhookOperation,
  wanted: NewWebhook,
): Promise<{ readonly id: string; readonly secret: string }> {
  if (wanted.allow_private === true && !parts.allowPrivate) {
    const detail =
      'this service allows no private receivers: start it with --webhook-allow-private, or leave the member out'
    throw new Refusal('invalid_request', detail, '/allow_private')
  }
  const allowPrivate = parts.allowPrivate && wanted.allow_private !== false
  requireUrl(wanted.url, allowPrivate)
  const topics = requireTopics(wanted.topics)
  const scope = scopeOf(operation.project)
  if ((await parts.store.all(listRows, scope)).length >= MAX_WEBHOOKS) {
    throw new Refusal('in_use', `a project has ${MAX_WEBHOOKS} webhooks at most: remove one first`)
  }
  const id = `whk_${parts.newId()}`
  const secret = makeSecret()
  const row = {
    ...{ ...scope, id, url: wanted.url, topics_text: JSON.stringify(topics), disabled_reason: null },
    allow_private: allowPrivate ? (1 as const) : (0 as const),
    enabled: 1 as const,
    secret_sealed: parts.sealer.seal(secret, id),
    ...{ previous_secret_sealed: null, previous_valid_until: null },
    ...{ failing_since: null, last_at: null, last_status: null, last_error: null },
  }
  const act = webhookAct(operation, 'added', { id, before: null, after: stateOf(row) })
  const written = await commitActs(parts, [act], ([entry]) => [
    step(insertWebhook, { ...row, created_at: entry?.at ?? '' }),
  ])
  if (written === null) throw new Error('a webhook that was just made is already there')
  return { id, secret }
}

/**
 * Changes a webhook. Enabled again, it gets what is still waiting for it.
 *
 * @throws {Refusal} not_found, invalid_request, changed_meanwhile
 */
export async function changeWebhook(
  parts: ManagingParts,
  operation: WebhookOperation,
  id: string,
  change: WebhookChange,
): Promise<WebhookView> {
  const row = await requireWebhook(parts, operation.project, id)
  if (change.url !== undefined) requireUrl(change.url, parts.allowPrivate && row.allow_private === 1)
  const topics = change.topics === undefined ? row.topics_text : JSON.stringify(requireTopics(change.topics))
  const enabled = change.enabled ?? row.enabled === 1
  const changed = {
    url: change.url ?? row.url,
    topics_text: topics,
    enabled: enabled ? (1 as const) : (0 as const),
    disabled_reason: change.enabled === undefined ? row.disabled_reason : null,
  }
  const after = { ...row, ...changed }
  if (canonicalize(stateOf(after)) === canonicalize(stateOf(row))) return viewOf(row, parts.now())
  const act = webhookAct(operation, 'changed', { id, before: stateOf(row), after: stateOf(after) })
  const written = await commitActs(parts, [act], () => [
    step(changeRow, {
      ...{ ...scopeOf(operation.project), id, ...changed, ...expected(row) },
    }),
  ])
  if (written === null) throw changedMeanwhile()
  return viewOf(after, parts.now())
}

/** @throws {Refusal} not_found; changed_meanwhile */
export async function removeWebhook(
  parts: ManagingParts,
  operation: WebhookOperation,
  id: string,
): Promise<void> {
  const row = await requireWebhook(parts, operation.project, id)
  const scope = scopeOf(operation.project)
  const act = webhookAct(operation, 'removed', { id, before: stateOf(row), after: null })
  const written = await commitActs(parts, [act], () => [
    step(deleteWebhook, { ...scope, id, ...expected(row) }),
    step(deleteDeliveriesOf, { ...scope, webhook_id: id }, null),
  ])
  if (written === null) throw changedMeanwhile()
}

/**
 * Makes a new secret. For {@link OLD_SECRET_VALID_MS} deliveries carry two signatures, so that no receiver misses one.
 *
 * @throws {Refusal} not_found; changed_meanwhile
 */
export async function rotateWebhookSecret(
  parts: ManagingParts,
  operation: WebhookOperation,
  id: string,
): Promise<{ readonly secret: string }> {
  const row = await requireWebhook(parts, operation.project, id)
  const secret = makeSecret()
  const until = new Date(Date.parse(parts.now()) + OLD_SECRET_VALID_MS).toISOString()
  const act = webhookAct(operation, 'secret_rotated', {
    ...{ id, before: { old_secret_until: row.previous_valid_until }, after: { old_secret_until: until } },
  })
  const written = await commitActs(parts, [act], () => [
    step(rotateSecret, {
      ...scopeOf(operation.project),
      id,
      expected_sealed: row.secret_sealed,
      secret_sealed: parts.sealer.seal(secret, id),
      previous_valid_until: until,
    }),
  ])
  if (written === null) throw changedMeanwhile()
  return { secret }
}

/**
 * Sends one event that tells of nothing.
 *
 * @throws {Refusal} not_found
 */
export async function testWebhook(
  parts: WebhookParts,
  project: ProjectKey,
  id: string,
): Promise<{ readonly delivery: string; readonly event: string }> {
  await requireWebhook(parts, project, id)
  const scope = scopeOf(project)
  const at = parts.now()
  const event = `evt_${parts.newId()}`
  const data = { organization: project.organizationId, project: project.projectId, webhook: id }
  const delivery = freshDelivery(parts, scope, { webhookId: id, eventId: event, topic: TEST_TOPIC, at })
  await parts.store.commit([
    step(insertEvent, {
      ...{ ...scope, id: event, topic: TEST_TOPIC },
      payload_text: payloadText(TEST_TOPIC, at, data),
      created_at: at,
    }),
    step(insertDelivery, delivery),
  ])
  return { delivery: delivery.id, event }
}

/** @throws {Refusal} not_found */
export async function requireWebhook(
  { store }: Pick<WebhookParts, 'store'>,
  project: ProjectKey,
  id: string,
): Promise<Schema['webhooks']> {
  const row = await store.first(findWebhook, { ...scopeOf(project), id })
  if (row === undefined) throw new Refusal('not_found', 'there is no webhook of this id in this project')
  return row
}

function viewOf(row: Schema['webhooks'], now: string): WebhookView {
  const { id, url, created_at, failing_since, disabled_reason, last_at } = row
  const oldUntil = row.previous_valid_until
  return {
    ...{ id, url, topics: topicsOf(row), created_at, failing_since, disabled_reason },
    allow_private: row.allow_private === 1,
    enabled: row.enabled === 1,
    last_delivery:
      last_at === null
        ? null
        : {
            at: last_at,
            status: row.last_status,
            outcome: row.last_error === null ? 'delivered' : 'failed',
            error: row.last_error,
          },
    old_secret_until: oldUntil !== null && oldUntil > now ? oldUntil : null,
  }
}

/** The row as it was read, so that the entry tells what was before it. */
function expected(row: Schema['webhooks']): {
  readonly expected_url: string
  readonly expected_topics_text: string
  readonly expected_enabled: number
} {
  return { expected_url: row.url, expected_topics_text: row.topics_text, expected_enabled: row.enabled }
}

function changedMeanwhile(): Refusal {
  return new Refusal('changed_meanwhile', 'this webhook was changed at the same moment: look again')
}

/** The topics that a webhook is subscribed to. */
export function topicsOf({ topics_text }: Pick<Schema['webhooks'], 'topics_text'>): readonly string[] {
  return JSON.parse(topics_text) as readonly string[]
}

function scopeOf({ organizationId, projectId }: ProjectKey): {
  readonly organization_id: string
  readonly project_id: string
} {
  return { organization_id: organizationId, project_id: projectId }
}

const URL_PROBLEMS: Readonly<Record<string, string>> = {
  not_https: 'must be an https address',
  address_refused:
    'leads into a private, loopback, link-local or reserved network, where this service sends nothing',
}

function requireUrl(url: string, allowPrivate: boolean): void {
  const problem = urlProblem(url, allowPrivate)
  if (problem === null) return
  const detail =
    URL_PROBLEMS[problem] ??
    'must be an https address of at most 2048 characters, without user name, password or fragment'
  throw new Refusal('invalid_request', detail, '/url')
}

function requireTopics(topics: readonly string[]): readonly Topic[] {
  const unknown = topics.findIndex((topic) => !(TOPICS as readonly string[]).includes(topic))
  if (unknown !== -1) {
    throw new Refusal(
      'invalid_request',
      `must be one of ${TOPICS.join(', ')}`,
      `/topics/${unknown.toString()}`,
    )
  }
  if (topics.length === 0) throw new Refusal('invalid_request', 'must name at least one topic', '/topics')
  return TOPICS.filter((topic) => topics.includes(topic))
}

function makeSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
}
