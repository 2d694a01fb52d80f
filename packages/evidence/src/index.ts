/** Public surface of `@heron/evidence`. */
export { decodeBase64url, toBase64url } from './crypto/base64url.js'
export {
  type Digest,
  hashCanonicalText,
  hashChained,
  hashJson,
  hmacSha256,
  isDigest,
  sha256,
  toDigest,
} from './crypto/digest.js'
export {
  type Ed25519Jwk,
  importPublicKey,
  type PublicKeyBytes,
  publicKeyOfSeed,
  signEd25519,
  type SignatureVerifier,
  toJwk,
  verifyEd25519,
} from './crypto/ed25519.js'
export { decodeHex, toHex } from './crypto/hex.js'
export { detectSignatureVerifier } from './crypto/web-crypto.js'
export { canonicalBytes, CanonicalizationError, canonicalize, MAX_JSON_DEPTH } from './json/canonical.js'
export {
  decodeJson,
  JsonTextError,
  type JsonTextErrorCode,
  type JsonReadOptions,
  type JsonReadResult,
  parseJson,
  parseJsonBytes,
} from './json/read.js'
export {
  childPointer,
  isJsonObject,
  type JsonObject,
  type JsonPointer,
  type JsonValue,
  ownMember,
} from './json/value.js'
