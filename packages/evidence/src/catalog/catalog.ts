/** The tool catalogue: its canonical form, its hash and its signature (heron.md §4). */
import { toBase64url } from '../crypto/base64url.js'
import { type Digest, hashJson } from '../crypto/digest.js'
import { signEd25519 } from '../crypto/ed25519.js'
import { canonicalBytes } from '../json/canonical.js'
import type { PutToolCatalogRequest, ToolCatalogBody } from '../wire/requests.js'

/** The body without its signature, tools by UTF-16 code unit of name (never by locale). */
export function canonicalCatalog(body: ToolCatalogBody): ToolCatalogBody {
  const tools = [...body.tools].sort((left, right) =>
    left.name < right.name ? -1 : left.name > right.name ? 1 : 0,
  )
  return { v: body.v, tools }
}

/** Names the content: equal whatever order the tools were sent in. */
export function catalogHash(body: ToolCatalogBody): Digest {
  return hashJson(canonicalCatalog(body))
}

/** Signs a catalogue with the vendor's 32-byte seed, ready to be sent. */
export function signCatalog(
  body: ToolCatalogBody,
  key: { kid: string; seed: Uint8Array },
): PutToolCatalogRequest {
  const canonical = canonicalCatalog(body)
  const value = toBase64url(signEd25519(key.seed, canonicalBytes(canonical)))
  return { ...canonical, signature: { kid: key.kid, alg: 'Ed25519', value } }
}
