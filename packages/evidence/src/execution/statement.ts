/** Execution evidence: the vendor's signed statement of what it did with a decision (heron.md §2, §3). */
import { decodeBase64url, toBase64url } from '../crypto/base64url.js'
import { type PublicKeyBytes, signEd25519, type SignatureVerifier } from '../crypto/ed25519.js'
import { canonicalBytes, canonicalize } from '../json/canonical.js'
import type { ExecutionStatement, VendorSignature } from '../wire/requests.js'

/** The members that are signed, no more and no fewer; an absent one is null, never left out. */
export type SignedStatement = { readonly [Member in keyof ExecutionStatement]: string | null }

/** The text that the vendor signs: JCS over exactly the six members. */
export function statementText(statement: Partial<SignedStatement>): string {
  return canonicalize(signedMembers(statement))
}

/** Signs a statement with the vendor's 32-byte seed. */
export function signStatement(
  statement: ExecutionStatement,
  key: { kid: string; seed: Uint8Array },
): VendorSignature {
  const value = toBase64url(signEd25519(key.seed, canonicalBytes(signedMembers(statement))))
  return { kid: key.kid, alg: 'Ed25519', value }
}

/**
 * Checks a statement's signature.
 *
 * @param signature UNTRUSTED, base64url.
 */
export async function verifyStatement(
  statement: Partial<SignedStatement>,
  signature: string,
  publicKey: PublicKeyBytes,
  verify: SignatureVerifier,
): Promise<boolean> {
  const bytes = decodeBase64url(signature)
  return bytes?.length === 64 && (await verify(publicKey, canonicalBytes(signedMembers(statement)), bytes))
}

function signedMembers(statement: Partial<SignedStatement>): SignedStatement {
  return {
    action_id: statement.action_id ?? null,
    decision_id: statement.decision_id ?? null,
    outcome: statement.outcome ?? null,
    result_hash: statement.result_hash ?? null,
    error_code: statement.error_code ?? null,
    executed_at: statement.executed_at ?? null,
  }
}
