/**
 * The findings of a project, narrowed by what they are about. Read in pages from one consistent view; whoever asks for
 * much waits, and nobody else does.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FindingKind } from '@heron/evidence'
import { pageOfKind, pageOfProjectFindings } from '../../store/queries/findings.js'
import type { Schema } from '../../store/schema.js'
import type { Reader, Store } from '../../store/store.js'
import { type FindingEvent, type FindingState, stateAfter } from './finding-state.js'
import type { ProjectKey } from '../tenant.js'

/** What findings are distributed over. */
export const FACETS = ['tool', 'agent', 'environment', 'verdict', 'rule'] as const
export type Facet = (typeof FACETS)[number]

/** Every member that is given must hold. A facet's null asks for those that have no such value. */
export type FindingFilter = { readonly [facet in Facet]?: string | null } & {
  readonly kind?: FindingKind
  readonly state?: FindingState
  /** Raised at this time or later; RFC 3339 UTC with milliseconds. */
  readonly since?: string
}

export type SelectedFinding = Schema['findings'] & { readonly state: FindingState }

/** Rows read in one turn of the event loop: 3 ms of work. */
const PAGE = 500

/**
 * The findings that a filter lets through, in the order in which they were raised.
 *
 * @param afterId begins behind this one.
 */
export async function* selectFindings(
  store: Store,
  project: ProjectKey,
  filter: FindingFilter,
  afterId = '',
): AsyncGenerator<SelectedFinding> {
  const snapshot = await store.snapshot()
  try {
    let after = afterId
    for (;;) {
      const rows = await readPage(snapshot, project, filter.kind, after)
      for (const { last_event: last, ...row } of rows) {
        const finding = { ...row, state: stateAfter(last) }
        if (passes(finding, filter)) yield finding
      }
      after = rows.at(-1)?.id ?? after
      if (rows.length < PAGE) return
      await nextTurn()
    }
  } finally {
    await snapshot.close()
  }
}

type FindingRow = Schema['findings'] & { readonly last_event: FindingEvent | null }

function readPage(
  reader: Reader,
  { organizationId, projectId }: ProjectKey,
  kind: FindingKind | undefined,
  after: string,
): Promise<FindingRow[]> {
  const page = { organization_id: organizationId, project_id: projectId, after_id: after, limit: PAGE }
  return kind === undefined
    ? reader.all(pageOfProjectFindings, page)
    : reader.all(pageOfKind, { ...page, kind })
}

function passes(finding: SelectedFinding, filter: FindingFilter): boolean {
  if (filter.state !== undefined && filter.state !== finding.state) return false
  if (filter.since !== undefined && finding.raised_at < filter.since) return false
  return FACETS.every((facet) => filter[facet] === undefined || filter[facet] === finding[facet])
}
