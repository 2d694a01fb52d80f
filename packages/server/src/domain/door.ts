/** Checks at the door that several use cases share (heron.md §3): each refusal names the member. */
import { type Digest, isDigest, type JsonPointer } from '@heron/evidence'
import { namesPersonOrSecret } from './redaction/names-person.js'
import { toolNameIsPersonal } from './redaction/redact-text.js'
import { Refusal } from './refusal.js'
import { normaliseTime } from './time.js'

/** @throws {Refusal} malformed_digest */
export function requireDigest(value: string, pointer: JsonPointer): Digest {
  if (isDigest(value)) return value
  throw new Refusal('malformed_digest', 'must be `sha256:` and 64 lower-case hex digits', pointer)
}

/**
 * A stated time in its one form.
 *
 * @throws {Refusal} invalid_request
 */
export function requireTime(value: string, pointer: JsonPointer): string {
  const time = normaliseTime(value)
  if (time !== null) return time
  throw new Refusal('invalid_request', 'must be an RFC 3339 time, e.g. `2026-11-30T18:43:03.399Z`', pointer)
}

/**
 * A reference or identifier points at a person or thing and is none itself. Never scrubbed silently: it stands in hashed
 * bytes, and what the vendor's own records say would no longer match.
 *
 * @throws {Refusal} personal_reference
 */
export function requireReference(value: string, pointer: JsonPointer): string {
  if (!namesPersonOrSecret(value)) return value
  const advice =
    'looks like an e-mail address, a phone number, a card or a secret: send an opaque reference, e.g. `user_881`'
  throw new Refusal('personal_reference', advice, pointer)
}

/**
 * A tool's name stands in signed bytes and is published.
 *
 * @throws {Refusal} personal_tool_name
 */
export function requireToolName(value: string, pointer: JsonPointer): string {
  if (!toolNameIsPersonal(value) && !namesPersonOrSecret(value)) return value
  throw new Refusal(
    'personal_tool_name',
    'carries personal data: name the tool, not whom it reaches',
    pointer,
  )
}
