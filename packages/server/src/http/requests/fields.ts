/**
 * Members that several requests share. Two annotations travel with a schema into the OpenAPI document and into the
 * sentence that a refused sender reads: `x-expected` completes "must be …", `x-refusal` names the code.
 */
import Type from 'typebox'
import Format from 'typebox/format'
import type { RefusalCode } from '../../domain/refusal.js'
import { normaliseTime } from '../../domain/time.js'

/** Longest identifier. Stored, indexed and echoed: a limit keeps keys of both databases far below theirs. */
const MAX_IDENTIFIER = 256

/** No control characters: PostgreSQL text cannot hold NUL, and a line break in a name only serves to deceive a reader. */
const PRINTABLE = '^[^\\u0000-\\u001f\\u007f]*$'

/** A name or identifier of 1 to 256 characters. */
export function identifier(description: string): Type.TString {
  return Type.String({
    minLength: 1,
    maxLength: MAX_IDENTIFIER,
    pattern: PRINTABLE,
    description,
    'x-expected': `a text of 1 to ${MAX_IDENTIFIER} characters without control characters`,
  })
}

const refusal: RefusalCode = 'malformed_digest'
const DIGEST_NOTES = {
  pattern: '^sha256:[0-9a-f]{64}$',
  'x-expected': '`sha256:` and 64 lower-case hex digits',
  'x-refusal': refusal,
} as const

/** A digest of this service's making or the vendor's. */
export function digest(description: string): Type.TString {
  return Type.String({ ...DIGEST_NOTES, description })
}

/** A digest or null. */
export function digestOrNull(description: string): Type.TUnsafe<string | null> {
  return Type.Unsafe<string | null>({ ...DIGEST_NOTES, type: ['string', 'null'], description })
}

// One judge of times: the schemas' format is the domain's own reading, not the library's, which takes leap seconds.
Format.Set('date-time', (text) => normaliseTime(text) !== null)

/** A time as the sender states it. */
export function statedTime(description: string): Type.TString {
  return Type.String({
    format: 'date-time',
    description,
    'x-expected': 'an RFC 3339 time with an offset, such as `2026-11-30T18:43:03.399Z`',
  })
}

/** One word of a closed vocabulary. */
export function oneOf<const Words extends readonly string[]>(
  words: Words,
  description: string,
): Type.TUnsafe<Words[number]> {
  return Type.Unsafe<Words[number]>({
    type: 'string',
    enum: words,
    description,
    'x-expected': `one of ${words.join(', ')}`,
  })
}

/** The vendor's signature. Whether it verifies is not a question of shape: a bad one is stored and answered. */
export const vendorSignature = Type.Object(
  {
    kid: identifier('Which of the vendor’s keys signed.'),
    alg: Type.Literal('Ed25519', { 'x-expected': '`Ed25519`' }),
    value: Type.String({
      maxLength: 1024,
      description: 'Base64url without padding, 64 bytes.',
      'x-expected': 'a base64url text of at most 1024 characters',
    }),
  },
  { description: 'Ed25519 over the canonical form of the signed members.', 'x-expected': 'an object' },
)
