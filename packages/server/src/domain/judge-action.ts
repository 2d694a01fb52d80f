/**
 * Judging an announced action: classify, evaluate, chain, and say it in the two payloads that are signed (heron.md
 * §4–§6). Pure: what it reads is given to it, so that a plan can be made again on another state.
 */
import {
  type ActionRecordV3,
  advanceHistory,
  chainRecord,
  type ChainedRecord,
  classify,
  type DecisionPayload,
  DEFAULT_THRESHOLDS,
  type Digest,
  evaluate,
  type Evaluation,
  type EvaluationInput,
  type EvaluationPayload,
  type History,
  type Reason,
  runSignalTests,
} from '@heron/evidence'
import type { Announcement } from './announcement.js'
import type { AnsweredQuestion } from './answered-question.js'
import { enforcementAt } from './enforcement/enforcement-at.js'
import { nativeSha256 } from './native-sha256.js'
import type { ProjectState } from './project-state.js'
import type { SessionState } from './session-state.js'
import type { Tenant } from './tenant.js'

/** Name and version of the engine that judges; the bundle's own versions are on the receipt. */
export const ENGINE = 'heron-engine/1'

export type JudgedAction = {
  readonly record: ActionRecordV3
  readonly chained: ChainedRecord
  readonly decision: DecisionPayload
  readonly evaluation: EvaluationPayload
  /** The history that the action after this one is judged with. */
  readonly historyAfter: History
}

export type JudgeInput = {
  readonly tenant: Tenant
  readonly session: SessionState
  readonly project: ProjectState
  readonly announcement: Announcement
  readonly actionId: string
  readonly decisionId: string
  /** The earlier action that this one answers, and a person's word on it. */
  readonly answered: AnsweredQuestion
  readonly receivedAt: string
  readonly decidedAt: string
}

export function judgeAction(input: JudgeInput): JudgedAction {
  const { tenant, session, project, announcement } = input
  const { approval, approvalMatch, resolves } = input.answered
  const record: ActionRecordV3 = {
    action: input.actionId,
    args_hash: announcement.argsHash,
    kind: 'action',
    org: tenant.organizationId,
    requested_at: announcement.requestedAt,
    resource_ref_hash: announcement.resourceRefHash,
    seq: announcement.seq,
    session: session.id,
    signals_hash: announcement.signalsHash,
    tool: announcement.tool,
    v: 3,
  }
  const chained = chainRecord(record, session.headHash as Digest, nativeSha256)
  const { bundle } = project
  const policyHash = bundle === null ? null : project.policyHash
  const catalogHash = project.catalog?.hash ?? null
  const classification = classify({
    toolName: announcement.tool,
    signals:
      approval === announcement.stated.approval ? announcement.stated : { ...announcement.stated, approval },
    catalogSignals: project.catalog?.index.find(announcement.tool)?.signals ?? null,
    thresholds: bundle?.thresholds ?? DEFAULT_THRESHOLDS,
  })
  const evaluationInput: EvaluationInput = {
    approval_match: approvalMatch,
    classification,
    history: session.history,
    signal_tests: bundle === null ? [] : runSignalTests(bundle, announcement.signals),
  }
  const result = bundle === null ? WITHOUT_POLICY : evaluate(bundle, evaluationInput)
  const position = session.position + 1
  const enforcement = enforcementAt(project.declared, input.decidedAt)
  // Both payloads are written out, in canonical order: an object that is spread and then grows costs 20 µs, and members
  // that stand in order need not be sorted (bench: decisions).
  const decision: DecisionPayload = {
    action: input.actionId,
    agent: session.agent,
    agent_version: session.agentVersion,
    args_hash: announcement.argsHash,
    catalog_hash: catalogHash,
    decided_at: input.decidedAt,
    decision: input.decisionId,
    enforcement,
    kind: 'decision',
    org: tenant.organizationId,
    pending: result.pending,
    policy_hash: policyHash,
    position,
    prev_hash: session.headHash,
    principal: session.principal,
    project: tenant.projectId,
    // The verdict stays the one that the rules gave; the reason says that it does not bind.
    reasons:
      enforcement.effect === 'suspended'
        ? [...result.reasons, 'break_glass' satisfies Reason]
        : result.reasons,
    received_at: input.receivedAt,
    record_hash: chained.recordHash,
    requested_at: announcement.requestedAt,
    resolves,
    rule: result.rule,
    seq: announcement.seq,
    session: session.id,
    tool: announcement.tool,
    transform: result.transform,
    v: 4,
    verdict: result.verdict,
  }
  const evaluation: EvaluationPayload = {
    action: input.actionId,
    agent: session.agent,
    agent_version: session.agentVersion,
    approval_match: approvalMatch,
    args_hash: announcement.argsHash,
    catalog_hash: catalogHash,
    classification,
    decision: input.decisionId,
    history: session.history,
    kind: 'evaluation',
    org: tenant.organizationId,
    policy_hash: policyHash,
    position,
    principal: session.principal,
    project: tenant.projectId,
    result,
    seq: announcement.seq,
    session: session.id,
    signal_tests: evaluationInput.signal_tests,
    tool: announcement.tool,
    v: 4,
  }
  const historyAfter = advanceHistory(session.history, { classification, result })
  return { record, chained, decision, evaluation, historyAfter }
}

/** No policy, no ALLOW; and never the reason of a policy that was read and had no rule. */
const WITHOUT_POLICY: Evaluation = {
  verdict: 'DENY',
  rule: null,
  reasons: ['policy_timeout' satisfies Reason],
  matched: [],
  confidence: 'low',
  transform: null,
  pending: null,
}
