/** The lines that open and end a session: genesis record, resolution and close receipts (heron.md §2, §6). */
import { hashCanonicalText, hashJson } from '../../crypto/digest.js'
import type { CloseEntry, ResolutionEntry, SessionEntry } from '../../export/format.js'
import { RECEIPT_VERSIONS } from '../../receipt/receipts.js'
import type { CloseFacts, ResolutionFacts, SessionFacts } from '../facts.js'
import type { InspectionContext } from './context.js'
import { inspectReceipt } from './receipt.js'

/** Checks the genesis record; of a record in an unknown format only its hash. */
export function inspectSession(
  entry: SessionEntry,
  { material, recorder, texts }: InspectionContext,
): SessionFacts {
  const { record } = entry
  recorder.about({ session: entry.session })
  recorder.expect(
    'sessions.genesis',
    hashCanonicalText(texts.of(record)) === entry.genesis_hash,
    'GENESIS_HASH_WRONG',
    'the record does not hash to the genesis hash',
    '/genesis_hash',
  )
  const facts = {
    type: 'session',
    session: entry.session,
    refHash: entry.ref_hash,
    genesisHash: entry.genesis_hash,
    headHash: entry.head_hash,
    actions: entry.actions,
    state: entry.state,
    carriesGrant: entry.grant_document !== null,
  } as const
  if ('v' in record && (record.v as number) !== 2) {
    const message = 'a session record in an unknown format: take a newer verifier'
    recorder.notChecked('sessions.genesis', 'UNKNOWN_VERSION', message, '/record/v')
    return { ...facts, identity: null }
  }
  if (record.session !== entry.session) {
    recorder.fail(
      'sessions.genesis',
      'SESSION_MISMATCH',
      'the record is of another session',
      '/record/session',
    )
  }
  if (record.org !== material.scope?.organization) {
    recorder.fail(
      'sessions.genesis',
      'SCOPE_MISMATCH',
      'the record is of another organization',
      '/record/org',
    )
  }
  const scopeHash = 'v' in record ? record.grant_scope_hash : null
  const published = entry.grant_scope === null ? null : hashJson(entry.grant_scope)
  if (published !== scopeHash) {
    const message = 'the published scope does not hash to the record’s grant_scope_hash'
    recorder.fail('sessions.genesis', 'GRANT_SCOPE_MISMATCH', message, '/grant_scope')
  }
  const { grant_document: document } = entry
  if (document !== null && hashJson(document) !== ('v' in record ? record.grant_hash : null)) {
    const message = 'the published grant document does not hash to the record’s grant_hash'
    recorder.fail('sessions.genesis', 'GRANT_DOCUMENT_MISMATCH', message, '/grant_document')
  }
  return { ...facts, identity: { agent: record.agent, principal: record.principal } }
}

/** Checks the end of an unanswered STEP_UP or DEFER. `null` for an unknown version. */
export async function inspectResolution(
  { receipt }: ResolutionEntry,
  context: InspectionContext,
): Promise<ResolutionFacts | null> {
  if (
    !(await inspectReceipt(receipt, RECEIPT_VERSIONS.resolution, 'receipts.signatures', '/receipt', context))
  ) {
    return null
  }
  const { session, action, decision, reason, ...scope } = receipt.payload
  context.recorder.about({ session, action })
  expectScope(scope, context)
  return { type: 'resolution', session, action, decision, reason }
}

/** Checks the receipt that signs a session's head and count. `null` for an unknown version. */
export async function inspectClose(
  { receipt }: CloseEntry,
  context: InspectionContext,
): Promise<CloseFacts | null> {
  if (!(await inspectReceipt(receipt, RECEIPT_VERSIONS.close, 'receipts.signatures', '/receipt', context))) {
    return null
  }
  const { session, head_hash, actions, ...scope } = receipt.payload
  context.recorder.about({ session })
  expectScope(scope, context)
  return { type: 'close', session, headHash: head_hash, actions }
}

function expectScope(
  { org, project }: { readonly org: string; readonly project: string },
  { material, recorder }: InspectionContext,
): void {
  recorder.expect(
    'receipts.binding',
    org === material.scope?.organization && project === material.scope.project,
    'SCOPE_MISMATCH',
    'the receipt is of another organization or project than the file',
    '/receipt/payload',
  )
}
