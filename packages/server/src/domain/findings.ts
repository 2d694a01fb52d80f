/** Findings that are known the moment something arrives; the worker finds the others by comparing (heron.md §7). */
import { canonicalize, type FindingKind, type JsonObject, severityOf } from '@heron/evidence'
import { insertFinding } from '../store/queries/records.js'
import { type Step, step } from '../store/store.js'
import type { ProjectKey } from './project-state.js'

export type RaisedFinding = {
  readonly kind: FindingKind
  /** What it is raised once about. */
  readonly subject: string
  readonly sessionId?: string | null
  readonly actionId?: string | null
  readonly catalogHash?: string
  readonly detail?: JsonObject
}

/** Raises a finding, once per kind and subject. */
export function findingStep(project: ProjectKey, id: string, raisedAt: string, finding: RaisedFinding): Step {
  const { kind, subject, sessionId = null, actionId = null, catalogHash = null, detail = {} } = finding
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
    detail_text: canonicalize(detail),
    raised_at: raisedAt,
  }
  return step(insertFinding, row, null)
}
