/** One session: its genesis, every record, both receipts of each, the head row and what follows the chain's end. */
import {
  type ActionRecord,
  advanceHistory,
  canonicalize,
  type ClosePayload,
  type DecisionPayload,
  EMPTY_HISTORY,
  type EvaluationPayload,
  hashCanonicalText,
  hashChained,
  type History,
  isDigest,
  type ResolutionPayload,
  type SessionRecord,
} from '@heron/evidence'
import { pageOfActions } from '../../store/queries/actions.js'
import { pageOfReceipts } from '../../store/queries/records.js'
import type { SessionWithHead } from '../../store/queries/sessions.js'
import type { Schema } from '../../store/schema.js'
import type { Reader } from '../../store/store.js'
import { recordMark } from '../record-mark.js'
import type { SignatureCheck } from './check-signature.js'
import { type FsckNotes, readText } from './report.js'

type ActionRow = Schema['actions']

const PAGE = 200

export async function checkSession(
  reader: Reader,
  session: SessionWithHead,
  isSigned: SignatureCheck,
  notes: FsckNotes,
): Promise<void> {
  const where = `sessions ${session.id}`
  notes.row('sessions')
  notes.attempt(where, () => {
    checkGenesis(session, where, notes)
  })
  const inSession = {
    organization_id: session.organization_id,
    project_id: session.project_id,
    session_id: session.id,
  }
  let head = session.genesis_hash
  let position = 0
  let history: History = EMPTY_HISTORY
  for (;;) {
    const rows = await reader.all(pageOfActions, { ...inSession, after_position: position, limit: PAGE })
    // Signatures are checked a page at a time, on every core that the runtime has.
    await Promise.all(rows.map((row) => checkSignatures(row, isSigned, notes)))
    for (const row of rows) {
      const at = `actions ${row.id}`
      notes.row('actions')
      notes.expect(row.position === position + 1, 'link_broken', at, 'positions are not dense')
      notes.expect(row.prev_hash === head, 'link_broken', at, 'it does not follow the record before it')
      history = notes.attempt(at, () => checkAction(row, history, at, notes)) ?? history
      head = row.record_hash
      position = row.position
    }
    if (rows.length < PAGE) break
  }
  notes.expect(session.head_hash === head, 'head_differs', where, 'the head is not the last record')
  notes.expect(session.position === position, 'head_differs', where, 'the count is not that of the records')
  const folded = session.history_text === canonicalize(history)
  notes.expect(folded, 'head_differs', where, 'the history is not what the records add up to')
  await checkEnd(reader, session, isSigned, notes)
}

function checkGenesis(session: SessionWithHead, where: string, notes: FsckNotes): void {
  const { record_text: text, genesis_hash: genesisHash, grant_scope_text: scopeText } = session
  notes.expect(
    hashCanonicalText(text) === genesisHash,
    'hash_wrong',
    where,
    'the genesis hash is not the record’s',
  )
  const record = readText<SessionRecord>(notes, where, text)
  if (record === null) return
  notes.expectColumns(where, 'record', {
    id: [session.id, record.session],
    organization_id: [session.organization_id, record.org],
    agent_external_id: [session.agent_external_id, record.agent],
    principal_type: [session.principal_type, record.principal.type],
    principal_ref: [session.principal_ref, record.principal.ref],
    request_hash: [session.request_hash, record.original_request_hash],
  })
  const scopeHash = 'v' in record ? record.grant_scope_hash : null
  const same = (scopeText === null ? null : hashCanonicalText(scopeText)) === scopeHash
  notes.expect(same, 'hash_wrong', where, 'the grant scope does not hash to what the record says')
  const { grant_document_text: documentText } = session
  if (documentText === null) return
  const carried = 'v' in record && hashCanonicalText(documentText) === record.grant_hash
  notes.expect(carried, 'hash_wrong', where, 'the grant document does not hash to what the record says')
}

async function checkSignatures(row: ActionRow, isSigned: SignatureCheck, notes: FsckNotes): Promise<void> {
  const where = `actions ${row.id}`
  const decision = await isSigned(row.decision_text, row.kid, row.decision_signature)
  notes.expect(decision, 'signature_wrong', where, 'the decision receipt is not signed')
  const evaluation = await isSigned(row.evaluation_text, row.kid, row.evaluation_signature)
  notes.expect(evaluation, 'signature_wrong', where, 'the evaluation receipt is not signed')
}

/** Answers the history after this action; null where its texts cannot be read. */
function checkAction(row: ActionRow, before: History, where: string, notes: FsckNotes): History | null {
  const linked = isDigest(row.prev_hash) && hashChained(row.record_text, row.prev_hash) === row.record_hash
  notes.expect(linked, 'hash_wrong', where, 'the record hash is not what record and predecessor give')
  const record = readText<ActionRecord>(notes, where, row.record_text)
  const decision = readText<DecisionPayload>(notes, where, row.decision_text)
  const evaluation = readText<EvaluationPayload>(notes, where, row.evaluation_text)
  if (record === null || decision === null || evaluation === null) return null
  notes.expectColumns(where, 'record', {
    id: [row.id, record.action],
    organization_id: [row.organization_id, record.org],
    session_id: [row.session_id, record.session],
    seq: [row.seq, record.seq],
    tool: [row.tool, record.tool],
    args_hash: [row.args_hash, record.args_hash],
  })
  notes.expectColumns(where, 'decision receipt', {
    id: [row.id, decision.action],
    project_id: [row.project_id, decision.project],
    decision_id: [row.decision_id, decision.decision],
    position: [row.position, decision.position],
    verdict: [row.verdict, decision.verdict],
    rule: [row.rule, decision.rule],
    resolves_action_id: [row.resolves_action_id, decision.resolves],
    prev_hash: [row.prev_hash, decision.prev_hash],
    record_hash: [row.record_hash, decision.record_hash],
    record_mark: [row.record_mark, recordMark(decision.record_hash)],
  })
  notes.expectColumns(where, 'evaluation receipt', {
    id: [row.id, evaluation.action],
    decision_id: [row.decision_id, evaluation.decision],
    verdict: [row.verdict, evaluation.result.verdict],
  })
  const same = canonicalize(evaluation.history) === canonicalize(before)
  notes.expect(same, 'column_differs', where, 'the history that was read is not what came before')
  return advanceHistory(before, evaluation)
}

/** The receipts after the chain: unanswered questions that were ended, and the close that signs head and count. */
async function checkEnd(
  reader: Reader,
  session: SessionWithHead,
  isSigned: SignatureCheck,
  notes: FsckNotes,
): Promise<void> {
  const { organization_id, project_id, id: session_id } = session
  let closed = false
  for (const kind of ['resolution', 'close'] as const) {
    let after = ''
    for (;;) {
      const which = { organization_id, project_id, session_id, kind, after_id: after, limit: PAGE }
      const rows = await reader.all(pageOfReceipts, which)
      for (const row of rows) {
        const where = `receipts ${row.id}`
        notes.row('receipts')
        const signed = await isSigned(row.payload_text, row.kid, row.signature)
        notes.expect(signed, 'signature_wrong', where, 'the receipt is not signed')
        const payload = readText<ClosePayload | ResolutionPayload>(notes, where, row.payload_text)
        if (payload === null) continue
        const subject = payload.kind === 'close' ? payload.session : payload.action
        notes.expectColumns(where, 'receipt', {
          kind: [row.kind, payload.kind],
          session_id: [row.session_id, payload.session],
          subject_id: [row.subject_id, subject],
        })
        if (payload.kind !== 'close') continue
        closed = true
        const end = payload.head_hash === session.head_hash && payload.actions === session.position
        notes.expect(end, 'head_differs', where, 'the close receipt signs another head or count')
      }
      after = rows.at(-1)?.id ?? after
      if (rows.length < PAGE) break
    }
  }
  const agrees = closed === (session.closed_at !== null)
  notes.expect(agrees, 'missing', `sessions ${session_id}`, 'closed session and close receipt go together')
}
