/** One entry of the operator log: its hash, its receipt, and that both say the same (heron.md §8). */
import { hashChained, isDigest } from '../../crypto/digest.js'
import type { LogEntry } from '../../export/format.js'
import { canonicalize } from '../../json/canonical.js'
import { logRecordOf } from '../../log/operator-log.js'
import { RECEIPT_VERSIONS } from '../../receipt/receipts.js'
import type { LogFacts } from '../facts.js'
import type { InspectionContext } from './context.js'
import { inspectReceipt } from './receipt.js'

export async function inspectLog(entry: LogEntry, context: InspectionContext): Promise<LogFacts> {
  const { recorder, texts } = context
  const { record, prev_hash, entry_hash, receipt } = entry
  const recordText = texts.of(record)
  const previous = isDigest(prev_hash) ? prev_hash : null
  recorder.expect(
    'log.chain',
    hashChained(recordText, previous) === entry_hash,
    'ENTRY_HASH_WRONG',
    'the record and the hash before it do not give the entry hash',
    '/entry_hash',
  )
  if (await inspectReceipt(receipt, RECEIPT_VERSIONS.audit, 'log.receipts', '/receipt', context)) {
    const { payload } = receipt
    const same =
      canonicalize(logRecordOf(payload)) === recordText &&
      payload.entry_hash === entry_hash &&
      payload.prev_hash === prev_hash
    recorder.expect(
      'log.receipts',
      same,
      'MEMBERS_DIFFER',
      'the receipt signs another entry than the one shown',
      '/receipt/payload',
    )
  }
  const { chain, seq, act, actor, subject, at, before, after } = record
  const hashes = { prevHash: prev_hash, entryHash: entry_hash }
  return { type: 'log', chain, seq, ...hashes, act, actor, subject, at, before, after }
}
