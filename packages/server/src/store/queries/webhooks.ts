/** Webhooks and what is sent to them: the outbox, events, deliveries that are due (heron.md §14). */
import { sql } from 'kysely'
import { insertRow, query } from '../query.js'

type InProject = { organization_id: string; project_id: string }
type OfWebhook = InProject & { id: string }

export const insertWebhook = insertRow('webhooks')(
  'organization_id',
  'project_id',
  'id',
  'url',
  'topics_text',
  'allow_private',
  'enabled',
  'disabled_reason',
  'secret_sealed',
  'previous_secret_sealed',
  'previous_valid_until',
  'created_at',
  'failing_since',
  'last_at',
  'last_status',
  'last_error',
)

export const listWebhooks = query<InProject>()((db, p) =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .orderBy('id', 'desc'),
)

export const findWebhook = query<OfWebhook>()((db, p) =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id),
)

type AsRead = { expected_url: string; expected_topics_text: string; expected_enabled: number }

/** Holds only while the webhook is as it was read. */
export const changeWebhook = query<
  OfWebhook & AsRead & { url: string; topics_text: string; enabled: number; disabled_reason: string | null }
>()((db, p) =>
  db
    .updateTable('webhooks')
    .set({
      url: p.url,
      topics_text: p.topics_text,
      enabled: p.enabled as 0 | 1,
      disabled_reason: p.disabled_reason,
    })
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id)
    .where('url', '=', p.expected_url)
    .where('topics_text', '=', p.expected_topics_text)
    .where('enabled', '=', p.expected_enabled as 0 | 1),
)

/** Holds only while the secret is the one that was read: two rotations at once would lose one. */
export const rotateSecret = query<
  OfWebhook & { expected_sealed: string; secret_sealed: string; previous_valid_until: string }
>()((db, p) =>
  db
    .updateTable('webhooks')
    .set((eb) => ({
      previous_secret_sealed: eb.ref('secret_sealed'),
      previous_valid_until: p.previous_valid_until,
      secret_sealed: p.secret_sealed,
    }))
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id)
    .where('secret_sealed', '=', p.expected_sealed),
)

/** Holds only while the webhook is as it was read. */
export const deleteWebhook = query<OfWebhook & AsRead>()((db, p) =>
  db
    .deleteFrom('webhooks')
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id)
    .where('url', '=', p.expected_url)
    .where('topics_text', '=', p.expected_topics_text)
    .where('enabled', '=', p.expected_enabled as 0 | 1),
)

export const deleteDeliveriesOf = query<InProject & { webhook_id: string }>()((db, p) =>
  db
    .deleteFrom('webhook_deliveries')
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('webhook_id', '=', p.webhook_id),
)

/** What an attempt says about its receiver; null keeps no failure. */
export const noteAttempt = query<
  OfWebhook & { last_at: string; last_status: number | null; last_error: string | null }
>()((db, p) =>
  db
    .updateTable('webhooks')
    .set({
      last_at: p.last_at,
      last_status: p.last_status,
      last_error: p.last_error,
      failing_since: sql<string | null>`case when cast(${p.last_error} as text) is null then null
        else coalesce(failing_since, cast(${p.last_at} as text)) end`,
    })
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id),
)

export const disableWebhook = query<OfWebhook & { disabled_reason: string }>()((db, p) =>
  db
    .updateTable('webhooks')
    .set({ enabled: sql.lit(0), disabled_reason: p.disabled_reason })
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id),
)

export const listOutbox = query<{ limit: number }>()((db, p) =>
  db.selectFrom('webhook_outbox').selectAll().limit(p.limit),
)

/** Holds for one worker: who takes the note makes the event. */
export const takeFromOutbox = query<InProject & { source: string; source_id: string }>()((db, p) =>
  db
    .deleteFrom('webhook_outbox')
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('source', '=', p.source as 'finding')
    .where('source_id', '=', p.source_id),
)

export const insertEvent = insertRow('webhook_events')(
  'organization_id',
  'project_id',
  'id',
  'topic',
  'payload_text',
  'created_at',
)

export const findEvent = query<OfWebhook>()((db, p) =>
  db
    .selectFrom('webhook_events')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id),
)

export const insertDelivery = insertRow('webhook_deliveries')(
  'organization_id',
  'project_id',
  'id',
  'webhook_id',
  'event_id',
  'topic',
  'state',
  'attempts',
  'next_attempt_at',
  'created_at',
  'last_at',
  'last_status',
  'last_error',
  'last_ms',
)

/** Every enabled webhook for which something is due: a receiver has its turn however much waits for another. */
export const listWebhooksDue = query<{ now: string }>()((db, p) =>
  db
    .selectFrom('webhooks as w')
    .selectAll('w')
    .where('w.enabled', '=', sql.lit(1))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('webhook_deliveries as d')
          .select('d.id')
          .whereRef('d.organization_id', '=', 'w.organization_id')
          .whereRef('d.project_id', '=', 'w.project_id')
          .whereRef('d.webhook_id', '=', 'w.id')
          .where('d.next_attempt_at', '<=', p.now),
      ),
    ),
)

/** The longest overdue first. */
export const listDeliveriesDue = query<InProject & { webhook_id: string; now: string; limit: number }>()(
  (db, p) =>
    db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('organization_id', '=', p.organization_id)
      .where('project_id', '=', p.project_id)
      .where('webhook_id', '=', p.webhook_id)
      .where('next_attempt_at', '<=', p.now)
      .orderBy('next_attempt_at')
      .limit(p.limit),
)

/** An attempt begins: holds for one worker, and whoever dies meanwhile leaves it due again at `give_up_at`. */
export const claimDelivery = query<
  InProject & { id: string; expected_next: string; expected_attempts: number; give_up_at: string }
>()((db, p) =>
  db
    .updateTable('webhook_deliveries')
    .set({ attempts: sql<number>`attempts + 1`, next_attempt_at: p.give_up_at })
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id)
    .where('next_attempt_at', '=', p.expected_next)
    .where('attempts', '=', p.expected_attempts),
)

/** How an attempt ended: holds only while it is still this one's. */
export const settleDelivery = query<
  InProject & {
    id: string
    expected_next: string
    expected_attempts: number
    state: string
    next_attempt_at: string | null
    last_at: string
    last_status: number | null
    last_error: string | null
    last_ms: number
  }
>()((db, p) =>
  db
    .updateTable('webhook_deliveries')
    .set({
      state: p.state as 'pending',
      next_attempt_at: p.next_attempt_at,
      last_at: p.last_at,
      last_status: p.last_status,
      last_error: p.last_error,
      last_ms: p.last_ms,
    })
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id)
    .where('next_attempt_at', '=', p.expected_next)
    .where('attempts', '=', p.expected_attempts),
)

/** Sent once more from the beginning, whatever became of it. */
export const replayDelivery = query<InProject & { id: string; webhook_id: string; now: string }>()((db, p) =>
  db
    .updateTable('webhook_deliveries')
    .set({ state: sql.lit('pending'), attempts: sql.lit(0), next_attempt_at: p.now })
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id)
    .where('webhook_id', '=', p.webhook_id),
)

/** Newest first; `before_id` is the last one shown, `~` before the first. */
export const pageOfDeliveries = query<InProject & { webhook_id: string; before_id: string; limit: number }>()(
  (db, p) =>
    db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('organization_id', '=', p.organization_id)
      .where('project_id', '=', p.project_id)
      .where('webhook_id', '=', p.webhook_id)
      .where('id', '<', p.before_id)
      .orderBy('id', 'desc')
      .limit(p.limit),
)

export const pageOfDeliveriesInState = query<
  InProject & { webhook_id: string; state: string; before_id: string; limit: number }
>()((db, p) =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('webhook_id', '=', p.webhook_id)
    .where('state', '=', p.state as 'pending')
    .where('id', '<', p.before_id)
    .orderBy('id', 'desc')
    .limit(p.limit),
)

/** Ids ascend with time: what is older than an id is older than its moment. */
export const deleteOldDeliveries = query<InProject & { before_id: string }>()((db, p) =>
  db
    .deleteFrom('webhook_deliveries')
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '<', p.before_id),
)

export const deleteOldEvents = query<InProject & { before_id: string }>()((db, p) =>
  db
    .deleteFrom('webhook_events')
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '<', p.before_id),
)

/** What waits, for all projects together. */
export const countWebhookWork = query()((db) =>
  db.selectNoFrom((eb) => [
    eb
      .selectFrom('webhook_outbox')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .as('outbox'),
    eb
      .selectFrom('webhook_deliveries')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('next_attempt_at', 'is not', null)
      .as('pending'),
    eb
      .selectFrom('webhook_deliveries')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('state', '=', sql.lit('dead'))
      .as('dead'),
  ]),
)
