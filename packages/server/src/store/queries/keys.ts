/** API keys (hashed) and the vendor's public keys. */
import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import { insertRow, query } from '../query.js'
import type { Schema } from '../schema.js'

type InProject = { organization_id: string; project_id: string }

export const insertApiKey = insertRow('api_keys')(
  'organization_id',
  'project_id',
  'id',
  'environment',
  'prefix',
  'key_hash',
  'created_at',
  'last_used_at',
  'revoked_at',
)

/** Before the tenant is known: the only query that is not scoped by one. */
export const findApiKey = query<{ key_hash: string }>()((db, p) =>
  db.selectFrom('api_keys').selectAll().where('key_hash', '=', p.key_hash),
)

export const listApiKeys = query<InProject>()((db, p) =>
  db
    .selectFrom('api_keys')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .orderBy('id'),
)

export const touchApiKey = query<InProject & { id: string; last_used_at: string }>()((db, p) =>
  db
    .updateTable('api_keys')
    .set({ last_used_at: p.last_used_at })
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id),
)

export const revokeApiKey = query<InProject & { id: string; revoked_at: string }>()((db, p) =>
  db
    .updateTable('api_keys')
    .set({ revoked_at: p.revoked_at })
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id)
    .where('revoked_at', 'is', null),
)

export const insertVendorKey = insertRow('vendor_keys')(
  'organization_id',
  'project_id',
  'kid',
  'public_key',
  'imported_at',
  'imported_by',
  'revoked_at',
  'revoked_by',
)

export const findVendorKey = query<InProject & { kid: string }>()((db, p) =>
  db
    .selectFrom('vendor_keys')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('kid', '=', p.kid),
)

export const listVendorKeys = query<InProject>()((db, p) =>
  db
    .selectFrom('vendor_keys')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .orderBy('imported_at')
    .orderBy('kid'),
)

export const revokeVendorKey = query<InProject & { kid: string; revoked_at: string; revoked_by: string }>()(
  (db, p) =>
    db
      .updateTable('vendor_keys')
      .set({ revoked_at: p.revoked_at, revoked_by: p.revoked_by })
      .where('organization_id', '=', p.organization_id)
      .where('project_id', '=', p.project_id)
      .where('kid', '=', p.kid)
      .where('revoked_at', 'is', null),
)

/** Statements and catalogues that a key verified, up to `limit`: whether it may go, and a figure for people. */
export const countVerified = query<InProject & { kid: string; limit: number }>()((db, p) =>
  db
    .selectFrom(
      db
        .selectFrom('executions')
        .select('id')
        .where('organization_id', '=', p.organization_id)
        .where('project_id', '=', p.project_id)
        .where('kid', '=', p.kid)
        .where('signature_valid', '=', sql.lit(1))
        .limit(p.limit)
        .as('found'),
    )
    .select(({ fn }) => fn.countAll<number>().as('statements')),
)

/** Holds only while a key in use verified nothing; a revoked one stays, or its revocation could be undone. */
export const deleteVendorKey = query<InProject & { kid: string }>()((db, p) =>
  db
    .deleteFrom('vendor_keys')
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('kid', '=', p.kid)
    .where('revoked_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('executions')
            .select('id')
            .where('organization_id', '=', p.organization_id)
            .where('project_id', '=', p.project_id)
            .where('kid', '=', p.kid)
            .where('signature_valid', '=', sql.lit(1)),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('tool_catalogs')
            .select('id')
            .where('organization_id', '=', p.organization_id)
            .where('project_id', '=', p.project_id)
            .where('kid', '=', p.kid)
            .where('signature_valid', '=', sql.lit(1)),
        ),
      ),
    ),
)

/**
 * Changes nothing; holds only while a vendor key is in the state that was read: `unknown`, `active`, or the time of its
 * revocation. Written as an update, since a group of steps is held together by what its updates find.
 *
 * On PostgreSQL it locks nothing: the evidence before it in the same group has the settings' row already, together with
 * other evidence, and an import or a revocation waits for that (0001, `heron_lock_vendor_keys`).
 */
export const guardVendorKey = query<InProject & { kid: string; state: string }>()(
  (db, p) =>
    db
      .updateTable('project_settings')
      .set((eb) => ({ revision: eb.ref('revision') }))
      .where('organization_id', '=', p.organization_id)
      .where('project_id', '=', p.project_id)
      .where((eb) => eb(vendorKeyState(eb, p), '=', p.state)),
  (db, p) =>
    db
      .selectFrom('project_settings')
      .select('revision')
      .where('organization_id', '=', p.organization_id)
      .where('project_id', '=', p.project_id)
      .where((eb) => eb(vendorKeyState(eb, p), '=', p.state)),
)

function vendorKeyState(
  eb: ExpressionBuilder<Schema, 'project_settings'>,
  p: InProject & { kid: string },
): Expression<string> {
  return eb.fn.coalesce(
    eb
      .selectFrom('vendor_keys')
      .select((key) => key.fn.coalesce('revoked_at', sql.lit('active')).as('state'))
      .where('organization_id', '=', p.organization_id)
      .where('project_id', '=', p.project_id)
      .where('kid', '=', p.kid),
    sql.lit('unknown'),
  )
}
