/** Decisions and statements as API Activity (6003): a tool call is the use of an interface by an agent. */
import type { DecisionPayload, EvaluationPayload, JsonObject, Verdict } from '@heron/evidence'
import type { Schema } from '../../store/schema.js'
import { publishableErrorCode } from '../redaction/renderings.js'
import { API_ACTIVITY, type OcsfActivity, ocsfEvent, type OcsfEvent, OTHER_ACTIVITY } from './ocsf.js'

const ACTIVITIES: Readonly<Record<string, OcsfActivity>> = {
  send: { id: 1, name: 'Create' },
  read: { id: 2, name: 'Read' },
  write: { id: 3, name: 'Update' },
  delete: { id: 4, name: 'Delete' },
  execute: { id: OTHER_ACTIVITY, name: 'Execute' },
}
const UNKNOWN_ACTIVITY: OcsfActivity = { id: 0, name: 'Unknown' }

/** By the Security Control profile: the disposition of an enforced verdict. */
const DISPOSITIONS: { readonly [verdict in Verdict]: JsonObject } = {
  ALLOW: { action_id: 1, action: 'Allowed', disposition_id: 1, disposition: 'Allowed' },
  DENY: { action_id: 2, action: 'Denied', disposition_id: 2, disposition: 'Blocked' },
  STEP_UP: { action_id: 2, action: 'Denied', disposition_id: 23, disposition: 'Challenge' },
  DEFER: { action_id: 2, action: 'Denied', disposition_id: 99, disposition: 'Deferred' },
  MODIFY: { action_id: 2, action: 'Denied', disposition_id: 7, disposition: 'Custom Action' },
}
/** A verdict that nobody enforced: a shadow window, or break-glass. */
const NOT_ENFORCED: JsonObject = {
  ...{ action_id: 1, action: 'Allowed', disposition_id: 17, disposition: 'Logged' },
}

export type DecisionRow = Pick<
  Schema['actions'],
  'id' | 'decision_text' | 'evaluation_text' | 'received_at'
> & {
  readonly environment: string
}

export function decisionEvent(row: DecisionRow): OcsfEvent {
  const decision = JSON.parse(row.decision_text) as DecisionPayload
  const { verdict, tool, rule, enforcement, agent, session, policy_hash } = decision
  const disposition =
    enforcement.effect === 'enforced' || verdict === 'ALLOW' ? DISPOSITIONS[verdict] : NOT_ENFORCED
  return ocsfEvent({
    class: API_ACTIVITY,
    activity: activityOf(row.evaluation_text),
    severity: verdict === 'ALLOW' ? 'informational' : 'low',
    ...{ uid: row.id, logName: 'decisions', at: row.received_at, profiles: ['security_control'] },
    message: `${verdict} ${tool}${rule === null ? '' : ` (${rule})`}`,
    members: {
      ...callMembers({ agent, session, tool, action: row.id }),
      ...{ status_id: 1, status: 'Success', ...disposition },
      ...(policy_hash === null ? {} : { policy: { name: 'Heron policy bundle', uid: policy_hash } }),
    },
    unmapped: {
      ...{ organization: decision.org, project: decision.project, environment: row.environment },
      ...{ action: row.id, decision: decision.decision, seq: decision.seq, position: decision.position },
      ...{ args_hash: decision.args_hash, record_hash: decision.record_hash, resolves: decision.resolves },
      ...{ verdict, rule, reasons: decision.reasons, effect: enforcement.effect },
      ...{ declared_by: enforcement.declared_by, catalog_hash: decision.catalog_hash },
    },
  })
}

/** A statement, with the call that it is about where this tenant has it. */
export type ExecutionRow = Pick<
  Schema['executions'],
  | 'organization_id'
  | 'project_id'
  | 'id'
  | 'action_id'
  | 'decision_id'
  | 'session_id'
  | 'outcome'
  | 'result_hash'
  | 'error_code'
  | 'kid'
  | 'signature_valid'
  | 'received_at'
> & {
  readonly decision_text: string | null
  readonly evaluation_text: string | null
  readonly environment: string | null
}

export function executionEvent(row: ExecutionRow): OcsfEvent {
  const decision = row.decision_text === null ? null : (JSON.parse(row.decision_text) as DecisionPayload)
  const { outcome, action_id: action } = row
  const tool = decision?.tool ?? 'unknown'
  const valid = row.signature_valid === 1
  // What was signed may say anything here; what leaves is a plain code or a marker.
  const error = publishableErrorCode(row.error_code)
  return ocsfEvent({
    class: API_ACTIVITY,
    activity: row.evaluation_text === null ? UNKNOWN_ACTIVITY : activityOf(row.evaluation_text),
    severity: 'informational',
    ...{ uid: row.id, logName: 'executions', at: row.received_at },
    message: `${outcome} ${tool}${valid ? '' : ', by a signature that does not verify'}`,
    members: {
      ...callMembers({ tool, action, agent: decision?.agent ?? 'unknown', session: row.session_id }),
      ...statusOf(outcome),
    },
    unmapped: {
      ...{ organization: row.organization_id, project: row.project_id, environment: row.environment },
      ...{ action, decision: row.decision_id, outcome, result_hash: row.result_hash, error_code: error },
      ...{ kid: row.kid, signature_valid: valid },
    },
  })
}

function statusOf(outcome: string): JsonObject {
  if (outcome === 'EXECUTED') return { status_id: 1, status: 'Success' }
  return outcome === 'FAILED' ? { status_id: 2, status: 'Failure' } : { status_id: 99, status: outcome }
}

type Call = {
  readonly agent: string
  readonly session: string | null
  readonly tool: string
  readonly action: string
}

/** Who called what. The agent stands for the endpoint too: addresses of machines are never kept. */
function callMembers({ agent, session, tool, action }: Call): JsonObject {
  return {
    actor: { app_uid: agent, app_name: agent, ...(session === null ? {} : { session: { uid: session } }) },
    api: { operation: tool, request: { uid: action } },
    src_endpoint: { uid: agent, name: agent },
  }
}

function activityOf(evaluationText: string): OcsfActivity {
  const { classification } = JSON.parse(evaluationText) as EvaluationPayload
  const operation = classification.operation.value
  return Object.hasOwn(ACTIVITIES, operation) ? (ACTIVITIES[operation] ?? UNKNOWN_ACTIVITY) : UNKNOWN_ACTIVITY
}
