/**
 * From a note in the outbox to what is told of it (heron.md §12, §14): ids, kinds, hashes and what is published anyway.
 * Never arguments, names of people, error codes or texts that nobody redacted; a receiver that may know more reads it with
 * its API key.
 */
import {
  APPROVAL_ACTS,
  type AuditPayload,
  type DecisionPayload,
  type JsonObject,
  type ResolutionPayload,
} from '@heron/evidence'
import { findAction, findSessionName } from '../../store/queries/actions.js'
import { listFindingEvents } from '../../store/queries/finding-events.js'
import { findFinding } from '../../store/queries/findings.js'
import { findReceipt, pageOfLog } from '../../store/queries/records.js'
import { findAnswered } from '../../store/queries/sessions.js'
import { countOpenFindings, findEarlierOpen } from '../../store/queries/webhook-sources.js'
import type { Schema } from '../../store/schema.js'
import type { Reader } from '../../store/store.js'
import { stateAfter } from '../findings/finding-state.js'
import { viewOf } from '../findings/read-finding.js'
import { redactText } from '../redaction/redact-text.js'
import { type Topic, topicOfAct } from './topics.js'

export type ToldEvent = { readonly topic: Topic; readonly at: string; readonly data: JsonObject }

type Note = Schema['webhook_outbox']
type Scope = { readonly organization_id: string; readonly project_id: string }

/** What a note tells of; nothing where its row has gone, or where no topic tells of it. */
export async function eventsOfNote(reader: Reader, note: Note): Promise<readonly ToldEvent[]> {
  const scope = { organization_id: note.organization_id, project_id: note.project_id }
  const events = await TELLERS[note.source](reader, scope, note.source_id)
  const about = { organization: scope.organization_id, project: scope.project_id }
  return events.map(({ data, ...event }) => ({ ...event, data: { ...about, ...data } }))
}

type Teller = (reader: Reader, scope: Scope, id: string) => Promise<readonly ToldEvent[]>

const TELLERS: { readonly [source in Note['source']]: Teller } = {
  finding: tellFinding,
  finding_event: tellFindingEvent,
  question: tellQuestion,
  answer: tellAnswer,
  log: tellLogEntry,
}

async function tellFinding(reader: Reader, scope: Scope, id: string): Promise<readonly ToldEvent[]> {
  const row = await reader.first(findFinding, { ...scope, id })
  if (row === undefined) return []
  const { raised_at: at, kind, severity } = row
  const raised: ToldEvent = { topic: 'finding.raised', at, data: await findingData(reader, scope, row) }
  if (!(await opensIssue(reader, scope, row))) return [raised]
  return [raised, { topic: 'issue.opened', at, data: { kind, severity, first_finding: id } }]
}

/** Issues are findings grouped by kind: one opens with a finding before which none of its kind stands open. */
async function opensIssue(reader: Reader, scope: Scope, row: Schema['findings']): Promise<boolean> {
  const { kind, id } = row
  const open = await reader.first(countOpenFindings, { ...scope, kind })
  if ((open?.n ?? 0) <= 1) return true
  return (await reader.first(findEarlierOpen, { ...scope, kind, before_id: id })) === undefined
}

async function tellFindingEvent(reader: Reader, scope: Scope, id: string): Promise<readonly ToldEvent[]> {
  const [findingId = '', ordinal = ''] = id.split('/')
  const row = await reader.first(findFinding, { ...scope, id: findingId })
  const events = await reader.all(listFindingEvents, { ...scope, finding_id: findingId })
  const event = events.find((each) => each.ordinal === Number(ordinal))
  if (row === undefined || event === undefined) return []
  const data = await findingData(reader, scope, row)
  const state = stateAfter(event.event)
  if (event.event === 'cleared') {
    return [
      { topic: 'finding.cleared', at: event.at, data: { ...data, state, execution: event.execution_id } },
    ]
  }
  return [{ topic: 'finding.reviewed', at: event.at, data: { ...data, state, entry_hash: event.entry_hash } }]
}

async function findingData(reader: Reader, scope: Scope, row: Schema['findings']): Promise<JsonObject> {
  const view = viewOf({ ...row, state: 'open' })
  const { id, kind, severity, published, session_id, action_id, tool, agent, environment } = view
  return {
    ...{ finding: id, kind, severity, published, session: session_id, action: action_id },
    session_external_id: session_id === null ? null : await nameOfSession(reader, scope, session_id),
    ...{ tool, agent, environment, verdict: view.verdict, rule: view.rule },
    ...{ detail: view.detail, raised_at: view.raised_at },
  }
}

async function tellQuestion(reader: Reader, scope: Scope, id: string): Promise<readonly ToldEvent[]> {
  const row = await reader.first(findAction, { ...scope, id })
  if (row === undefined) return []
  const decision = JSON.parse(row.decision_text) as DecisionPayload
  const data = await decisionData(reader, scope, row, decision)
  const topic = decision.verdict === 'DEFER' ? 'decision.defer' : 'decision.step_up'
  return [{ topic, at: decision.decided_at, data }]
}

async function tellAnswer(reader: Reader, scope: Scope, id: string): Promise<readonly ToldEvent[]> {
  const row = await reader.first(findAction, { ...scope, id })
  const answer = await reader.first(findAnswered, { ...scope, action_id: id })
  if (row?.verdict !== 'STEP_UP' || answer === undefined) return []
  const receipt = await reader.first(findReceipt, { ...scope, kind: 'resolution', subject_id: id })
  const resolution = receipt === undefined ? null : (JSON.parse(receipt.payload_text) as ResolutionPayload)
  const decision = JSON.parse(row.decision_text) as DecisionPayload
  const data = {
    ...(await decisionData(reader, scope, row, decision)),
    state: resolution === null ? 'answered' : 'timed_out',
    answered_by_action: answer.answered_by_action_id,
    resolution: resolution === null ? null : { verdict: resolution.verdict, reason: resolution.reason },
  }
  return [{ topic: 'approval.answered', at: answer.answered_at, data }]
}

async function decisionData(
  reader: Reader,
  scope: Scope,
  row: Schema['actions'],
  decision: DecisionPayload,
): Promise<JsonObject> {
  const { action, session, agent, agent_version, tool, seq, args_hash, verdict, rule, reasons } = decision
  return {
    ...{ action, decision: decision.decision, session, agent, agent_version, tool, seq, args_hash },
    session_external_id: await nameOfSession(reader, scope, row.session_id),
    ...{ verdict, rule, reasons, effect: decision.enforcement.effect, policy_hash: decision.policy_hash },
    ...{ requested_at: decision.requested_at, decided_at: decision.decided_at },
  }
}

async function tellLogEntry(reader: Reader, scope: Scope, id: string): Promise<readonly ToldEvent[]> {
  const { organization_id, project_id } = scope
  const place = { organization_id, chain: `project:${project_id}`, after_seq: Number(id) - 1, limit: 1 }
  const [row] = await reader.all(pageOfLog, place)
  if (row?.seq !== Number(id)) return []
  const entry = JSON.parse(row.payload_text) as AuditPayload
  const topic = topicOfAct(entry.act)
  if (topic === null) return []
  const { act, subject, actor, before, after, seq, entry_hash, at } = entry
  // Reasons of earlier releases were not looked at before they were written.
  const reason = entry.reason === null ? null : redactText(entry.reason)
  const data = { act, subject, actor, reason, before, after, seq, entry_hash }
  if (topic !== 'approval.answered') return [{ topic, at, data }]
  const action = subject.replace(/^action:/, '')
  const state = act === APPROVAL_ACTS.APPROVE ? 'approved' : 'declined'
  return [{ topic, at, data: { ...data, action, state } }]
}

async function nameOfSession(reader: Reader, scope: Scope, id: string): Promise<string | null> {
  return (await reader.first(findSessionName, { ...scope, session_id: id }))?.external_id ?? null
}
