/**
 * One stored record recomputed (heron.md §2, §7): its hash from its text, its place from the one before it, and both from
 * what Heron signed when it was written. `heron fsck` looks at more; this is what can be repeated all the time.
 */
import {
  type ActionRecord,
  type DecisionPayload,
  hashCanonicalText,
  hashChained,
  isDigest,
} from '@heron/evidence'
import type { Schema } from '../../store/schema.js'
import type { SignatureCheck } from '../fsck/check-signature.js'

export type ChainPlace = { readonly position: number; readonly headHash: string }

/** What does not hold about an action's record; null when everything does. Never throws for what the row holds. */
export async function breakOfAction(
  row: Schema['actions'],
  before: ChainPlace,
  isSigned: SignatureCheck,
): Promise<string | null> {
  if (row.position !== before.position + 1) return 'records before it are missing'
  if (row.prev_hash !== before.headHash) return 'it does not follow the record before it'
  if (!isDigest(row.prev_hash) || hashChained(row.record_text, row.prev_hash) !== row.record_hash) {
    return 'its hash is not what record and predecessor give'
  }
  if (!(await isSigned(row.decision_text, row.kid, row.decision_signature))) {
    return 'its decision receipt is not the one that was signed'
  }
  return isWhatWasSigned(row) ? null : 'a column says something else than what was hashed and signed'
}

/** What does not hold about a session's first record. */
export function breakOfGenesis({ record_text: text, genesis_hash: hash }: Schema['sessions']): string | null {
  return hashCanonicalText(text) === hash ? null : 'the hash of its first record is not what the record gives'
}

function isWhatWasSigned(row: Schema['actions']): boolean {
  try {
    const record = JSON.parse(row.record_text) as ActionRecord
    const decision = JSON.parse(row.decision_text) as DecisionPayload
    return (
      record.action === row.id &&
      record.session === row.session_id &&
      record.seq === row.seq &&
      record.tool === row.tool &&
      record.args_hash === row.args_hash &&
      decision.action === row.id &&
      decision.decision === row.decision_id &&
      decision.position === row.position &&
      decision.verdict === row.verdict &&
      decision.record_hash === row.record_hash &&
      decision.prev_hash === row.prev_hash
    )
  } catch {
    return false
  }
}
