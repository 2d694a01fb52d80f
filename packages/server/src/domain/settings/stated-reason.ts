/** Why an operator does something that could weaken the evidence: signed and published, word for word (heron.md §8). */
import { namesPersonOrSecret } from '../redaction/names-person.js'
import { redactText } from '../redaction/redact-text.js'
import { Refusal } from '../refusal.js'

/** Longest reason, in characters. */
export const MAX_REASON = 1000

/** What an act is published with that may be done without a reason, where none was given. */
export const NO_REASON = 'no reason was given'

/** All but tab and line ends: a database may not hold them, and a reader is shown something else than was signed. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/**
 * The reason as it will be published. Refused rather than redacted: the person who wrote it is there to write it again.
 *
 * @throws {Refusal} invalid_request
 */
export function requireStatedReason(reason: string | null): string {
  const text = reason?.trim() ?? ''
  if (text === '' || text.length > MAX_REASON || !text.isWellFormed() || CONTROL.test(text)) {
    const detail = `must say why, in 1 to ${MAX_REASON} characters: it is signed and published with the change`
    throw new Refusal('invalid_request', detail, '/reason')
  }
  if (isPersonal(text)) {
    const detail =
      'carries personal data or a secret (an e-mail or IP address, a phone number, a card, a key): it would be published, so say it without'
    throw new Refusal('invalid_request', detail, '/reason')
  }
  return text
}

/**
 * The reason of an act that adds a door or a key: whoever asks without one is not refused, and the entry says so.
 *
 * @throws {Refusal} invalid_request for a reason that must not be published.
 */
export function reasonOrNone(reason: string | null): string {
  return reason === null || reason.trim() === '' ? NO_REASON : requireStatedReason(reason)
}

/** True for a text that must not be published. */
export function isPersonal(text: string): boolean {
  return namesPersonOrSecret(text) || redactText(text) !== text
}
