/** One finding as an operator sees it, with everything that became of it. */
import { type AuditPayload, type JsonObject, PUBLISHED_FINDINGS } from '@heron/evidence'
import { listFindingEvents } from '../../store/queries/finding-events.js'
import { findFinding } from '../../store/queries/findings.js'
import { pageOfLog } from '../../store/queries/records.js'
import type { Schema } from '../../store/schema.js'
import type { Reader } from '../../store/store.js'
import { Refusal } from '../refusal.js'
import { type FindingEvent, type FindingState, stateAfter } from './finding-state.js'
import type { SelectedFinding } from './select-findings.js'
import type { ProjectKey } from '../tenant.js'

/** Wire names. */
export type FindingView = Omit<
  Schema['findings'],
  'organization_id' | 'project_id' | 'detail_text' | 'subject'
> & {
  readonly state: FindingState
  /** False for what only operators, the findings report and webhooks get to see. */
  readonly published: boolean
  readonly detail: JsonObject
}

export type FindingHistory = FindingView & {
  readonly events: readonly {
    readonly event: FindingEvent
    readonly at: string
    /** The statement that cleared it. */
    readonly execution_id: string | null
    /** Of a review: its entry in the operator log, the pseudonym of who wrote it, and why. */
    readonly review: {
      readonly entry_hash: string
      readonly actor: string
      readonly reason: string | null
    } | null
  }[]
}

/** A finding without what became of it. */
export function viewOf(finding: SelectedFinding): FindingView {
  const { organization_id: _o, project_id: _p, subject: _s, detail_text, ...members } = finding
  return {
    ...members,
    published: Object.hasOwn(PUBLISHED_FINDINGS, finding.kind),
    detail: JSON.parse(detail_text) as JsonObject,
  }
}

/** @throws {Refusal} not_found */
export async function readFinding(
  reader: Reader,
  { organizationId, projectId }: ProjectKey,
  id: string,
): Promise<FindingHistory> {
  const scope = { organization_id: organizationId, project_id: projectId }
  const row = await reader.first(findFinding, { ...scope, id })
  if (row === undefined) throw new Refusal('not_found', 'there is no finding of this id in this project')
  const events = await reader.all(listFindingEvents, { ...scope, finding_id: id })
  return {
    ...viewOf({ ...row, state: stateAfter(events.at(-1)?.event ?? null) }),
    events: await Promise.all(
      events.map(async ({ event, at, execution_id, entry_seq }) => ({
        ...{ event, at, execution_id },
        review: entry_seq === null ? null : await readReview(reader, organizationId, projectId, entry_seq),
      })),
    ),
  }
}

async function readReview(reader: Reader, organizationId: string, projectId: string, seq: number) {
  const log = { organization_id: organizationId, chain: `project:${projectId}`, after_seq: seq - 1, limit: 1 }
  const [entry] = await reader.all(pageOfLog, log)
  if (entry?.seq !== seq) throw new Error('a review has no entry in the operator log')
  const { actor, reason } = JSON.parse(entry.payload_text) as AuditPayload
  return { entry_hash: entry.entry_hash, actor, reason }
}
