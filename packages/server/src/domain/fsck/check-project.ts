/** What a project holds beside its chains: policies, catalogues, vendors' statements, and the operator log. */
import {
  type AuditPayload,
  canonicalize,
  type ExecutionStatement,
  hashCanonicalText,
  hashChained,
  isDigest,
  logRecordOf,
  type SignatureVerifier,
  verifyReceiptText,
} from '@heron/evidence'
import { listCatalogs } from '../../store/queries/catalogs.js'
import { pageOfExecutions } from '../../store/queries/executions.js'
import { listPolicies } from '../../store/queries/projects.js'
import { pageOfLog } from '../../store/queries/records.js'
import type { Reader } from '../../store/store.js'
import { VendorKeys } from '../vendor-keys.js'
import type { SignatureCheck } from './check-signature.js'
import { type FsckNotes, readText } from './report.js'

type Scope = { readonly organization_id: string; readonly project_id: string }

const PAGE = 500

export async function checkPolicies(reader: Reader, scope: Scope, notes: FsckNotes): Promise<void> {
  for (const { policy_hash: hash, bundle_text: text } of await reader.all(listPolicies, scope)) {
    notes.row('policies')
    const same = hashCanonicalText(text) === hash
    notes.expect(same, 'hash_wrong', `policies ${hash}`, 'the bundle does not hash to its name')
  }
}

/** Statements and catalogues: that columns and flags are what the signed texts and the vendor's keys say. */
export async function checkVendorStatements(
  reader: Reader,
  scope: Scope,
  verify: SignatureVerifier,
  notes: FsckNotes,
): Promise<void> {
  const keys = new VendorKeys(reader)
  const project = { organizationId: scope.organization_id, projectId: scope.project_id }
  const expectFlag = async (where: string, text: string, row: SignedRow): Promise<void> => {
    const { key } = await keys.find(project, row.kid, row.received_at)
    const valid = key !== null && (await verifyReceiptText(text, row.signature, key, verify))
    const same = valid === (row.signature_valid === 1)
    notes.expect(same, 'vendor_signature_differs', where, 'the signature is not what was noted on arrival')
  }
  for (const row of await reader.all(listCatalogs, scope)) {
    const where = `tool_catalogs ${row.id}`
    notes.row('tool_catalogs')
    const same = hashCanonicalText(row.body_text) === row.catalog_hash
    notes.expect(same, 'hash_wrong', where, 'the catalogue does not hash to its name')
    await expectFlag(where, row.body_text, row)
  }
  let after = ''
  for (;;) {
    const rows = await reader.all(pageOfExecutions, { ...scope, after_id: after, limit: PAGE })
    for (const row of rows) {
      const where = `executions ${row.id}`
      notes.row('executions')
      const statement = readText<ExecutionStatement>(notes, where, row.statement_text)
      if (statement === null) continue
      notes.expectColumns(where, 'statement', {
        action_id: [row.action_id, statement.action_id],
        decision_id: [row.decision_id, statement.decision_id],
        outcome: [row.outcome, statement.outcome],
        result_hash: [row.result_hash, statement.result_hash],
        error_code: [row.error_code, statement.error_code],
        executed_at: [row.executed_at, statement.executed_at],
      })
      await expectFlag(where, row.statement_text, row)
    }
    after = rows.at(-1)?.id ?? after
    if (rows.length < PAGE) return
  }
}

type SignedRow = {
  readonly kid: string
  readonly signature: string
  readonly signature_valid: 0 | 1
  readonly received_at: string
}

/**
 * One operator log from its first entry.
 *
 * @param visit told each entry that can be read, in order. UNTRUSTED: whoever can write to the file could have written it.
 */
export async function checkLog(
  reader: Reader,
  log: { readonly organization_id: string; readonly chain: string },
  isSigned: SignatureCheck,
  notes: FsckNotes,
  visit: (entry: AuditPayload) => void = () => undefined,
): Promise<void> {
  let prevHash: string | null = null
  let seq = -1
  for (;;) {
    const rows = await reader.all(pageOfLog, { ...log, after_seq: seq, limit: PAGE })
    for (const row of rows) {
      const where = `log_entries ${row.chain} ${row.seq}`
      notes.row('log_entries')
      notes.expect(row.seq === seq + 1, 'link_broken', where, 'numbers are not dense')
      notes.expect(row.prev_hash === prevHash, 'link_broken', where, 'it does not follow the entry before it')
      const chainable = prevHash === null || isDigest(prevHash) ? prevHash : undefined
      const hash = chainable === undefined ? null : hashChained(row.record_text, chainable)
      notes.expect(hash === row.entry_hash, 'hash_wrong', where, 'the entry hash is not the record’s')
      const signed = await isSigned(row.payload_text, row.kid, row.signature)
      notes.expect(signed, 'signature_wrong', where, 'the entry is not signed')
      const payload = readText<AuditPayload>(notes, where, row.payload_text)
      notes.attempt(where, () => {
        if (payload === null) return
        notes.expectColumns(where, 'signed entry', {
          record_text: [row.record_text, canonicalize(logRecordOf(payload))],
          entry_hash: [row.entry_hash, payload.entry_hash],
          prev_hash: [row.prev_hash, payload.prev_hash],
          chain: [row.chain, payload.chain],
          seq: [row.seq, payload.seq],
          created_at: [row.created_at, payload.at],
        })
        visit(payload)
      })
      prevHash = row.entry_hash
      seq = row.seq
    }
    if (rows.length < PAGE) return
  }
}
