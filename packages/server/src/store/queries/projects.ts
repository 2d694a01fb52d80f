/** Organizations, projects, what is in force in them, and who may speak for them. */
import { sql } from 'kysely'
import { insertRow, query } from '../query.js'

type InProject = { organization_id: string; project_id: string }

export const insertOrganization = insertRow('organizations')('id', 'name', 'created_at')

/** Holds only while there is none, whoever else is making one. */
export const insertFirstOrganization = query<{ id: string; name: string; created_at: string }>()((db, p) =>
  db
    .insertInto('organizations')
    .columns(['id', 'name', 'created_at'])
    .expression(
      sql`select ${p.id}, ${p.name}, ${p.created_at} where not exists (select 1 from organizations)`,
    ),
)

export const insertProject = insertRow('projects')('organization_id', 'id', 'name', 'created_at')

export const insertSettings = insertRow('project_settings')(
  'organization_id',
  'project_id',
  'revision',
  'policy_hash',
  'catalog_id',
  'catalog_hash',
  'allowlist_text',
  'approval_timeout_ms',
  'context_timeout_ms',
  'reconcile_window_ms',
  'missing_horizon_ms',
  'retention_ms',
)

export const insertPolicy = insertRow('policies')(
  'organization_id',
  'project_id',
  'policy_hash',
  'bundle_text',
  'created_at',
)

export const insertEvidencePage = insertRow('evidence_pages')(
  'organization_id',
  'project_id',
  'slug',
  'window_days',
  'public_overview',
  'created_at',
)

export const insertReviewerLink = insertRow('reviewer_links')(
  'organization_id',
  'project_id',
  'id',
  'label',
  'token_hash',
  'window_days',
  'created_at',
  'revoked_at',
)

/** Every project of this database, oldest organization first. */
export const listProjects = query()((db) =>
  db.selectFrom('projects').selectAll().orderBy('organization_id').orderBy('id'),
)

export const findSettings = query<InProject>()((db, p) =>
  db
    .selectFrom('project_settings')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id),
)

export const findPolicy = query<InProject & { policy_hash: string }>()((db, p) =>
  db
    .selectFrom('policies')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('policy_hash', '=', p.policy_hash),
)

export const listPolicies = query<InProject>()((db, p) =>
  db
    .selectFrom('policies')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .orderBy('created_at')
    .orderBy('policy_hash'),
)
