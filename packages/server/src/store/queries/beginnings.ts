/** The first of everything in a project, which is what getting started is about. */
import { sql } from 'kysely'
import { query } from '../query.js'

type InProject = { organization_id: string; project_id: string }

export const findFirstApiKey = query<InProject>()((db, p) =>
  db
    .selectFrom('api_keys')
    .select('created_at as at')
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .orderBy('id')
    .limit(sql.lit(1)),
)

export const findFirstVendorKey = query<InProject>()((db, p) =>
  db
    .selectFrom('vendor_keys')
    .select(({ fn }) => fn.min<string | null>('imported_at').as('at'))
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id),
)

export const findFirstSession = query<InProject>()((db, p) =>
  db
    .selectFrom('sessions')
    .select('opened_at as at')
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .orderBy('opened_at')
    .orderBy('id')
    .limit(sql.lit(1)),
)

export const findFirstAction = query<InProject>()((db, p) =>
  db
    .selectFrom('actions')
    .select(['id', 'received_at as at'])
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .orderBy('id')
    .limit(sql.lit(1)),
)

/** The first statement whose signature verified, among the first `limit`. */
export const findFirstEvidence = query<InProject & { limit: number }>()((db, p) =>
  db
    .selectFrom(
      db
        .selectFrom('executions')
        .select(['id', 'signature_valid', 'received_at'])
        .where('organization_id', '=', p.organization_id)
        .where('project_id', '=', p.project_id)
        .orderBy('id')
        .limit(p.limit)
        .as('chunk'),
    )
    .select(sql<string | null>`min(case when chunk.signature_valid = 1 then chunk.received_at end)`.as('at')),
)
