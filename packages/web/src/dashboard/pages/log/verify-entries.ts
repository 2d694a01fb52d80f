/** Recomputes entries of an operator log in the browser: each one's own hash, its link, and Heron's signature. */
import {
  type AuditPayload,
  canonicalize,
  decodeBase64url,
  detectSignatureVerifier,
  type Ed25519Jwk,
  hashChained,
  importPublicKey,
  isDigest,
  logRecordOf,
  type Receipt,
  receiptText,
} from '@heron/evidence'

export type BrokenEntry = {
  readonly seq: number
  readonly why: 'hash' | 'link' | 'signature' | 'unknown key'
}
export type EntriesVerdict = { readonly checked: number; readonly broken: readonly BrokenEntry[] }

/** @param receipts UNTRUSTED, in any order; neighbours are linked where both are there. */
export async function verifyEntries(
  receipts: readonly Receipt<AuditPayload>[],
  keys: readonly Ed25519Jwk[],
): Promise<EntriesVerdict> {
  const verify = await detectSignatureVerifier()
  const bySeq = new Map(receipts.map(({ payload }) => [payload.seq, payload]))
  const broken: BrokenEntry[] = []
  for (const { payload, kid, signature } of receipts) {
    const fail = (why: BrokenEntry['why']) => broken.push({ seq: payload.seq, why })
    const before = bySeq.get(payload.seq - 1)
    if (!hashHolds(payload)) fail('hash')
    else if (before !== undefined && before.entry_hash !== payload.prev_hash) fail('link')
    else if (payload.seq === 0 && payload.prev_hash !== null) fail('link')
    const published = keys.find((key) => key.kid === kid)
    const key = published === undefined ? null : importPublicKey(published.x)
    const bytes = decodeBase64url(signature)
    if (key === null) fail('unknown key')
    else if (bytes?.length !== 64) fail('signature')
    else if (!(await verify(key, new TextEncoder().encode(receiptText(payload)), bytes))) fail('signature')
  }
  return { checked: receipts.length, broken }
}

function hashHolds(payload: AuditPayload): boolean {
  const { prev_hash, entry_hash } = payload
  if (prev_hash !== null && !isDigest(prev_hash)) return false
  return hashChained(canonicalize(logRecordOf(payload)), prev_hash) === entry_hash
}
