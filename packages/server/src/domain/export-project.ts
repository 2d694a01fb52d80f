/**
 * The evidence export of one project (heron.md §10): its stored rows, letter for letter, as the lines of the format, and
 * a manifest signed by Heron. One consistent view however long it takes; memory stays flat, a page of rows at a time.
 */
import {
  embedText,
  type FindingEntry,
  type FindingKind,
  type DelegationDocument,
  type GrantScope,
  hashJson,
  ExportWriter,
  manifestLine,
  PUBLISHED_FINDINGS,
  type PublishedFindingKind,
  receiptText,
  REVIEW_ACTS,
  type StatementEntry,
  WITHHELD_ERROR_CODE,
} from '@heron/evidence'
import type { PublishedKey } from '../keys/key-ring.js'
import { type Signer, signText } from '../keys/signer.js'
import { pageOfActions } from '../store/queries/actions.js'
import { listCatalogs } from '../store/queries/catalogs.js'
import { listExecutions, pageOfUnmatched } from '../store/queries/executions.js'
import { listFindingEvents } from '../store/queries/finding-events.js'
import { listVendorKeys } from '../store/queries/keys.js'
import { listPolicies } from '../store/queries/projects.js'
import { pageOfFindings, pageOfLog, pageOfLooseFindings, pageOfReceipts } from '../store/queries/records.js'
import { pageOfSessions, type SessionWithHead } from '../store/queries/sessions.js'
import type { Schema } from '../store/schema.js'
import type { Snapshot, Store } from '../store/store.js'
import { checkpointLines } from './checkpoints/export-checkpoints.js'
import { publishableErrorCode } from './redaction/renderings.js'
import type { ProjectKey } from './tenant.js'

export type ExportParts = {
  readonly store: Store
  readonly signer: Signer
  readonly publishedKeys: readonly PublishedKey[]
  /** RFC 3339 UTC with milliseconds. */
  readonly now: () => string
}

export type ExportRequest = {
  readonly project: ProjectKey
  /** Sessions opened from here on, by Heron's clock; null is without limit. RFC 3339 UTC with milliseconds. */
  readonly since: string | null
  /** Sessions opened before; null is without limit. */
  readonly until: string | null
  /** Publish the delegation chains that vendors carried as grant documents. Default false. */
  readonly includeGrants?: boolean
}

/** Rows read at a time: large enough to hide the query, small enough that a page of calls is a few megabytes. */
const PAGE = 500

/** The lines without line feeds, the signed manifest last. */
export async function* exportProject(parts: ExportParts, request: ExportRequest): AsyncGenerator<string> {
  const { organizationId, projectId } = request.project
  const snapshot = await parts.store.snapshot()
  try {
    const writer = new ExportWriter({
      organization: organizationId,
      project: projectId,
      window: { since: request.since, until: request.until },
      generated_at: parts.now(),
    })
    // The file names its keys first and is signed last; the key may be rotated in between.
    const signer = parts.signer.pinned()
    const source: Source = { snapshot, scope: { organization_id: organizationId, project_id: projectId } }
    yield writer.header()
    yield* headLines(parts, source, writer)
    const log = { reader: snapshot, scope: source.scope }
    yield* checkpointLines(log, request.since, parts.publishedKeys, writer)
    yield* sessionLines(source, request, writer)
    yield* looseLines(source, writer)
    const payload = writer.manifest()
    const signed = await signText(signer, receiptText(payload))
    yield manifestLine({ payload, alg: 'EdDSA', ...signed })
  } finally {
    await snapshot.close()
  }
}

type Scope = { readonly organization_id: string; readonly project_id: string }
type Source = { readonly snapshot: Snapshot; readonly scope: Scope }

/** Reads page after page until one is not full. */
async function* pages<Row>(read: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  let last: Row | undefined
  for (;;) {
    const rows = await read(last)
    yield* rows
    last = rows.at(-1)
    if (rows.length < PAGE) return
  }
}

/** What everything after it is checked against: keys, bundles, catalogues, the whole operator log. */
async function* headLines(
  { publishedKeys }: ExportParts,
  { snapshot, scope }: Source,
  writer: ExportWriter,
): AsyncGenerator<string> {
  for (const { jwk, createdAt, retiredAt } of [...publishedKeys]) {
    yield writer.line({ type: 'key', jwk, created_at: createdAt, retired_at: retiredAt })
  }
  for (const row of await snapshot.all(listVendorKeys, scope)) {
    const { kid, public_key: x, imported_at, imported_by, revoked_at, revoked_by } = row
    yield writer.line({ type: 'vendor_key', kid, x, imported_at, imported_by, revoked_at, revoked_by })
  }
  for (const { policy_hash, bundle_text } of await snapshot.all(listPolicies, scope)) {
    yield writer.line({ type: 'bundle', policy_hash, bundle: embedText(bundle_text) })
  }
  for (const row of await snapshot.all(listCatalogs, scope)) {
    yield writer.line({
      type: 'catalog',
      catalog_hash: row.catalog_hash,
      body: embedText(row.body_text),
      ...signedByVendor(row),
    })
  }
  const log = { organization_id: scope.organization_id, chain: `project:${scope.project_id}`, limit: PAGE }
  const entries = pages<Schema['log_entries']>((last) =>
    snapshot.all(pageOfLog, { ...log, after_seq: last?.seq ?? -1 }),
  )
  for await (const row of entries) {
    yield writer.line({
      type: 'log',
      record: embedText(row.record_text),
      prev_hash: row.prev_hash,
      entry_hash: row.entry_hash,
      receipt: receiptOf(row.payload_text, row.kid, row.signature),
    })
  }
}

async function* sessionLines(
  source: Source,
  { since, until, includeGrants }: ExportRequest,
  writer: ExportWriter,
): AsyncGenerator<string> {
  const { snapshot, scope } = source
  // Every time sorts between these two.
  const window = { since: since ?? '', until: until ?? '~' }
  const sessions = pages<SessionWithHead>((last) =>
    snapshot.all(pageOfSessions, { ...scope, ...window, after_id: last?.id ?? '', limit: PAGE }),
  )
  for await (const session of sessions) {
    yield writer.line({
      type: 'session',
      session: session.id,
      record: embedText(session.record_text),
      genesis_hash: session.genesis_hash,
      ref_hash: hashJson(session.external_id),
      grant_scope: session.grant_scope_text === null ? null : embedText<GrantScope>(session.grant_scope_text),
      grant_document:
        includeGrants === true && session.grant_document_text !== null
          ? embedText<DelegationDocument>(session.grant_document_text)
          : null,
      state: session.closed_at === null ? 'open' : 'closed',
      head_hash: session.head_hash,
      actions: session.position,
    })
    const inSession = { ...scope, session_id: session.id }
    const actions = pages<Schema['actions']>((last) =>
      snapshot.all(pageOfActions, { ...inSession, after_position: last?.position ?? 0, limit: PAGE }),
    )
    for await (const action of actions) yield await actionLine(source, action, writer)
    for await (const row of receiptsOf(source, session.id, 'resolution')) {
      yield writer.line({
        type: 'resolution',
        receipt: receiptOf(row.payload_text, row.kid, row.signature),
      })
    }
    // The close receipt is the last word on the chain.
    for await (const row of receiptsOf(source, session.id, 'close')) {
      yield writer.line({ type: 'close', receipt: receiptOf(row.payload_text, row.kid, row.signature) })
    }
    const findings = pages<Schema['findings']>((last) =>
      snapshot.all(pageOfFindings, { ...inSession, after_id: last?.id ?? '', limit: PAGE }),
    )
    for await (const row of findings)
      if (isPublished(row.kind)) yield writer.line(await findingEntry(source, row, row.kind))
  }
}

function receiptsOf(
  { snapshot, scope }: Source,
  sessionId: string,
  kind: 'close' | 'resolution',
): AsyncGenerator<Schema['receipts']> {
  const which = { ...scope, session_id: sessionId, kind, limit: PAGE }
  return pages((last) => snapshot.all(pageOfReceipts, { ...which, after_id: last?.id ?? '' }))
}

async function actionLine(
  { snapshot, scope }: Source,
  row: Schema['actions'],
  writer: ExportWriter,
): Promise<string> {
  const executions = await snapshot.all(listExecutions, { ...scope, action_id: row.id })
  return writer.line({
    type: 'action',
    record: embedText(row.record_text),
    prev_hash: row.prev_hash,
    record_hash: row.record_hash,
    decision: receiptOf(row.decision_text, row.kid, row.decision_signature),
    evaluation: receiptOf(row.evaluation_text, row.kid, row.evaluation_signature),
    statements: executions.filter(({ session_id }) => session_id !== null).map(statementEntry),
  })
}

/** What belongs to no session stands whole, whatever the window: nobody else would tell of it. */
async function* looseLines(source: Source, writer: ExportWriter): AsyncGenerator<string> {
  const { snapshot, scope } = source
  const unmatched = pages<Schema['executions']>((last) =>
    snapshot.all(pageOfUnmatched, { ...scope, after_id: last?.id ?? '', limit: PAGE }),
  )
  for await (const row of unmatched) yield writer.line({ type: 'unmatched', ...statementEntry(row) })
  const findings = pages<Schema['findings']>((last) =>
    snapshot.all(pageOfLooseFindings, { ...scope, after_id: last?.id ?? '', limit: PAGE }),
  )
  for await (const row of findings)
    if (isPublished(row.kind)) yield writer.line(await findingEntry(source, row, row.kind))
}

function isPublished(kind: string): kind is PublishedFindingKind {
  return Object.hasOwn(PUBLISHED_FINDINGS, kind)
}

async function findingEntry(
  { snapshot, scope }: Source,
  row: Schema['findings'],
  kind: PublishedFindingKind & FindingKind,
): Promise<FindingEntry> {
  const events = await snapshot.all(listFindingEvents, { ...scope, finding_id: row.id })
  return {
    type: 'finding',
    finding: row.id,
    kind,
    severity: PUBLISHED_FINDINGS[kind],
    session: row.session_id,
    action: row.action_id,
    catalog_hash: row.catalog_hash,
    raised_at: row.raised_at,
    cleared_at: events.find(({ event }) => event === 'cleared')?.at ?? null,
    reviews: events.flatMap(({ event, entry_hash, at }) =>
      event === 'cleared' || entry_hash === null
        ? []
        : [{ act: event === 'resolved' ? REVIEW_ACTS.resolve : REVIEW_ACTS.reopen, entry_hash, at }],
    ),
  }
}

/** The statement as it was signed, unless its error code says more than a code should (heron.md §12). */
export function statementEntry(row: Schema['executions']): StatementEntry {
  const plain = publishableErrorCode(row.error_code) === row.error_code
  const { action_id, decision_id, outcome, result_hash, executed_at } = row
  return {
    statement: plain
      ? embedText(row.statement_text)
      : { action_id, decision_id, outcome, result_hash, executed_at, error_code: WITHHELD_ERROR_CODE },
    ...signedByVendor(row),
    note: plain ? null : 'error_code_withheld',
  }
}

function signedByVendor(row: {
  readonly kid: string
  readonly signature: string
  readonly signature_valid: 0 | 1
  readonly received_at: string
}): Pick<StatementEntry, 'signature' | 'signature_valid' | 'received_at'> {
  return {
    signature: { kid: row.kid, alg: 'Ed25519', value: row.signature },
    signature_valid: row.signature_valid === 1,
    received_at: row.received_at,
  }
}

// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the entry says which payload it holds
function receiptOf<Payload>(payloadText: string, kid: string, signature: string) {
  return { payload: embedText<Payload>(payloadText), alg: 'EdDSA', kid, signature } as const
}
