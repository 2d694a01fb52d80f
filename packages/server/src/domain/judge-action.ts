/**
 * Judging an announced action: classify, evaluate, chain, and say it in the two payloads that are signed (heron.md
 * §4–§6). Pure: what it reads is given to it, so that a plan can be made again on another state.
 */
import {
  type ActionRecordV3,
  type ActionSubject,
  advanceHistory,
  type ApprovalMatch,
  chainRecord,
  type ChainedRecord,
  classify,
  type DecisionPayload,
  DEFAULT_THRESHOLDS,
  type Digest,
  evaluate,
  type Evaluation,
  type EvaluationPayload,
  type History,
  type Reason,
  runSignalTests,
} from '@heron/evidence'
import type { Announcement } from './announcement.js'
import type { ProjectState } from './project-state.js'
import type { Tenant } from './service.js'
import type { SessionState } from './session-state.js'

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
  readonly approvalMatch: ApprovalMatch
  /** The earlier action that this one answers. */
  readonly resolves: string | null
  readonly receivedAt: string
  readonly decidedAt: string
}

export function judgeAction(input: JudgeInput): JudgedAction {
  const { tenant, session, project, announcement, approvalMatch } = input
  const record: ActionRecordV3 = {
    kind: 'action',
    v: 3,
    org: tenant.organizationId,
    session: session.id,
    action: input.actionId,
    seq: announcement.seq,
    tool: announcement.tool,
    args_hash: announcement.argsHash,
    requested_at: announcement.requestedAt,
    resource_ref_hash: announcement.resourceRefHash,
    signals_hash: announcement.signalsHash,
  }
  const chained = chainRecord(record, session.headHash as Digest)
  const subject: ActionSubject = {
    org: tenant.organizationId,
    project: tenant.projectId,
    session: session.id,
    agent: session.agent,
    agent_version: session.agentVersion,
    principal: session.principal,
    action: input.actionId,
    decision: input.decisionId,
    seq: announcement.seq,
    position: session.position + 1,
    tool: announcement.tool,
    args_hash: announcement.argsHash,
  }
  const judgedUnder = {
    policy_hash: project.bundle === null ? null : project.policyHash,
    catalog_hash: project.catalog?.hash ?? null,
  }
  const { bundle } = project
  const evaluationInput = {
    classification: classify({
      toolName: announcement.tool,
      signals: announcement.stated,
      catalogSignals: project.catalog?.index.find(announcement.tool)?.signals ?? null,
      thresholds: bundle?.thresholds ?? DEFAULT_THRESHOLDS,
    }),
    history: session.history,
    signal_tests: bundle === null ? [] : runSignalTests(bundle, announcement.signals),
    approval_match: approvalMatch,
  }
  const result = bundle === null ? WITHOUT_POLICY : evaluate(bundle, evaluationInput)
  return {
    record,
    chained,
    decision: {
      ...subject,
      kind: 'decision',
      v: 4,
      record_hash: chained.recordHash,
      prev_hash: session.headHash,
      verdict: result.verdict,
      reasons: result.reasons,
      rule: result.rule,
      enforcement: { effect: 'enforced', declared_by: null },
      transform: result.transform,
      pending: result.pending,
      resolves: input.resolves,
      ...judgedUnder,
      requested_at: announcement.requestedAt,
      received_at: input.receivedAt,
      decided_at: input.decidedAt,
    },
    evaluation: { ...subject, kind: 'evaluation', v: 4, ...evaluationInput, result, ...judgedUnder },
    historyAfter: advanceHistory(session.history, { classification: evaluationInput.classification, result }),
  }
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
