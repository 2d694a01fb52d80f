/** A grant's document: a delegation chain that the vendor lets reviewers check (delegation.md §2). */
import { isDelegationDocument } from '@heron/delegation'
import { decodeBase64url, type DelegationDocument, hashJson, looksPersonal } from '@heron/evidence'
import { foldForDetection } from './redaction/fold.js'
import { Refusal } from './refusal.js'

const decoder = new TextDecoder()

/**
 * The chain is bound to the session by `grant_hash` in its genesis record. Whether it verifies is for the reader to
 * see; what is refused here is another document than the one hashed, and one that names a person: it may be published.
 *
 * @param document UNTRUSTED, shape-checked.
 * @throws {Refusal} invalid_request, grant_document_mismatch, personal_reference
 */
export function requireDelegationDocument(document: DelegationDocument, hash: string): void {
  if (!isDelegationDocument(document)) {
    throw new Refusal(
      'invalid_request',
      'must be `{"tokens": […]}`, compact tokens, root first',
      '/grant/document',
    )
  }
  if (hashJson(document) !== hash) {
    throw new Refusal('grant_document_mismatch', 'does not hash to `grant.hash`', '/grant/document')
  }
  document.tokens.forEach((token, index) => {
    // Header and claims are readable to whoever holds the token, so they are looked through as text.
    const parts = token.split('.').map((part) => decodeBase64url(part))
    if (
      parts.some((bytes) => bytes !== null && looksPersonal(foldForDetection(decoder.decode(bytes)).text))
    ) {
      throw new Refusal(
        'personal_reference',
        'carries an e-mail address or a phone number: name principals by opaque references',
        `/grant/document/tokens/${index.toString()}`,
      )
    }
  })
}
