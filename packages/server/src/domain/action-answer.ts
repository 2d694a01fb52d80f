/** The answer to an announced action, fresh or from its stored row: the same members either way. */
import type { ActionRecord, AnnounceActionAnswer, DecisionPayload, EvaluationPayload } from '@heron/evidence'
import type { Schema } from '../store/schema.js'

export type ActionRow = Schema['actions']

export type AnswerParts = {
  readonly actionId: string
  readonly engine: string
  readonly record: ActionRecord
  readonly decision: DecisionPayload
  readonly evaluation: EvaluationPayload
  readonly kid: string
  readonly decisionSignature: string
  readonly evaluationSignature: string
}

export function answerOf(parts: AnswerParts): AnnounceActionAnswer {
  const { actionId, decision, evaluation, kid } = parts
  const [decisionReceipt, evaluationReceipt] = receiptIds(actionId)
  return {
    action_id: actionId,
    decision: {
      decision_id: decision.decision,
      verdict: decision.verdict,
      engine: parts.engine,
      // The wire knows two words; under break-glass the receipt says `suspended`, and the reasons say why.
      effect: decision.enforcement.effect === 'enforced' ? 'enforced' : 'advisory',
      ...(decision.transform === null ? {} : { transform: decision.transform }),
      ...(decision.pending === null ? {} : { pending: decision.pending }),
      reasons: decision.reasons,
      ...(decision.rule === null ? {} : { rule: decision.rule }),
    },
    receipt: {
      id: decisionReceipt,
      payload: decision,
      alg: 'EdDSA',
      kid,
      signature: parts.decisionSignature,
    },
    evaluation: {
      id: evaluationReceipt,
      payload: evaluation,
      alg: 'EdDSA',
      kid,
      signature: parts.evaluationSignature,
    },
    record: parts.record,
    chain: {
      prev_hash: decision.prev_hash,
      record_hash: decision.record_hash,
      position: decision.position,
    },
  }
}

/** The stored answer again. */
export function answerOfRow(row: ActionRow): AnnounceActionAnswer {
  return answerOf({
    actionId: row.id,
    engine: row.engine,
    record: JSON.parse(row.record_text) as ActionRecord,
    decision: JSON.parse(row.decision_text) as DecisionPayload,
    evaluation: JSON.parse(row.evaluation_text) as EvaluationPayload,
    kid: row.kid,
    decisionSignature: row.decision_signature,
    evaluationSignature: row.evaluation_signature,
  })
}

/** Action, decision and receipts share the part after the prefix: one made, four named. */
export function decisionIdOf(actionId: string): string {
  return actionId.replace('act_', 'dec_')
}

/** Ids of the decision and the evaluation receipt. */
export function receiptIds(actionId: string): readonly [decision: string, evaluation: string] {
  return [actionId.replace('act_', 'rcd_'), actionId.replace('act_', 'rce_')]
}
