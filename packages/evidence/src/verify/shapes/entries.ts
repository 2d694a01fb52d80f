/** Shapes of an export's entries (`export/format.ts`), one a type. */
import type {
  ActionRecordV1,
  ActionRecordV2,
  ActionRecordV3,
  SessionRecordV1,
  SessionRecordV2,
} from '../../chain/records.js'
import type { LogHeadLeaf, SessionHeadLeaf, StatementLeaf } from '../../checkpoint/leaves.js'
import type { Ed25519Jwk } from '../../crypto/ed25519.js'
import {
  type ActionEntry,
  type BundleEntry,
  type CatalogEntry,
  type CheckpointEntry,
  type CheckpointLeafEntry,
  type CloseEntry,
  type EntryType,
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type FindingEntry,
  type HeaderEntry,
  type KeyEntry,
  type LogEntry,
  type ManifestEntry,
  type ResolutionEntry,
  REVIEW_ACTS,
  type SessionEntry,
  type StatementEntry,
  type UnmatchedEntry,
  type VendorKeyEntry,
} from '../../export/format.js'
import { isJsonObject } from '../../json/value.js'
import { PUBLISHED_FINDINGS } from '../../reconcile/findings.js'
import type { DelegationDocument, VendorSignature } from '../../wire/requests.js'
import {
  auditReceipt,
  auditRecord,
  closeReceipt,
  decisionReceipt,
  evaluationReceipt,
  manifestReceipt,
  principal,
  resolutionReceipt,
} from './receipts.js'
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

/** A record in a format that we do not know: hashed all the same, its members are not read. */
const unknownFormat = shape(
  (value) => isJsonObject(value) && Number.isSafeInteger(value['v']),
  'a record, with `v` where its format has one',
)

const sessionV1 = {
  kind: literal('session'),
  org: text,
  session: text,
  agent: text,
  principal,
  original_request_hash: digest,
  started_at: time,
}

const sessionRecord = byMember(
  'v',
  new Map([
    [undefined, object<SessionRecordV1>(sessionV1)],
    [
      2,
      object<SessionRecordV2>({
        ...sessionV1,
        v: anything,
        task_ref_hash: nullable(digest),
        parent_session_ref_hash: nullable(digest),
        grant_hash: nullable(digest),
        grant_scope_hash: nullable(digest),
      }),
    ],
  ]),
  unknownFormat,
)

const actionBase = {
  kind: literal('action'),
  org: text,
  session: text,
  action: text,
  seq: count,
  tool: text,
  args_hash: digest,
  requested_at: time,
}
const actionV1 = { ...actionBase, resource_ref: nullable(text) }

const actionRecord = byMember(
  'v',
  new Map([
    [undefined, object<ActionRecordV1>(actionV1)],
    [2, object<ActionRecordV2>({ ...actionV1, v: anything, signals_hash: nullable(digest) })],
    [
      3,
      object<ActionRecordV3>({
        ...actionBase,
        v: anything,
        resource_ref_hash: nullable(digest),
        signals_hash: nullable(digest),
      }),
    ],
  ]),
  unknownFormat,
)

const vendorSignature = object<VendorSignature>({ kid: text, alg: literal('Ed25519'), value: text })

const statementMembers = {
  statement: object<StatementEntry['statement']>({
    action_id: nullable(text),
    decision_id: nullable(text),
    outcome: nullable(text),
    result_hash: nullable(text),
    error_code: nullable(text),
    executed_at: nullable(text),
  }),
  signature: vendorSignature,
  signature_valid: flag,
  received_at: time,
  note: nullable(literal('error_code_withheld')),
}

/** A statement of a kind or version that we do not know: hashed all the same, its members are not read. */
const unknownStatement = shape(
  (value) => isJsonObject(value) && typeof value['kind'] === 'string' && Number.isSafeInteger(value['v']),
  'a statement with its `kind` and `v`',
)
const firstVersion = (known: Shape): Shape => byMember('v', new Map([[1, known]]), unknownStatement)
const checkpointLeaf = byMember(
  'kind',
  new Map([
    [
      'session_head',
      firstVersion(
        object<SessionHeadLeaf>({
          kind: anything,
          v: anything,
          session: text,
          opened_at: time,
          head_hash: digest,
          actions: count,
          closed: flag,
        }),
      ),
    ],
    [
      'log_head',
      firstVersion(
        object<LogHeadLeaf>({ kind: anything, v: anything, chain: text, head_hash: digest, entries: count }),
      ),
    ],
    [
      'checkpoint',
      firstVersion(
        object<StatementLeaf>({
          kind: anything,
          v: anything,
          org: text,
          project: text,
          number: count,
          taken_at: time,
        }),
      ),
    ],
  ]),
  unknownStatement,
)

/** By type; each fits exactly the entries that may be read as their TypeScript type. */
export const ENTRY_SHAPES: Readonly<Record<EntryType, Shape>> = {
  header: object<HeaderEntry>({
    ...scopeMembers,
    type: anything,
    format: literal(EXPORT_FORMAT),
    v: literal(EXPORT_VERSION),
  }),
  key: object<KeyEntry>({
    type: anything,
    jwk: object<Ed25519Jwk>({
      kty: literal('OKP'),
      crv: literal('Ed25519'),
      kid: text,
      x: text,
      use: literal('sig'),
      alg: literal('EdDSA'),
    }),
    created_at: time,
    retired_at: nullable(time),
  }),
  vendor_key: object<VendorKeyEntry>({
    type: anything,
    kid: text,
    x: text,
    imported_at: time,
    imported_by: digest,
    revoked_at: nullable(time),
    revoked_by: nullable(digest),
  }),
  bundle: object<BundleEntry>({ type: anything, policy_hash: digest, bundle: record(anything) }),
  catalog: object<CatalogEntry>({
    type: anything,
    catalog_hash: digest,
    body: record(anything),
    signature: vendorSignature,
    signature_valid: flag,
    received_at: time,
  }),
  log: object<LogEntry>({
    type: anything,
    record: auditRecord,
    prev_hash: nullable(digest),
    entry_hash: digest,
    receipt: auditReceipt,
  }),
  checkpoint: object<CheckpointEntry>({ type: anything, note: text, nodes: nullable(list(text)) }),
  checkpoint_leaf: object<CheckpointLeafEntry>({ type: anything, index: count, leaf: checkpointLeaf }),
  session: object<SessionEntry>({
    type: anything,
    session: text,
    record: sessionRecord,
    genesis_hash: digest,
    ref_hash: digest,
    grant_scope: nullable(record(anything)),
    grant_document: nullable(object<DelegationDocument>({ tokens: list(text) })),
    state: oneOf(['open', 'closed']),
    head_hash: digest,
    actions: count,
  }),
  action: object<ActionEntry>({
    type: anything,
    record: actionRecord,
    prev_hash: digest,
    record_hash: digest,
    decision: decisionReceipt,
    evaluation: evaluationReceipt,
    statements: list(object<StatementEntry>(statementMembers)),
  }),
  resolution: object<ResolutionEntry>({ type: anything, receipt: resolutionReceipt }),
  close: object<CloseEntry>({ type: anything, receipt: closeReceipt }),
  finding: object<FindingEntry>({
    type: anything,
    finding: text,
    kind: oneOf(Object.keys(PUBLISHED_FINDINGS)),
    severity: oneOf(['low', 'medium', 'high', 'critical']),
    session: nullable(text),
    action: nullable(text),
    catalog_hash: nullable(digest),
    raised_at: time,
    cleared_at: nullable(time),
    reviews: list(
      object<FindingEntry['reviews'][number]>({
        act: oneOf(Object.values(REVIEW_ACTS)),
        entry_hash: digest,
        at: time,
      }),
    ),
  }),
  unmatched: object<UnmatchedEntry>({ ...statementMembers, type: anything }),
  manifest: object<ManifestEntry>({ type: anything, receipt: manifestReceipt }),
}
