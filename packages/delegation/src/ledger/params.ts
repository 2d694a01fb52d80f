/**
 * Commitment to the arguments of a call (delegation.md §4.2, params_c14n_v1): SHA-256 over the chain's 16 salt bytes
 * and the canonical text. Arguments themselves are never logged.
 */
import { decodeHex, sha256, toHex } from '@heron/evidence'
import { ledgerText } from './hash.js'

export type ParamsCommitment =
  { readonly hash: string } | { readonly hash: null; readonly reason: 'unsupported' }

const encoder = new TextEncoder()

/**
 * Commits to arguments. What lies outside the domain (numbers that are not finite, integers beyond ±(2^53−1), lone
 * surrogates, cycles, anything JSON cannot say) has no hash and never an exception: a hook must not break its call.
 *
 * @param saltHex `params_salt` of the root entry.
 * @param params UNTRUSTED.
 * @throws {TypeError} when the salt is not 32 lower-case hex digits.
 */
export function commitParams(saltHex: string, params: unknown): ParamsCommitment {
  const salt = decodeHex(saltHex)
  if (salt?.length !== 16) throw new TypeError('params_salt is not 32 lower-case hex digits')
  let text: Uint8Array
  try {
    text = encoder.encode(ledgerText(params))
  } catch {
    // Not only CanonicalizationError: a getter of the caller's object may throw whatever it likes.
    return { hash: null, reason: 'unsupported' }
  }
  const message = new Uint8Array(salt.length + text.length)
  message.set(salt)
  message.set(text, salt.length)
  return { hash: toHex(sha256(message)) }
}
