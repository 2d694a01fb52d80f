/** `POST /v1/sessions` (heron.md §3): the shape of its body. */
import type { JsonObject, OpenSessionRequest } from '@heron/evidence'
import Type from 'typebox'
import { digest, identifier, oneOf, statedTime } from './fields.js'
import { dropNulls, requestReader } from './reader.js'

const grantScope = Type.Object(
  {
    allowed_tools: Type.Optional(
      Type.Array(identifier('A tool’s name.'), { 'x-expected': 'a list of tool names' }),
    ),
    bounds: Type.Optional(
      Type.Unsafe<JsonObject>({
        type: 'object',
        'x-expected': 'an object',
      }),
    ),
    expires_at: Type.Optional(statedTime('When the grant ends.')),
  },
  {
    description: 'Hashed and published exactly as sent. Neither empty lists nor `unknown` may stand in it.',
    'x-expected': 'an object',
  },
)

const grantDocument = Type.Object(
  {
    tokens: Type.Array(Type.String({ minLength: 1, 'x-expected': 'a compact token' }), {
      minItems: 1,
      maxItems: 128,
      'x-expected': 'a list of 1 to 128 compact tokens, root first',
    }),
  },
  {
    additionalProperties: false,
    description:
      'A delegation chain as the document behind `hash`; kept, and published only in an export that asks for it.',
    'x-expected': 'an object with `tokens` and nothing else',
  },
)

/** The body of `POST /v1/sessions`. */
export const openSessionSchema = Type.Object(
  {
    external_id: identifier('The vendor’s name for the session; addresses it from now on.'),
    agent: Type.Object(
      {
        external_id: identifier('The vendor’s name for the agent; published.'),
        name: Type.Optional(identifier('For people.')),
        version: Type.Optional(identifier('Stands on every receipt.')),
      },
      { 'x-expected': 'an object' },
    ),
    principal: Type.Object(
      {
        type: oneOf(['human', 'service'], 'On whose behalf the agent runs.'),
        ref: identifier(
          'A reference that only the vendor can resolve; never an e-mail address or phone number.',
        ),
      },
      { 'x-expected': 'an object' },
    ),
    original_request: Type.Object(
      {
        hash: digest('Digest of the request’s text as a JSON string.'),
        anchors: Type.Array(
          Type.String({
            pattern: '^<[a-z][a-z0-9_]{0,31}:[0-9a-f]{16}>$',
            'x-expected': 'an anchor token such as `<email:0f367fdcc159df07>`',
          }),
          {
            description: 'Anchor tokens of everyone whom the request names.',
            'x-expected': 'a list of anchor tokens',
          },
        ),
      },
      { 'x-expected': 'an object' },
    ),
    task: Type.Optional(
      Type.Object(
        {
          ref: identifier('The vendor’s task; only its hash is published.'),
          parent_session_external_id: Type.Optional(identifier('The session that started this one.')),
        },
        { 'x-expected': 'an object' },
      ),
    ),
    grant: Type.Optional(
      Type.Object(
        {
          hash: digest('Digest of the vendor’s grant document, made by the vendor.'),
          ref: Type.Optional(identifier('The vendor’s reference to that document.')),
          scope: Type.Optional(grantScope),
          document: Type.Optional(grantDocument),
        },
        { 'x-expected': 'an object' },
      ),
    ),
    started_at: statedTime('The vendor’s clock.'),
  },
  { 'x-expected': 'an object' },
)

const MAY_BE_NULL = [
  ['agent', 'name'],
  ['agent', 'version'],
  ['task', 'parent_session_external_id'],
  ['task'],
  ['grant', 'ref'],
  ['grant', 'scope'],
  ['grant', 'document'],
  ['grant'],
]

const read = requestReader(openSessionSchema)

/**
 * Reads a session opening.
 *
 * @param body UNTRUSTED.
 * @throws {Refusal}
 */
export function readOpenSession(body: unknown): OpenSessionRequest {
  return read(dropNulls(body, MAY_BE_NULL))
}
