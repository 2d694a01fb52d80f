/** `POST /v1/actions`, the before-action hook (heron.md §3): the shape of its body. */
import type { AnnounceActionRequest, JsonObject } from '@heron/evidence'
import Type from 'typebox'
import { digest, identifier, statedTime } from './fields.js'
import { dropNulls, requestReader } from './reader.js'

/** `seq` is 32 bits wide and need not be contiguous: clients derive it from a call id. */
const MAX_SEQ = 2 ** 32 - 1

/** The body of `POST /v1/actions`. */
export const announceActionSchema = Type.Object(
  {
    session_external_id: identifier('The session’s `external_id`.'),
    seq: Type.Integer({
      minimum: 0,
      maximum: MAX_SEQ,
      description: 'Unique in the session, not contiguous.',
      'x-expected': 'a whole number from 0 to 4294967295',
    }),
    tool: Type.Object(
      {
        name: identifier('Signed and published; a name with personal data in it is refused.'),
        provider: Type.Optional(identifier('Who offers the tool.')),
        server: Type.Optional(identifier('Where it runs, e.g. an MCP server.')),
      },
      { 'x-expected': 'an object' },
    ),
    args_redacted: Type.Unsafe<JsonObject>({
      type: 'object',
      description: 'The arguments, redacted by the vendor; redacted again before they are stored.',
      'x-expected': 'an object',
    }),
    args_hash: digest('Digest of the full arguments, which never leave the vendor.'),
    signals: Type.Optional(
      Type.Unsafe<NonNullable<AnnounceActionRequest['signals']>>({
        type: 'object',
        additionalProperties: {
          type: ['string', 'number', 'boolean', 'null'],
          'x-expected': 'a text, a number, true, false or null: signals are flat',
        },
        description: 'What the vendor states about this call. Never published.',
        'x-expected': 'an object of flat values',
      }),
    ),
    resource_ref: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2048,
        description: 'What the call touches; kept as its hash and a redacted rendering.',
        'x-expected': 'a text of 1 to 2048 characters',
      }),
    ),
    requested_at: statedTime('The vendor’s clock.'),
    chain: Type.Optional(
      Type.Object(
        { prev_hash: digest('A hash that this session issued, genesis included; older ones are welcome.') },
        { 'x-expected': 'an object' },
      ),
    ),
  },
  { 'x-expected': 'an object' },
)

const MAY_BE_NULL = [['tool', 'provider'], ['tool', 'server'], ['signals'], ['resource_ref'], ['chain']]

const read = requestReader(announceActionSchema)

/**
 * Reads the announcement of a tool call.
 *
 * @param body UNTRUSTED.
 * @throws {Refusal}
 */
export function readAnnounceAction(body: unknown): AnnounceActionRequest {
  return read(dropNulls(body, MAY_BE_NULL))
}
