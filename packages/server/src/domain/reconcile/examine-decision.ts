/**
 * One decision beside what was stated about it: what is to be raised, and when to look again (heron.md §7). Pure: the
 * comparison itself is the shared core's, this adds what only the service can know.
 */
import {
  type DecisionPayload,
  type EvaluationPayload,
  instructionsChanged,
  type JsonObject,
  type JsonValue,
  type Outcome,
  type PairState,
  type PublishedFindingKind,
  reconcile,
  sensitiveThenExternal,
  unnamedRecipients,
  type Verdict,
} from '@heron/evidence'
import type { Schema } from '../../store/schema.js'
import type { RaisedFinding } from '../findings.js'
import { horizonEndMs, type Timings } from './timings.js'

/** A row that is due, with the call and the session that it is about. */
export type DueDecision = Schema['reconciliations'] &
  Pick<
    Schema['actions'],
    | 'session_id'
    | 'position'
    | 'tool'
    | 'verdict'
    | 'rule'
    | 'decision_text'
    | 'evaluation_text'
    | 'args_redacted_text'
    | 'instructions_hash'
  > &
  Pick<Schema['sessions'], 'environment' | 'agent_external_id' | 'anchors_text'>

export type Statement = Pick<Schema['executions'], 'outcome' | 'signature_valid' | 'received_at'>

export type ExamineInput = {
  readonly due: DueDecision
  /** In order of arrival. */
  readonly statements: readonly Statement[]
  readonly timings: Timings
  /** What late means for this tool now, in milliseconds. */
  readonly lateAfterMs: number
  /** The session's last commitment to instructions before this call. */
  readonly earlierInstructions: string | null
  readonly nowMs: number
}

export type Examined = {
  readonly state: PairState
  /** Null until a statement arrives. */
  readonly dueAt: string | null
  readonly findings: readonly RaisedFinding[]
}

/** Whether this visit is the one that pairs the decision: a pair is counted, and judged for lateness, once. */
export function pairsNow(due: DueDecision, statements: readonly Statement[]): boolean {
  return due.state !== 'paired' && statements.length > 0
}

/** Milliseconds from the decision to its first statement, by Heron's clock. */
export function delayMs({ decided_at }: DueDecision, first: Statement): number {
  return Date.parse(first.received_at) - Date.parse(decided_at)
}

export function examineDecision(input: ExamineInput): Examined {
  const { due, statements, timings, nowMs } = input
  const decidedAtMs = Date.parse(due.decided_at)
  const evaluation = due.state === 'new' ? (JSON.parse(due.evaluation_text) as EvaluationPayload) : null
  const contradicts = evaluation?.classification.inference?.contradicts ?? []
  const { state, findings } = reconcile(
    {
      verdict: due.verdict as Verdict,
      effect: effectOf(due),
      decidedAtMs,
      contradicted: contradicts.length > 0,
      statements: statements.map(({ outcome, signature_valid, received_at }) => ({
        outcome: outcome as Outcome,
        signatureValid: signature_valid === 1,
        receivedAtMs: Date.parse(received_at),
      })),
    },
    {
      horizonMs: timings.missingHorizonMs,
      lateAfterMs: pairsNow(due, statements) ? input.lateAfterMs : Infinity,
    },
    nowMs,
  )
  const about = aboutCall(due)
  const detailOf = (kind: PublishedFindingKind): JsonObject => {
    const [first] = statements
    if (kind === 'MISSING_EXECUTION') return { horizon_ms: timings.missingHorizonMs }
    if (kind === 'INTENT_CONTRADICTION') return { contradicts: contradicts }
    if (kind !== 'LATE_EVIDENCE' || first === undefined) return {}
    return { delay_ms: delayMs(due, first), late_after_ms: input.lateAfterMs }
  }
  return {
    state,
    dueAt: state === 'pending' ? new Date(horizonEndMs(decidedAtMs, timings)).toISOString() : null,
    findings: [
      ...findings.map((kind) => ({ ...about, kind, detail: detailOf(kind) })),
      // What a call says of the agent does not change with what is stated later: it is looked at once.
      ...(evaluation === null ? [] : agentFindings(input, evaluation)),
    ],
  }
}

/** What findings about a call carry, whatever their kind. */
export function aboutCall(due: DueDecision): Omit<RaisedFinding, 'kind'> {
  const { tool, verdict, rule, environment, agent_external_id: agent } = due
  return {
    subject: due.action_id,
    sessionId: due.session_id,
    actionId: due.action_id,
    facets: { tool, agent, environment, verdict, rule },
  }
}

/** An ALLOW cannot be disobeyed, so its receipt need not be read. */
function effectOf({ verdict, decision_text }: DueDecision): 'enforced' | 'advisory' | 'suspended' {
  return verdict === 'ALLOW' ? 'enforced' : (JSON.parse(decision_text) as DecisionPayload).enforcement.effect
}

function* agentFindings(
  { due, earlierInstructions }: ExamineInput,
  { classification, history }: EvaluationPayload,
): Generator<RaisedFinding> {
  const about = aboutCall(due)
  // Arguments that have expired can no longer be looked at.
  const args = due.args_redacted_text === null ? null : (JSON.parse(due.args_redacted_text) as JsonValue)
  const recipients = unnamedRecipients(args, JSON.parse(due.anchors_text) as readonly string[])
  if (recipients.length > 0) yield { ...about, kind: 'UNNAMED_RECIPIENT', detail: { recipients } }
  if (instructionsChanged(earlierInstructions, due.instructions_hash)) {
    const detail = { previous: earlierInstructions, current: due.instructions_hash }
    yield { ...about, kind: 'INSTRUCTIONS_CHANGED', detail }
  }
  if (sensitiveThenExternal(history, classification)) {
    const detail = { read: history.data_classes_read, destination: classification.destination.value }
    yield { ...about, kind: 'SENSITIVE_THEN_EXTERNAL', detail }
  }
}
