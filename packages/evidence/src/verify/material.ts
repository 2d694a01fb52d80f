/**
 * What lines are checked against: gathered from the head of the file, then handed unchanged to every worker (it is
 * plain data, so that it can be cloned into one).
 */
import type { NoteKey } from '../checkpoint/note.js'
import type { PublicKeyBytes, SignatureVerifier } from '../crypto/ed25519.js'
import { sha256 } from '../crypto/digest.js'
import type { PolicyBundle } from '../policy/types.js'
import type { ToolCatalogBody } from '../wire/requests.js'

export type VendorKey = {
  readonly key: PublicKeyBytes
  readonly importedAt: string
  readonly revokedAt: string | null
}

export type Material = {
  /** From the header; null while there was none. */
  readonly scope: { readonly organization: string; readonly project: string } | null
  /** The pinned keys where some were given, else those of the file. */
  readonly heronKeys: ReadonlyMap<string, PublicKeyBytes>
  readonly vendorKeys: ReadonlyMap<string, VendorKey>
  /** By policy hash; only bundles whose hash is right. UNTRUSTED inside: the engine is total. */
  readonly bundles: ReadonlyMap<string, PolicyBundle>
  /** By catalogue hash; only catalogues whose hash is right. `verified`: the vendor's signature holds. */
  readonly catalogs: ReadonlyMap<string, { readonly body: ToolCatalogBody; readonly verified: boolean }>
  /** Witnesses whose cosignatures the reader asks for. */
  readonly witnesses: readonly NoteKey[]
}

/** What the runtime brings. */
export type VerifierTools = {
  readonly verifySignature: SignatureVerifier
  /** Faster than the built-in one, where the runtime has it. */
  readonly sha256?: (bytes: Uint8Array) => Uint8Array
}

/** The line hash of these tools. */
export function hashOf(tools: VerifierTools): (bytes: Uint8Array) => Uint8Array {
  return tools.sha256 ?? sha256
}
