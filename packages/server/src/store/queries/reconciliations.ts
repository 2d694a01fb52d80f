/** How far each decision's comparison with its statements has come, and how long each tool's calls take. */
import { type Kysely, sql } from 'kysely'
import { insertRow, query } from '../query.js'
import type { Schema } from '../schema.js'

type InProject = { organization_id: string; project_id: string }
type OfAction = InProject & { action_id: string }

export const insertReconciliation = insertRow('reconciliations')(
  'organization_id',
  'project_id',
  'action_id',
  'decided_at',
  'state',
  'touched_by',
  'due_at',
)

/** A statement has arrived: within the window it waits for the window's end, afterwards it is looked at now. */
export const touchReconciliation = query<OfAction & { touched_by: string; now: string }>()((db, p) =>
  db
    .updateTable('reconciliations')
    .set({
      touched_by: p.touched_by,
      due_at: sql<string>`case when state = 'new' then due_at else ${p.now} end`,
    })
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('action_id', '=', p.action_id),
)

/**
 * Decisions to look at, the longest overdue first, each with what its comparison reads. On PostgreSQL those that another
 * worker is writing now are passed over, so that workers share what is due instead of waiting for each other.
 */
export const listDue = query<{ now: string; limit: number }>()(
  (db, p) => dueRows(db, p),
  (db, p) => dueRows(db, p).forUpdate('r').skipLocked(),
)

function dueRows(db: Kysely<Schema>, p: { now: string; limit: number }) {
  return db
    .selectFrom('reconciliations as r')
    .innerJoin('actions as a', (join) =>
      join
        .onRef('a.organization_id', '=', 'r.organization_id')
        .onRef('a.project_id', '=', 'r.project_id')
        .onRef('a.id', '=', 'r.action_id'),
    )
    .innerJoin('sessions as s', (join) =>
      join
        .onRef('s.organization_id', '=', 'a.organization_id')
        .onRef('s.project_id', '=', 'a.project_id')
        .onRef('s.id', '=', 'a.session_id'),
    )
    .selectAll('r')
    .select(['a.session_id', 'a.position', 'a.tool', 'a.verdict', 'a.rule', 'a.decision_text'])
    .select(['a.evaluation_text', 'a.args_redacted_text', 'a.instructions_hash'])
    .select(['s.environment', 's.agent_external_id', 's.anchors_text'])
    .where('r.due_at', '<=', p.now)
    .orderBy('r.due_at')
    .limit(p.limit)
}

/** How much is waiting to be looked at, and since when. */
export const readBacklog = query<{ now: string }>()((db, p) =>
  db
    .selectFrom('reconciliations')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('due_at').as('oldest')])
    .where('due_at', '<=', p.now),
)

/** Holds only while the row is as it was read: another worker, or another statement, makes the plan void. */
export const settleReconciliation = query<
  OfAction & {
    expected_state: string
    expected_touch: string
    expected_due: string
    state: string
    due_at: string | null
  }
>()((db, p) =>
  db
    .updateTable('reconciliations')
    .set({ state: p.state as 'paired', due_at: p.due_at })
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('action_id', '=', p.action_id)
    .where('state', '=', p.expected_state as 'new')
    .where('touched_by', '=', p.expected_touch)
    .where('due_at', '=', p.expected_due),
)

/** The newest commitment to instructions before a position. Scans only what lies between two commitments. */
export const findEarlierInstructions = query<InProject & { session_id: string; position: number }>()(
  (db, p) =>
    db
      .selectFrom('actions')
      .select('instructions_hash')
      .where('organization_id', '=', p.organization_id)
      .where('project_id', '=', p.project_id)
      .where('session_id', '=', p.session_id)
      .where('position', '<', p.position)
      .where('instructions_hash', 'is not', null)
      .orderBy('position', 'desc')
      .limit(1),
)

export const listToolDelays = query<InProject & { tool: string }>()((db, p) =>
  db
    .selectFrom('tool_delays')
    .select(['bucket', 'pairs'])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('tool', '=', p.tool),
)

/** Counts commute, so workers never wait for each other here. */
export const addToolDelay = query<InProject & { tool: string; bucket: number }>()((db, p) =>
  db
    .insertInto('tool_delays')
    .values({
      organization_id: p.organization_id,
      project_id: p.project_id,
      tool: p.tool,
      bucket: p.bucket,
      pairs: sql.lit(1),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'project_id', 'tool', 'bucket'])
        .doUpdateSet({ pairs: sql<number>`tool_delays.pairs + 1` }),
    ),
)
