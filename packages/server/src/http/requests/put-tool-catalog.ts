/**
 * `PUT /v1/tool-catalog` (heron.md §3, §4). The body is hashed and signed as a whole, so nothing in it is dropped or
 * completed; entries hold the documented members only. Conflicts between names are the domain's to judge.
 */
import {
  DATA_CLASSES,
  DESTINATIONS,
  MAX_CATALOG_TOOLS,
  MAX_TOOL_ALIASES,
  OPERATIONS,
  type PutToolCatalogRequest,
  REVERSIBILITIES,
} from '@heron/evidence'
import Type from 'typebox'
import { identifier, oneOf, vendorSignature } from './fields.js'
import { requestReader } from './reader.js'

/** A fact is stated or left out. */
function known<Word extends string>(words: readonly Word[], description: string): Type.TUnsafe<Word> {
  return oneOf(
    words.filter((word) => word !== 'unknown'),
    description,
  )
}

const catalogTool = Type.Object(
  {
    name: identifier('The tool’s live name.'),
    aliases: Type.Optional(
      Type.Array(identifier('Another name it answers to.'), {
        maxItems: MAX_TOOL_ALIASES,
        'x-expected': `a list of at most ${MAX_TOOL_ALIASES} names`,
      }),
    ),
    signals: Type.Object(
      {
        op: Type.Optional(known(OPERATIONS, 'Operation.')),
        data_class: Type.Optional(known(DATA_CLASSES, 'Data class.')),
        destination: Type.Optional(known(DESTINATIONS, 'Destination.')),
        reversible: Type.Optional(Type.Boolean({ 'x-expected': 'true or false' })),
        reversibility: Type.Optional(known(REVERSIBILITIES, 'Reversibility; wins over `reversible`.')),
      },
      {
        additionalProperties: false,
        description: 'Facts that hold for every call.',
        'x-expected': 'an object (empty when no fact holds for every call)',
      },
    ),
    provider: Type.Optional(identifier('Who offers the tool.')),
    server: Type.Optional(identifier('Where it runs.')),
  },
  { additionalProperties: false, 'x-expected': 'an object' },
)

/** The body of `PUT /v1/tool-catalog`. */
export const putToolCatalogSchema = Type.Object(
  {
    v: Type.Literal(1, { 'x-expected': '1' }),
    tools: Type.Array(catalogTool, {
      maxItems: MAX_CATALOG_TOOLS,
      'x-expected': `a list of at most ${MAX_CATALOG_TOOLS} tools`,
    }),
    signature: vendorSignature,
  },
  { 'x-expected': 'an object' },
)

/**
 * Reads a tool catalogue.
 *
 * @param body UNTRUSTED.
 * @throws {Refusal}
 */
export const readPutToolCatalog: (body: unknown) => PutToolCatalogRequest =
  requestReader(putToolCatalogSchema)
