/**
 * One action line: record hash, both receipts, that they speak of one call and say the same, the verdict, the vendor's
 * statements (heron.md §2, §5, §6). What needs the lines around it is left to the walk.
 */
import { hashChained, isDigest } from '../../crypto/digest.js'
import type { ActionEntry } from '../../export/format.js'
import { isSameJson } from '../../json/same.js'
import type { DecisionPayload, EvaluationPayload } from '../../receipt/payloads.js'
import { RECEIPT_VERSIONS } from '../../receipt/receipts.js'
import type { ActionFacts, JudgedFacts, StatedOutcome } from '../facts.js'
import { inspectClassification } from './classification.js'
import { hashOf } from '../material.js'
import type { InspectionContext } from './context.js'
import { inspectReceipt } from './receipt.js'
import { inspectStatement } from './statement.js'
import { inspectVerdict } from './verdict.js'

const RECORD_FORMATS: readonly unknown[] = [undefined, 2, 3]

/** `null` where the record is in a format that we do not know. */
export async function inspectAction(
  entry: ActionEntry,
  context: InspectionContext,
): Promise<ActionFacts | null> {
  const { recorder, texts, tools } = context
  const { record, prev_hash, record_hash } = entry
  const decision = entry.decision.payload
  const evaluation = entry.evaluation.payload
  recorder.about({ session: record.session, action: record.action })
  recorder.expect(
    'chains.records',
    isDigest(prev_hash) && hashChained(texts.of(record), prev_hash, hashOf(tools)) === record_hash,
    'RECORD_HASH_WRONG',
    'the record and the hash before it do not give the record hash',
    '/record_hash',
  )
  const [decisionKnown, evaluationKnown, statements] = await Promise.all([
    inspectReceipt(entry.decision, RECEIPT_VERSIONS.decision, 'receipts.signatures', '/decision', context),
    inspectReceipt(
      entry.evaluation,
      RECEIPT_VERSIONS.evaluation,
      'receipts.signatures',
      '/evaluation',
      context,
    ),
    inspectStatements(entry, context),
  ])
  const facts = { type: 'action', prevHash: prev_hash, recordHash: record_hash, statements } as const
  if (!RECORD_FORMATS.includes('v' in record ? record.v : undefined)) {
    const message = 'an action record in an unknown format: take a newer verifier'
    recorder.notChecked('chains.records', 'UNKNOWN_VERSION', message, '/record/v')
    return { ...facts, identity: null, judged: null }
  }
  const known = decisionKnown && evaluationKnown
  if (known) {
    expectOneCall(entry, context)
    expectOneAnswer(decision, evaluation, context)
    inspectClassification(decision, evaluation, context)
    inspectVerdict(evaluation, context)
  }
  const { session, action, seq } = record
  return {
    ...facts,
    identity: { session, action, seq },
    judged: known ? judgedFacts(decision, evaluation) : null,
  }
}

async function inspectStatements(
  { record, statements }: ActionEntry,
  context: InspectionContext,
): Promise<readonly StatedOutcome[]> {
  return Promise.all(
    statements.map((entry, index) => {
      const pointer = `/statements/${index.toString()}`
      context.recorder.expect(
        'evidence.binding',
        entry.statement.action_id === record.action,
        'STATEMENT_MISPLACED',
        'the statement is about another action than the one beside which it stands',
        `${pointer}/statement/action_id`,
      )
      return inspectStatement(entry, pointer, context)
    }),
  )
}

const SHARED_MEMBERS = [
  'org',
  'project',
  'session',
  'agent',
  'agent_version',
  'action',
  'decision',
  'seq',
  'position',
  'tool',
  'args_hash',
  'policy_hash',
  'catalog_hash',
] as const satisfies readonly (keyof DecisionPayload & keyof EvaluationPayload)[]

const RECORD_MEMBERS = ['org', 'session', 'action', 'seq', 'tool', 'args_hash', 'requested_at'] as const

/** Record, decision and evaluation name the same call, in the project that the file is about. */
function expectOneCall(entry: ActionEntry, { material, recorder }: InspectionContext): void {
  const { record } = entry
  const decision = entry.decision.payload
  const evaluation = entry.evaluation.payload
  recorder.checked('receipts.binding')
  const differ = (member: string, what: string): void => {
    recorder.fail('receipts.binding', 'MEMBERS_DIFFER', `${member}: ${what}`, `/decision/payload/${member}`)
  }
  for (const member of RECORD_MEMBERS) {
    if (record[member] !== decision[member]) differ(member, 'the decision differs from the record')
  }
  for (const member of SHARED_MEMBERS) {
    if (evaluation[member] !== decision[member]) differ(member, 'the decision differs from the evaluation')
  }
  if (!isSameJson(evaluation.principal, decision.principal)) {
    differ('principal', 'the decision differs from the evaluation')
  }
  if (decision.record_hash !== entry.record_hash) differ('record_hash', 'the decision signs another record')
  if (decision.prev_hash !== entry.prev_hash) differ('prev_hash', 'the decision signs another predecessor')
  if (decision.org !== material.scope?.organization || decision.project !== material.scope.project) {
    recorder.fail(
      'receipts.binding',
      'SCOPE_MISMATCH',
      'the decision is of another project',
      '/decision/payload',
    )
  }
  if (decision.received_at > decision.decided_at) {
    const message = 'decided before it was received'
    recorder.fail('receipts.binding', 'TIMES_REVERSED', message, '/decision/payload/decided_at')
  }
}

/** The decision is what the evaluation found, and says how firmly it was enforced. */
function expectOneAnswer(
  decision: DecisionPayload,
  { result, approval_match, classification }: EvaluationPayload,
  { recorder }: InspectionContext,
): void {
  recorder.checked('receipts.binding')
  const differ = (member: string, message: string): void => {
    recorder.fail('receipts.binding', 'ANSWERS_DIFFER', message, `/decision/payload/${member}`)
  }
  const { effect, declared_by } = decision.enforcement
  // Break-glass adds its own reason; the verdict stays the one that the rules gave (heron.md §3).
  const reasons = decision.reasons.filter((reason) => reason !== 'break_glass')
  const answer = [decision.verdict, decision.rule, decision.transform, decision.pending, reasons]
  const found = [result.verdict, result.rule, result.transform, result.pending, result.reasons]
  if (!isSameJson(answer, found)) differ('verdict', 'the decision is not what the evaluation found')
  if ((effect === 'suspended') !== decision.reasons.includes('break_glass')) {
    differ('enforcement', 'the effect `suspended` and the reason `break_glass` go together')
  }
  if ((effect === 'enforced') !== (declared_by === null)) {
    differ(
      'enforcement',
      'an effect other than `enforced` names the log entry that declared it, and only such',
    )
  }
  const { approval } = classification
  const answers =
    approval?.kind === 'operator' || (approval?.kind === 'answer' && approval_match === 'applies')
  if (answers && decision.resolves !== approval.resolves_action) {
    differ('resolves', 'the answer names another action')
  }
}

function judgedFacts(decision: DecisionPayload, evaluation: EvaluationPayload): JudgedFacts {
  const { classification, result } = evaluation
  return {
    decision: decision.decision,
    position: decision.position,
    agent: decision.agent,
    agentVersion: decision.agent_version,
    principal: decision.principal,
    tool: decision.tool,
    argsHash: decision.args_hash,
    verdict: decision.verdict,
    enforcement: decision.enforcement,
    resolves: decision.resolves,
    answered: evaluation.approval_match === 'applies',
    operatorAnswer: operatorAnswerIn(classification),
    contradicted: (classification.inference?.contradicts.length ?? 0) > 0,
    decidedAt: decision.decided_at,
    policyHash: decision.policy_hash,
    history: evaluation.history,
    step: {
      classification: {
        operation: { value: classification.operation.value },
        data_class: { value: classification.data_class.value },
      },
      result: { verdict: result.verdict, reasons: result.reasons },
    },
  }
}

function operatorAnswerIn({ approval }: EvaluationPayload['classification']): JudgedFacts['operatorAnswer'] {
  if (approval?.kind !== 'operator') return null
  const { resolves_action: action, human_decision: decision, approver, entry_hash: entryHash } = approval
  return { action, decision, approver, entryHash }
}
