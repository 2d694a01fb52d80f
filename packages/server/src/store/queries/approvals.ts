/** STEP_UPs as people meet them: those that wait, those that were answered, and what was answered in the dashboard. */
import { sql } from 'kysely'
import { insertRow, query } from '../query.js'

type InProject = { organization_id: string; project_id: string }

export const insertApprovalAnswer = insertRow('approval_answers')(
  'organization_id',
  'project_id',
  'action_id',
  'decision',
  'reason',
  'answered_by',
  'approver',
  'tool',
  'rule',
  'entry_hash',
  'answered_at',
)

export const findApprovalAnswer = query<InProject & { action_id: string }>()((db, p) =>
  db
    .selectFrom('approval_answers')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('action_id', '=', p.action_id),
)

/** Changes nothing; holds only while a STEP_UP waits for a person. Written as an update, as a group of steps needs it. */
export const guardWaiting = query<InProject & { session_id: string; action_id: string; now: string }>()(
  (db, p) =>
    db
      .updateTable('awaited_answers')
      .set((eb) => ({ tool: eb.ref('tool') }))
      .where('organization_id', '=', p.organization_id)
      .where('project_id', '=', p.project_id)
      .where('session_id', '=', p.session_id)
      .where('action_id', '=', p.action_id)
      .where('verdict', '=', 'STEP_UP')
      .where('due_at', '>', p.now),
)

export const findAwaited = query<InProject & { session_id: string; action_id: string }>()((db, p) =>
  db
    .selectFrom('awaited_answers')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('session_id', '=', p.session_id)
    .where('action_id', '=', p.action_id),
)

/** STEP_UPs that nobody has answered and whose time is not over, the newest first, one page. */
export const pageOfWaiting = query<InProject & { before_id: string; now: string; limit: number }>()((db, p) =>
  db
    .selectFrom('actions as a')
    .innerJoin('awaited_answers as w', (join) =>
      join
        .onRef('w.organization_id', '=', 'a.organization_id')
        .onRef('w.project_id', '=', 'a.project_id')
        .onRef('w.session_id', '=', 'a.session_id')
        .onRef('w.action_id', '=', 'a.id'),
    )
    .selectAll('a')
    .where('a.organization_id', '=', p.organization_id)
    .where('a.project_id', '=', p.project_id)
    .where('a.verdict', '=', sql.lit('STEP_UP'))
    .where('a.id', '<', p.before_id)
    .where('w.due_at', '>', p.now)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('approval_answers as r')
            .select('r.action_id')
            .whereRef('r.organization_id', '=', 'a.organization_id')
            .whereRef('r.project_id', '=', 'a.project_id')
            .whereRef('r.action_id', '=', 'a.id'),
        ),
      ),
    )
    .orderBy('a.id', 'desc')
    .limit(p.limit),
)

/** Those that were answered, by whomever, or whose time is over; the newest first, one page. */
export const pageOfSettled = query<InProject & { before_id: string; now: string; limit: number }>()((db, p) =>
  db
    .selectFrom('actions as a')
    .selectAll('a')
    .where('a.organization_id', '=', p.organization_id)
    .where('a.project_id', '=', p.project_id)
    .where('a.verdict', '=', sql.lit('STEP_UP'))
    .where('a.id', '<', p.before_id)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('answered_actions as d')
            .select('d.action_id')
            .whereRef('d.organization_id', '=', 'a.organization_id')
            .whereRef('d.project_id', '=', 'a.project_id')
            .whereRef('d.action_id', '=', 'a.id'),
        ),
        eb.exists(
          eb
            .selectFrom('approval_answers as r')
            .select('r.action_id')
            .whereRef('r.organization_id', '=', 'a.organization_id')
            .whereRef('r.project_id', '=', 'a.project_id')
            .whereRef('r.action_id', '=', 'a.id'),
        ),
        eb.exists(
          eb
            .selectFrom('awaited_answers as w')
            .select('w.action_id')
            .whereRef('w.organization_id', '=', 'a.organization_id')
            .whereRef('w.project_id', '=', 'a.project_id')
            .whereRef('w.session_id', '=', 'a.session_id')
            .whereRef('w.action_id', '=', 'a.id')
            .where('w.due_at', '<=', p.now),
        ),
      ]),
    )
    .orderBy('a.id', 'desc')
    .limit(p.limit),
)

/** How people answered the same question of the same tool before. */
export const countAnswers = query<InProject & { tool: string; rule: string }>()((db, p) =>
  db
    .selectFrom('approval_answers')
    .select(['decision', ({ fn }) => fn.countAll<number>().as('answers')])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('tool', '=', p.tool)
    .where('rule', '=', p.rule)
    .groupBy('decision'),
)

/** Every answer there was, one page. */
export const pageOfAnswers = query<InProject & { after_id: string; limit: number }>()((db, p) =>
  db
    .selectFrom('approval_answers')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('action_id', '>', p.after_id)
    .orderBy('action_id')
    .limit(p.limit),
)
