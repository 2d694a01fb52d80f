/** Findings that are known the moment something arrives; the worker finds the others by comparing (heron.md §7). */
import { canonicalize, type FindingKind, type JsonObject, severityOf } from '@heron/evidence'
import { insertFinding } from '../store/queries/records.js'
import { type Step, step } from '../store/store.js'
import type { ProjectKey } from './tenant.js'

export type RaisedFinding = {
  readonly kind: FindingKind
  /** What it is raised once about. */
  readonly subject: string
  readonly sessionId?: string | null
  readonly actionId?: string | null
  readonly catalogHash?: string
  /** Of the call it is about; absent where there is none. */
  readonly facets?: FindingFacets
  readonly detail?: JsonObject
}

/** What findings are grouped and filtered by. */
export type FindingFacets = {
  readonly tool: string
  readonly agent: string
  readonly environment: string
  readonly verdict: string
  readonly rule: string | null
}

const NO_FACETS = { tool: null, agent: null, environment: null, verdict: null, rule: null }

/** Raises a finding, once per kind and subject. */
export function findingStep(project: ProjectKey, id: string, raisedAt: string, finding: RaisedFinding): Step {
  const { kind, subject, sessionId = null, actionId = null, catalogHash = null, detail = {} } = finding
  const { tool, agent, environment, verdict, rule } = finding.facets ?? NO_FACETS
  const row = {
    organization_id: project.organizationId,
    project_id: project.projectId,
    id,
    kind,
    severity: severityOf(kind),
    subject,
    session_id: sessionId,
    action_id: actionId,
    catalog_hash: catalogHash,
    ...{ tool, agent, environment, verdict, rule },
    detail_text: canonicalize(detail),
    raised_at: raisedAt,
  }
  return step(insertFinding, row, null)
}
