/** Tool catalogues as they arrived, and which one is in force. */
import { insertRow, query } from '../query.js'

type InProject = { organization_id: string; project_id: string }

export const insertCatalog = insertRow('tool_catalogs')(
  'organization_id',
  'project_id',
  'id',
  'catalog_hash',
  'body_text',
  'tools',
  'kid',
  'signature',
  'signature_valid',
  'received_at',
  'idempotency_digest',
)

export const findCatalog = query<InProject & { id: string }>()((db, p) =>
  db
    .selectFrom('tool_catalogs')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id),
)

export const findCatalogByKey = query<InProject & { idempotency_digest: string }>()((db, p) =>
  db
    .selectFrom('tool_catalogs')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('idempotency_digest', '=', p.idempotency_digest),
)

/** The newest statement of this content. */
export const findCatalogByHash = query<InProject & { catalog_hash: string }>()((db, p) =>
  db
    .selectFrom('tool_catalogs')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('catalog_hash', '=', p.catalog_hash)
    .orderBy('id', 'desc')
    .limit(1),
)

/** In order of arrival. */
export const listCatalogs = query<InProject>()((db, p) =>
  db
    .selectFrom('tool_catalogs')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .orderBy('id'),
)

/** Puts a catalogue in force; every decision after it reads the new revision. */
export const enforceCatalog = query<
  InProject & { expected_revision: number; revision: number; catalog_id: string; catalog_hash: string }
>()((db, p) =>
  db
    .updateTable('project_settings')
    .set({ revision: p.revision, catalog_id: p.catalog_id, catalog_hash: p.catalog_hash })
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('revision', '=', p.expected_revision),
)

/** The newest first, one page. */
export const pageOfCatalogs = query<InProject & { before_id: string; limit: number }>()((db, p) =>
  db
    .selectFrom('tool_catalogs')
    .selectAll()
    .where('organization_id', '=', p.organization_id)
    .where('project_id', '=', p.project_id)
    .where('id', '<', p.before_id)
    .orderBy('id', 'desc')
    .limit(p.limit),
)
