/** Shapes of the receipts' payloads (heron.md §6), one a version that we know. Older and newer ones pass unread. */
import type { Principal } from '../../chain/records.js'
import type { ManifestPayload } from '../../export/format.js'
import { isJsonObject } from '../../json/value.js'
import {
  type ApprovalStatement,
  type Classification,
  DATA_CLASSES,
  DESTINATIONS,
  DIMENSIONS,
  type Evaluation,
  type History,
  type InferenceStatement,
  MAGNITUDES,
  OPERATIONS,
  type Pending,
  REVERSIBILITIES,
  type SignalTestResult,
  SOURCES,
  type Transform,
  VERDICTS,
} from '../../policy/types.js'
import type {
  AuditPayload,
  AuditRecord,
  ClosePayload,
  DecisionPayload,
  Enforcement,
  EvaluationPayload,
  Receipt,
  ResolutionPayload,
} from '../../receipt/payloads.js'
import { RECEIPT_VERSIONS } from '../../receipt/receipts.js'
import { scopeMembers } from './scope.js'
import {
  anything,
  byMember,
  count,
  digest,
  flag,
  list,
  literal,
  nullable,
  object,
  oneOf,
  record,
  type Shape,
  shape,
  text,
  time,
} from './shape.js'

const scalar = shape(
  (value) => typeof value !== 'object' || value === null,
  'a text, number, boolean or null',
  { type: ['string', 'number', 'boolean', 'null'] },
)

export const principal = object<Principal>({ type: oneOf(['human', 'service']), ref: text })

/** A receipt of this kind; the payload's members are read only in the version that we know. */
function receipt(kind: keyof typeof RECEIPT_VERSIONS | 'manifest', version: number, payload: Shape): Shape {
  const otherVersion = shape(
    (value) => isJsonObject(value) && value['kind'] === kind && Number.isSafeInteger(value['v']),
    `a payload of kind \`${kind}\` with a version`,
    { properties: { kind: { const: kind }, v: { type: 'integer' } }, required: ['kind', 'v'] },
  )
  return object<Receipt>({
    payload: byMember('v', new Map([[version, payload]]), otherVersion),
    alg: literal('EdDSA'),
    kid: text,
    signature: text,
  })
}

const subject = {
  org: text,
  project: text,
  session: text,
  agent: text,
  agent_version: nullable(text),
  principal,
  action: text,
  decision: text,
  seq: count,
  position: count,
  tool: text,
  args_hash: digest,
}

const transform = object<Transform>(
  { note: text },
  { narrow_destination_to: oneOf(DESTINATIONS), reduce_magnitude_to: oneOf(MAGNITUDES) },
)

const pending = object<Pending>(
  {},
  { prior_operation: list(oneOf(OPERATIONS)), prior_read_of_data_class: oneOf(DATA_CLASSES) },
)

export const decisionReceipt = receipt(
  'decision',
  RECEIPT_VERSIONS.decision,
  object<DecisionPayload>({
    ...subject,
    kind: literal('decision'),
    v: anything,
    record_hash: digest,
    prev_hash: digest,
    verdict: oneOf(VERDICTS),
    reasons: list(text),
    rule: nullable(text),
    enforcement: object<Enforcement>({
      effect: oneOf(['enforced', 'advisory', 'suspended']),
      declared_by: nullable(digest),
    }),
    transform: nullable(transform),
    pending: nullable(pending),
    resolves: nullable(text),
    policy_hash: nullable(digest),
    catalog_hash: nullable(digest),
    requested_at: time,
    received_at: time,
    decided_at: time,
  }),
)

function dimensioned(values: readonly string[]): Shape {
  return object<{ value: string; source: string }>({ value: oneOf(values), source: oneOf(SOURCES) })
}

type Answer = Extract<ApprovalStatement, { kind: 'answer' }>
type Operator = Extract<ApprovalStatement, { kind: 'operator' }>
type Prior = Extract<ApprovalStatement, { kind: 'prior' }>

const approval = byMember(
  'kind',
  new Map([
    [
      'answer',
      object<Answer>({
        kind: anything,
        resolves_action: text,
        human_decision: text,
        approver: nullable(text),
      }),
    ],
    [
      'operator',
      object<Operator>({
        kind: anything,
        resolves_action: text,
        human_decision: oneOf(['APPROVE', 'DECLINE']),
        approver: text,
        entry_hash: digest,
      }),
    ],
  ]),
  object<Prior>({ kind: literal('prior'), approver: nullable(text) }),
)

const classification = object<Classification>({
  taxonomy: text,
  lexicon: text,
  operation: dimensioned(OPERATIONS),
  data_class: dimensioned(DATA_CLASSES),
  destination: dimensioned(DESTINATIONS),
  magnitude: object<Classification['magnitude']>({
    value: oneOf(MAGNITUDES),
    source: oneOf(SOURCES),
    of: list(oneOf(['record_count', 'recipient_count', 'amount'])),
  }),
  reversibility: dimensioned(REVERSIBILITIES),
  approval: nullable(approval),
  inference: nullable(
    object<InferenceStatement>({
      dimensions: list(oneOf(DIMENSIONS)),
      model: text,
      prompt_hash: digest,
      slice: text,
      contradicts: list(
        object<InferenceStatement['contradicts'][number]>({
          dimension: oneOf(DIMENSIONS),
          inferred: text,
          measured: text,
          measured_source: oneOf(SOURCES),
        }),
      ),
    }),
  ),
  commitments: list(text),
})

const evaluation = object<Evaluation>({
  verdict: oneOf(VERDICTS),
  rule: nullable(text),
  reasons: list(text),
  matched: list(text),
  confidence: oneOf(['high', 'medium', 'low']),
  transform: nullable(transform),
  pending: nullable(pending),
})

export const evaluationReceipt = receipt(
  'evaluation',
  RECEIPT_VERSIONS.evaluation,
  object<EvaluationPayload>({
    ...subject,
    kind: literal('evaluation'),
    v: anything,
    classification,
    history: object<History>({
      actions: count,
      operations: record(count),
      data_classes_read: record(count),
      approvals: count,
    }),
    signal_tests: list(object<SignalTestResult>({ test: record(anything), result: nullable(flag) })),
    approval_match: oneOf(['none', 'applies', 'declined', 'not_found', 'mismatch', 'used', 'expired']),
    result: evaluation,
    policy_hash: nullable(digest),
    catalog_hash: nullable(digest),
  }),
)

export const closeReceipt = receipt(
  'close',
  RECEIPT_VERSIONS.close,
  object<ClosePayload>({
    kind: literal('close'),
    v: anything,
    org: text,
    project: text,
    session: text,
    head_hash: digest,
    actions: count,
    closed_at: time,
  }),
)

export const resolutionReceipt = receipt(
  'resolution',
  RECEIPT_VERSIONS.resolution,
  object<ResolutionPayload>({
    kind: literal('resolution'),
    v: anything,
    org: text,
    project: text,
    session: text,
    action: text,
    decision: text,
    verdict: literal('DENY'),
    reason: oneOf(['approval_timeout', 'context_timeout', 'human_declined']),
    resolved_at: time,
  }),
)

const auditMembers = {
  chain: text,
  seq: count,
  act: text,
  actor: text,
  subject: text,
  reason: nullable(text),
  before: nullable(record(scalar)),
  after: nullable(record(scalar)),
  at: time,
}

export const auditRecord = object<AuditRecord>({
  ...auditMembers,
  kind: literal('audit_entry'),
  v: literal(1),
})

export const auditReceipt = receipt(
  'audit',
  RECEIPT_VERSIONS.audit,
  object<AuditPayload>({
    ...auditMembers,
    kind: literal('audit'),
    v: anything,
    entry_hash: digest,
    prev_hash: nullable(digest),
  }),
)

export const manifestReceipt = receipt(
  'manifest',
  1,
  object<ManifestPayload>({
    ...scopeMembers,
    kind: literal('manifest'),
    v: anything,
    entries: count,
    digest,
    sections: record(object<{ count: number; digest: string }>({ count, digest })),
    sessions: list(
      object<ManifestPayload['sessions'][number]>({ session: text, head_hash: digest, actions: count }),
    ),
    log: nullable(
      object<NonNullable<ManifestPayload['log']>>({ chain: text, head_hash: digest, entries: count }),
    ),
  }),
)
