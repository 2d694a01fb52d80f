/** The vendor's signature over a statement or a catalogue, compared with what Heron says of it (heron.md §3, §13). */
import { decodeBase64url } from '../../crypto/base64url.js'
import type { JsonPointer } from '../../json/value.js'
import type { VendorSignature } from '../../wire/requests.js'
import type { CheckId } from '../checks.js'
import type { InspectionContext } from './context.js'

export type VendorSigned = {
  readonly signature: VendorSignature
  /** Heron's word. */
  readonly signature_valid: boolean
  readonly received_at: string
}

const encoder = new TextEncoder()

/**
 * Checks that Heron's word about a signature is true: it verifies, under a key that was imported and not yet revoked
 * when it arrived. A bad signature that Heron calls bad is no failure; a false word is, either way.
 *
 * @param signedText canonical text of what the vendor signed.
 * @returns whether the signature holds.
 */
export async function inspectVendorSignature(
  entry: VendorSigned,
  signedText: string,
  check: CheckId,
  pointer: JsonPointer,
  { material, tools, recorder }: InspectionContext,
): Promise<boolean> {
  recorder.checked(check)
  const bytes = decodeBase64url(entry.signature.value)
  const vendorKey = material.vendorKeys.get(entry.signature.kid)
  const holds =
    vendorKey !== undefined &&
    vendorKey.importedAt <= entry.received_at &&
    (vendorKey.revokedAt === null || entry.received_at <= vendorKey.revokedAt) &&
    bytes?.length === 64 &&
    (await tools.verifySignature(vendorKey.key, encoder.encode(signedText), bytes))
  if (holds === entry.signature_valid) return holds
  // Within the very millisecond of a revocation either word may be true.
  if (holds && vendorKey.revokedAt === entry.received_at) return false
  const message = holds
    ? 'the signature verifies under a key that was in force, yet the file says that it does not'
    : 'the file says that the signature verifies, and it does not, or its key was not in force'
  recorder.fail(check, 'SIGNATURE_FLAG_WRONG', message, `${pointer}/signature_valid`)
  return holds
}
