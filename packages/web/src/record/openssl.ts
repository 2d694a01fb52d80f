/** A command that checks one signed document with nothing of ours: bytes, key, signature, openssl 3. */
import { decodeBase64url, toHex } from '@heron/evidence'

/** DER in front of a raw Ed25519 public key (RFC 8410). */
const SPKI_PREFIX = '302a300506032b6570032100'

export type OpensslInput = {
  /** Exactly what was signed. */
  readonly text: string
  /** Base64url. */
  readonly signature: string
  /** Base64url, 32 bytes. */
  readonly publicKey: string
}

/** Null where key or signature are no base64url. */
export function opensslCommand({ text, signature, publicKey }: OpensslInput): string | null {
  const signed = decodeBase64url(signature)
  const key = decodeBase64url(publicKey)
  if (signed === null || key === null) return null
  return [
    `printf '%s' ${quoted(text)} > document.json`,
    `printf ${SPKI_PREFIX}${toHex(key)} | xxd -r -p > key.der`,
    `printf ${toHex(signed)} | xxd -r -p > signature.bin`,
    'openssl pkeyutl -verify -pubin -keyform DER -inkey key.der -rawin -in document.json -sigfile signature.bin',
  ].join('\n')
}

/** A word for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
