/** One call with its four signed documents; the keys behind the signatures; the operator log (heron.md §9). */
import type {
  ActionRecord,
  AuditPayload,
  DecisionPayload,
  EvaluationPayload,
  PageAction,
  Paged,
  PageKeys,
  PageLogEntry,
  PolicyBundle,
  Receipt,
  Rule,
  StatementEntry,
} from '@heron/evidence'
import { composeText } from '@heron/evidence'
import type { PublishedKey } from '../../keys/key-ring.js'
import { findAction } from '../../store/queries/actions.js'
import { findSessionWithHead } from '../../store/queries/chain-sweeps.js'
import { listExecutions } from '../../store/queries/executions.js'
import { listVendorKeys } from '../../store/queries/keys.js'
import { findPolicy } from '../../store/queries/projects.js'
import { pageOfLog } from '../../store/queries/records.js'
import type { Schema } from '../../store/schema.js'
import type { Reader } from '../../store/store.js'
import { statementEntry } from '../export-project.js'
import { Refusal } from '../refusal.js'
import { findingsOfAction } from './findings.js'
import { cursorOf, type PageRequest, readNumberCursor } from './paging.js'
import { logOf, type Reach, type Window } from './reach.js'
import { storedJson } from './stored-json.js'

/** @throws {Refusal} not_found, also for a call of a run outside the window. */
export async function readCall(reader: Reader, reach: Window, actionId: string): Promise<PageAction> {
  const row = await reader.first(findAction, { ...reach.scope, id: actionId })
  const session =
    row === undefined
      ? undefined
      : await reader.first(findSessionWithHead, { ...reach.scope, session_id: row.session_id })
  if (row === undefined || session === undefined || session.opened_at < reach.from)
    throw new Refusal('not_found', 'there is no such call in this window')
  const executions = await reader.all(listExecutions, { ...reach.scope, action_id: row.id })
  const decision = receiptOf<DecisionPayload>(row.decision_text, row.kid, row.decision_signature)
  return {
    session: row.session_id,
    record: storedJson<ActionRecord>(row.record_text),
    prev_hash: row.prev_hash,
    record_hash: row.record_hash,
    decision,
    evaluation: receiptOf<EvaluationPayload>(row.evaluation_text, row.kid, row.evaluation_signature),
    statements: executions
      .filter(({ session_id }) => session_id !== null)
      .map((execution) => storedJson<StatementEntry>(composeText(statementEntry(execution)))),
    rule: await ruleOf(reader, reach, row, decision.payload.policy_hash),
    findings: await findingsOfAction(reader, reach, row.id),
  }
}

/** The project's whole operator log from its first entry, whatever the window. */
export async function listLog(
  reader: Reader,
  reach: Reach,
  { cursor, limit }: PageRequest,
): Promise<Paged<PageLogEntry>> {
  const seq = readNumberCursor(cursor) ?? -1
  const rows = await reader.all(pageOfLog, { ...logOf(reach), after_seq: seq, limit })
  const items = rows.map(({ payload_text, kid, signature }) => ({
    receipt: receiptOf<AuditPayload>(payload_text, kid, signature),
  }))
  const last = rows.at(-1)
  return { items, next_cursor: last === undefined || rows.length < limit ? null : cursorOf(`${last.seq}`) }
}

/** Every key on both sides, the revoked and the retired too. */
export async function listKeys(
  reader: Reader,
  reach: Reach,
  publishedKeys: readonly PublishedKey[],
): Promise<PageKeys> {
  const rows = await reader.all(listVendorKeys, reach.scope)
  return {
    heron: publishedKeys.map(({ jwk, createdAt, retiredAt }) => ({
      type: 'key',
      jwk,
      created_at: createdAt,
      retired_at: retiredAt,
    })),
    vendor: rows.map(({ kid, public_key: x, imported_at, imported_by, revoked_at, revoked_by }) => ({
      type: 'vendor_key',
      ...{ kid, x, imported_at, imported_by, revoked_at, revoked_by },
    })),
  }
}

async function ruleOf(
  reader: Reader,
  reach: Window,
  row: Schema['actions'],
  policyHash: string | null | undefined,
): Promise<Rule | null> {
  if (row.rule === null || typeof policyHash !== 'string') return null
  const policy = await reader.first(findPolicy, { ...reach.scope, policy_hash: policyHash })
  if (policy === undefined) return null
  const { rules = [] } = storedJson<Partial<PolicyBundle>>(policy.bundle_text)
  return rules.find(({ id }) => id === row.rule) ?? null
}

/** A stored payload with its signature. */
export function receiptOf<Payload>(text: string, kid: string, signature: string): Receipt<Payload> {
  return { payload: storedJson<Payload>(text), alg: 'EdDSA', kid, signature }
}
