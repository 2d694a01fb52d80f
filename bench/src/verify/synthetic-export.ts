/**
 * An honest export of any size, for measuring: real classification, engine, chain and signatures, one closed session
 * after the other. A stream of lines; nothing of it is kept.
 */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import {
  type ActionEntry,
  advanceHistory,
  type AuditPayload,
  canonicalBytes,
  chainLogEntry,
  chainRecord,
  classify,
  type ClosePayload,
  type DecisionPayload,
  type Digest,
  EMPTY_HISTORY,
  evaluate,
  type EvaluationPayload,
  type ExecutionStatement,
  ExportWriter,
  hashJson,
  type History,
  logRecordOf,
  managedBundle,
  manifestLine,
  policyHash,
  type PublicKeyBytes,
  readSignals,
  type Receipt,
  runSignalTests,
  type SessionRecord,
  statementText,
  toBase64url,
  toJwk,
  VENDOR_KEY_ACTS,
} from '@heron/evidence'

const ORG = 'org_bench'
const PROJECT = 'prj_bench'
const AT = '2026-07-13T12:00:00.000Z'
const LATER = '2026-07-13T12:00:01.000Z'
const BUNDLE = managedBundle()
const POLICY_HASH = policyHash(BUNDLE)

/** Work that an agent does: allowed calls, which the vendor executes, and some that a person must answer. */
const CALLS = [
  { tool: 'crm.search_contacts', signals: { data_class: 'personal' } },
  { tool: 'calendar.update_event', signals: { record_count: 1 } },
  { tool: 'gmail.send', signals: { recipient_external: true, recipient_count: 1 } },
  { tool: 'files.read', signals: {} },
] as const

type SigningKey = { readonly kid: string; readonly privateKey: KeyObject; readonly publicKey: PublicKeyBytes }

export type SyntheticExport = {
  /** Heron's keys as a JSON Web Key Set. */
  readonly jwks: string
  readonly lines: () => Generator<string>
}

/** @param sizes number of actions of each session. */
export function syntheticExport(sizes: readonly number[]): SyntheticExport {
  const heron = newKey('heron-bench')
  const vendor = newKey('vendor-bench')
  return {
    jwks: JSON.stringify({ keys: [toJwk(heron.kid, heron.publicKey)] }),
    lines: () => exportLines(sizes, heron, vendor),
  }
}

function* exportLines(sizes: readonly number[], heron: SigningKey, vendor: SigningKey): Generator<string> {
  const writer = new ExportWriter({
    organization: ORG,
    project: PROJECT,
    window: { since: null, until: null },
    generated_at: LATER,
  })
  yield writer.header()
  const jwk = toJwk(heron.kid, heron.publicKey)
  yield writer.line({ type: 'key', jwk, created_at: AT, retired_at: null })
  const x = toBase64url(vendor.publicKey)
  const imported = logPayload(vendor.kid, x)
  yield writer.line({
    type: 'vendor_key',
    kid: vendor.kid,
    x,
    imported_at: imported.at,
    imported_by: imported.entry_hash,
    revoked_at: null,
    revoked_by: null,
  })
  yield writer.line({ type: 'bundle', policy_hash: POLICY_HASH, bundle: BUNDLE })
  yield writer.line({
    type: 'log',
    record: logRecordOf(imported),
    prev_hash: null,
    entry_hash: imported.entry_hash,
    receipt: receipt(imported, heron),
  })
  for (const [number, size] of sizes.entries()) {
    for (const entry of sessionEntries(`ses_${number}`, size, heron, vendor)) yield writer.line(entry)
  }
  yield manifestLine(receipt(writer.manifest(), heron))
}

function logPayload(kid: string, publicKey: string): AuditPayload {
  return chainLogEntry(
    {
      kind: 'audit_entry',
      v: 1,
      chain: `project:${PROJECT}`,
      seq: 0,
      act: VENDOR_KEY_ACTS.imported,
      actor: 'actor_0123456789abcdef',
      subject: `vendor_key:${kid}`,
      reason: null,
      before: null,
      after: { public_key: publicKey },
      at: AT,
    },
    null,
  )
}

type SessionLine = Parameters<ExportWriter['line']>[0]

function sessionEntries(session: string, size: number, heron: SigningKey, vendor: SigningKey): SessionLine[] {
  const record: SessionRecord = {
    kind: 'session',
    org: ORG,
    session,
    agent: 'agent_bench',
    principal: { type: 'human', ref: 'user_881' },
    original_request_hash: hashJson(session),
    started_at: AT,
    v: 2,
    task_ref_hash: null,
    parent_session_ref_hash: null,
    grant_hash: null,
    grant_scope_hash: null,
  }
  const genesis = chainRecord(record, null).recordHash
  let head = genesis
  let history = EMPTY_HISTORY
  const actions: ActionEntry[] = []
  for (let position = 1; position <= size; position += 1) {
    const entry = actionEntry(record, position, head, history, heron, vendor)
    actions.push(entry)
    head = entry.record_hash as Digest
    history = advanceHistory(history, entry.evaluation.payload)
  }
  const close: ClosePayload = {
    kind: 'close',
    v: 1,
    org: ORG,
    project: PROJECT,
    session,
    head_hash: head,
    actions: size,
    closed_at: LATER,
  }
  return [
    {
      type: 'session',
      session,
      record,
      genesis_hash: genesis,
      ref_hash: hashJson(`run ${session}`),
      grant_scope: null,
      grant_document: null,
      state: 'closed',
      head_hash: head,
      actions: size,
    },
    ...actions,
    { type: 'close', receipt: receipt(close, heron) },
  ]
}

function actionEntry(
  session: SessionRecord,
  position: number,
  head: Digest,
  history: History,
  heron: SigningKey,
  vendor: SigningKey,
): ActionEntry {
  const { tool, signals } = CALLS[position % CALLS.length] ?? CALLS[0]
  const action = `act_${session.session}_${position}`
  const args_hash = hashJson({ position })
  const record = {
    kind: 'action',
    v: 3,
    org: ORG,
    session: session.session,
    action,
    seq: position,
    tool,
    args_hash,
    requested_at: AT,
    resource_ref_hash: hashJson('resource'),
    signals_hash: hashJson(signals),
  } as const
  const { recordHash } = chainRecord(record, head)
  const stated = readSignals(signals)
  if (!stated.ok) throw new Error(stated.message)
  const input = {
    classification: classify({
      toolName: tool,
      signals: stated,
      catalogSignals: null,
      thresholds: BUNDLE.thresholds,
    }),
    history,
    signal_tests: runSignalTests(BUNDLE, signals),
    approval_match: 'none' as const,
  }
  const result = evaluate(BUNDLE, input)
  const subject = {
    org: ORG,
    project: PROJECT,
    session: session.session,
    agent: session.agent,
    agent_version: '2',
    principal: session.principal,
    action,
    decision: `dec_${session.session}_${position}`,
    seq: position,
    position,
    tool,
    args_hash,
    policy_hash: POLICY_HASH,
    catalog_hash: null,
  }
  const decision: DecisionPayload = {
    ...subject,
    kind: 'decision',
    v: 4,
    record_hash: recordHash,
    prev_hash: head,
    verdict: result.verdict,
    reasons: result.reasons,
    rule: result.rule,
    enforcement: { effect: 'enforced', declared_by: null },
    transform: result.transform,
    pending: result.pending,
    resolves: null,
    requested_at: AT,
    received_at: AT,
    decided_at: AT,
  }
  const evaluation: EvaluationPayload = { ...subject, ...input, kind: 'evaluation', v: 4, result }
  const statement: ExecutionStatement = {
    action_id: action,
    decision_id: decision.decision,
    outcome: result.verdict === 'ALLOW' ? 'EXECUTED' : 'ESCALATED',
    result_hash: hashJson(position),
    error_code: null,
    executed_at: LATER,
  }
  const value = signatureOf(new TextEncoder().encode(statementText(statement)), vendor)
  return {
    type: 'action',
    record,
    prev_hash: head,
    record_hash: recordHash,
    decision: receipt(decision, heron),
    evaluation: receipt(evaluation, heron),
    statements: [
      {
        statement,
        signature: { kid: vendor.kid, alg: 'Ed25519', value },
        signature_valid: true,
        received_at: LATER,
        note: null,
      },
    ],
  }
}

function receipt<Payload extends object>(payload: Payload, key: SigningKey): Receipt<Payload> {
  return { payload, alg: 'EdDSA', kid: key.kid, signature: signatureOf(canonicalBytes(payload), key) }
}

function signatureOf(bytes: Uint8Array, { privateKey }: SigningKey): string {
  return toBase64url(sign(null, bytes, privateKey))
}

function newKey(kid: string): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const x = publicKey.export({ format: 'jwk' }).x ?? ''
  return { kid, privateKey, publicKey: Buffer.from(x, 'base64url') as unknown as PublicKeyBytes }
}
