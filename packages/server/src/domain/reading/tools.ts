/** Tools that were called beside what the vendor stated of them: coverage, earlier catalogues, and a draft of the next. */
import {
  type CatalogSignals,
  type CatalogTool,
  deriveFromName,
  type Dimension,
  indexCatalog,
  type Paged,
  type Source,
  type ToolCatalogBody,
  MAX_CATALOG_TOOLS,
} from '@heron/evidence'
import { findCatalog, findCatalogByHash, pageOfCatalogs } from '../../store/queries/catalogs.js'
import { findSettings } from '../../store/queries/projects.js'
import { listToolCalls } from '../../store/queries/session-lists.js'
import type { Schema } from '../../store/schema.js'
import type { Reader } from '../../store/store.js'
import { cursorOf, type PageRequest, readCursor } from '../evidence-page/paging.js'
import { storedJson } from '../evidence-page/stored-json.js'
import { countActions } from '../evidence-page/tallies.js'
import { Refusal } from '../refusal.js'
import { scopeOfProject, wholeOf } from './project-scope.js'
import type { ProjectKey } from '../tenant.js'

/** Wire names. Tools are those that were called, the most called first. */
export type ToolCoverage = {
  readonly catalog: {
    readonly hash: string
    readonly received_at: string
    readonly kid: string
    readonly tools: number
  } | null
  readonly described: readonly {
    readonly name: string
    readonly calls: number
    readonly aliases: readonly string[]
    readonly signals: CatalogSignals
  }[]
  /** Named without any fact. */
  readonly listed: readonly ToolCalls[]
  readonly absent: readonly ToolCalls[]
  /** Calls by the source of each dimension. */
  readonly dimensions: { readonly [name in Dimension]: { readonly [source in Source]: number } }
}

type ToolCalls = { readonly name: string; readonly calls: number }

export type CatalogVersion = {
  readonly id: string
  readonly catalog_hash: string
  readonly received_at: string
  readonly kid: string
  readonly signature_valid: boolean
  readonly tools: number
}

const MAX_TOOLS = 1000

export async function readToolCoverage(reader: Reader, project: ProjectKey): Promise<ToolCoverage> {
  const scope = scopeOfProject(project)
  const catalog = await catalogInForce(reader, project)
  const index = catalog === null ? null : indexCatalog(catalog.body)
  const called = await reader.all(listToolCalls, { ...scope, limit: MAX_TOOLS })
  const { dimensions } = await countActions(reader, wholeOf(project))
  const within = (coverage: 'listed' | 'absent') =>
    called.filter(({ name }) => (index?.coverage(name) ?? 'absent') === coverage)
  return {
    catalog:
      catalog === null
        ? null
        : {
            hash: catalog.row.catalog_hash,
            received_at: catalog.row.received_at,
            kid: catalog.row.kid,
            tools: catalog.row.tools,
          },
    described: called.flatMap(({ name, calls }) => {
      const tool = index?.coverage(name) === 'described' ? index.find(name) : null
      return tool === null ? [] : [{ name, calls, aliases: tool.aliases ?? [], signals: tool.signals }]
    }),
    listed: within('listed'),
    absent: within('absent'),
    dimensions,
  }
}

/** Every catalogue that arrived, the newest first, also those that are not signed as they should be. */
export async function listCatalogs(
  reader: Reader,
  project: ProjectKey,
  { cursor, limit }: PageRequest,
): Promise<Paged<CatalogVersion>> {
  const [beforeId = '~'] = readCursor(cursor, 1) ?? []
  const rows = await reader.all(pageOfCatalogs, {
    ...scopeOfProject(project),
    ...{ before_id: beforeId, limit },
  })
  const last = rows.at(-1)
  return {
    items: rows.map(versionOf),
    next_cursor: last === undefined || rows.length < limit ? null : cursorOf(last.id),
  }
}

/** @throws {Refusal} not_found */
export async function readCatalog(
  reader: Reader,
  project: ProjectKey,
  hash: string,
): Promise<CatalogVersion & { readonly body: ToolCatalogBody }> {
  const row = await reader.first(findCatalogByHash, { ...scopeOfProject(project), catalog_hash: hash })
  if (row === undefined) throw new Refusal('not_found', 'no catalogue of this hash arrived in this project')
  return { ...versionOf(row), body: storedJson<ToolCatalogBody>(row.body_text) }
}

/**
 * A catalogue to start from: what is in force, and every other tool that was called, with what the published lexicon derives
 * from its name. What it cannot derive is left out for the vendor to say; nobody has signed it.
 */
export async function draftCatalog(reader: Reader, project: ProjectKey): Promise<ToolCatalogBody> {
  const catalog = await catalogInForce(reader, project)
  const known = catalog?.body.tools ?? []
  const index = catalog === null ? null : indexCatalog(catalog.body)
  const called = await reader.all(listToolCalls, { ...scopeOfProject(project), limit: MAX_TOOLS })
  const seen = called
    .filter(({ name }) => index?.find(name) === null || index === null)
    .map(({ name }): CatalogTool => ({ name, signals: derivedSignals(name) }))
  const tools = [...known, ...seen]
    .slice(0, MAX_CATALOG_TOOLS)
    .sort((left, right) => (left.name < right.name ? -1 : 1))
  return { v: 1, tools }
}

function derivedSignals(name: string): CatalogSignals {
  const { operation, data_class } = deriveFromName(name)
  return {
    ...(operation === 'unknown' ? {} : { op: operation }),
    ...(data_class === 'unknown' ? {} : { data_class }),
  }
}

async function catalogInForce(
  reader: Reader,
  project: ProjectKey,
): Promise<{ readonly row: Schema['tool_catalogs']; readonly body: ToolCatalogBody } | null> {
  const scope = scopeOfProject(project)
  const settings = await reader.first(findSettings, scope)
  const id = settings?.catalog_id ?? null
  const row = id === null ? undefined : await reader.first(findCatalog, { ...scope, id })
  return row === undefined ? null : { row, body: storedJson<ToolCatalogBody>(row.body_text) }
}

function versionOf(row: Schema['tool_catalogs']): CatalogVersion {
  const { id, catalog_hash, received_at, kid, signature_valid, tools } = row
  return { id, catalog_hash, received_at, kid, signature_valid: signature_valid === 1, tools }
}
