/** One call with everything that is known of it: what a reviewer sees, and what only operators do. */
import type { DecisionPayload, JsonValue, PageAction, Receipt, ResolutionPayload } from '@heron/evidence'
import { findAction } from '../../store/queries/actions.js'
import { findSessionWithHead } from '../../store/queries/chain-sweeps.js'
import { listFindingsOfCalls } from '../../store/queries/finding-lists.js'
import { findReceipt } from '../../store/queries/records.js'
import { findAnswered } from '../../store/queries/sessions.js'
import { fillPlaces } from '../../store/many.js'
import type { Schema } from '../../store/schema.js'
import type { Reader } from '../../store/store.js'
import { readCall, receiptOf } from '../evidence-page/record.js'
import { storedJson } from '../evidence-page/stored-json.js'
import type { OperatorParts } from '../operator-log.js'
import { Refusal } from '../refusal.js'
import { describeFindings, type FindingItem } from './findings.js'
import { type ProjectScope, scopeOfProject, wholeOf } from './project-scope.js'
import type { ProjectKey } from '../tenant.js'

/** Wire names. */
export type CallDetail = Omit<PageAction, 'findings'> & {
  readonly session_external_id: string
  readonly environment: string
  /** Null when it has expired. */
  readonly args_redacted: JsonValue
  readonly resource_ref_redacted: string | null
  /** The call that this one answers, and the call that answered this one. */
  readonly resolves: string | null
  readonly resolved_by: string | null
  /** The signed end of a STEP_UP or DEFER that nobody answered in time. */
  readonly resolution: Receipt<ResolutionPayload> | null
  readonly findings: readonly FindingItem[]
  /** What is worth knowing before reading on, in sentences. */
  readonly notes: readonly string[]
}

/** @throws {Refusal} not_found */
export async function readCallDetail(
  parts: Pick<OperatorParts, 'store' | 'pseudonymSecret'>,
  project: ProjectKey,
  actionId: string,
): Promise<CallDetail> {
  const { store } = parts
  const scope = scopeOfProject(project)
  const row = await store.first(findAction, { ...scope, id: actionId })
  if (row === undefined) throw new Refusal('not_found', 'there is no call of this id in this project')
  const { findings: _published, ...call } = await readCall(store, wholeOf(project), actionId)
  const session = await store.first(findSessionWithHead, { ...scope, session_id: row.session_id })
  const answered = await store.first(findAnswered, { ...scope, action_id: actionId })
  const raised = await store.all(listFindingsOfCalls, { ...scope, ...fillPlaces('id', [actionId]) })
  const ids = raised.map(({ id }) => id).sort()
  return {
    ...call,
    session_external_id: session?.external_id ?? '',
    environment: session?.environment ?? '',
    args_redacted: argumentsOf(row),
    resource_ref_redacted: row.resource_ref_redacted,
    resolves: row.resolves_action_id,
    resolved_by: answered?.answered_by_action_id ?? null,
    resolution: await resolutionOf(store, scope, actionId),
    findings: await describeFindings(parts, project, ids),
    notes: notesOf(row, call),
  }
}

/** Somebody may have written over the database: then nothing is shown in their place. */
function argumentsOf({ args_redacted_text: text }: Schema['actions']): JsonValue {
  if (text === null) return null
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return null
  }
}

async function resolutionOf(
  reader: Reader,
  scope: ProjectScope,
  actionId: string,
): Promise<Receipt<ResolutionPayload> | null> {
  const row = await reader.first(findReceipt, { ...scope, kind: 'resolution', subject_id: actionId })
  return row === undefined ? null : receiptOf<ResolutionPayload>(row.payload_text, row.kid, row.signature)
}

function notesOf(row: Schema['actions'], { statements }: Pick<PageAction, 'statements'>): string[] {
  const { enforcement } = storedJson<Partial<DecisionPayload>>(row.decision_text)
  const outcomes = new Set(statements.map(({ statement }) => statement.outcome))
  const notes: string[] = []
  if (row.args_redacted_text === null)
    notes.push('Its redacted arguments are past their retention and have expired; their hash stays.')
  if (enforcement?.effect === 'advisory')
    notes.push('The verdict was advice: a shadow window was declared when it was given.')
  if (enforcement?.effect === 'suspended')
    notes.push('Enforcement was suspended by break-glass; the verdict is what the rules would have given.')
  if (outcomes.size > 1) notes.push('The vendor made statements that contradict each other; all are kept.')
  if (statements.some(({ signature_valid }) => !signature_valid))
    notes.push('A statement is not signed by a key of the vendor that was in force; it proves nothing.')
  if (row.claimed_prev_hash !== null && row.claimed_prev_hash !== row.prev_hash)
    notes.push('The client went on from another record than the one before it, as parallel calls do.')
  return notes
}
