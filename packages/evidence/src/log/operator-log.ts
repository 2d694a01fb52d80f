/** The operator log's chain (heron.md §8): each act is hashed onto the one before it, and the audit receipt signs both. */
import { type Digest, hashChained, hmacSha256 } from '../crypto/digest.js'
import { toHex } from '../crypto/hex.js'
import { canonicalize } from '../json/canonical.js'
import type { AuditPayload, AuditRecord } from '../receipt/payloads.js'

/** Who has a chain: a project (published to its reviewers) or an organization (published to nobody). */
export type LogChain = `project:${string}` | `organization:${string}`

/** Hashes an entry onto its chain and answers the payload that is signed. */
export function chainLogEntry(record: AuditRecord, prevHash: Digest | null): AuditPayload {
  const { kind: _kind, v: _v, ...members } = record
  const entryHash = hashChained(canonicalize(record), prevHash)
  return { ...members, kind: 'audit', v: 2, entry_hash: entryHash, prev_hash: prevHash }
}

/** The entry inside an audit payload, which is how a reader recomputes `entry_hash`. */
export function logRecordOf(payload: AuditPayload): AuditRecord {
  const { kind: _kind, v: _v, entry_hash: _entryHash, prev_hash: _prevHash, ...members } = payload
  return { ...members, kind: 'audit_entry', v: 1 }
}

/**
 * A person's pseudonym in one chain: keyed, so that it cannot be guessed from a list of users, and salted by the
 * chain, so that one person in two projects is two strangers.
 */
export function actorPseudonym(secret: Uint8Array, chain: LogChain, userId: string): string {
  return `actor_${toHex(hmacSha256(secret, new TextEncoder().encode(`${chain}|${userId}`))).slice(0, 16)}`
}
