/** JSON Schemas (2020-12) of what Heron signs and publishes, drawn from the shapes by which the verifier reads it. */
import {
  COUNT_SIGNALS,
  DATA_CLASSES,
  DESTINATIONS,
  DIMENSIONS,
  ENTRY_TYPES,
  type EntryType,
  MAGNITUDES,
  MAX_CATALOG_TOOLS,
  MAX_RULES,
  MAX_TOOL_ALIASES,
  OPERATIONS,
  REVERSIBILITIES,
  SOURCES,
  VERDICTS,
} from '../../src/index.js'
import { UNTESTABLE_SIGNALS } from '../../src/classify/signals.js'
import { ENTRY_SHAPES } from '../../src/verify/shapes/entries.js'
import {
  auditReceipt,
  closeReceipt,
  decisionReceipt,
  evaluationReceipt,
  manifestReceipt,
  resolutionReceipt,
} from '../../src/verify/shapes/receipts.js'
import { count, digest, list, literal, nullable, object, text, time } from '../../src/verify/shapes/shape.js'
import type { Receipt, SnapshotHead, SnapshotPayload } from '../../src/receipt/payloads.js'
import type { JsonSchema } from '../../src/verify/shapes/shape.js'

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

type Members = { readonly properties: Readonly<Record<string, JsonSchema>> }

/** The schemas by file name. */
export function specSchemas(): Readonly<Record<string, JsonSchema>> {
  const entries = ENTRY_TYPES.map((type) => entrySchema(type))
  const session = ENTRY_SHAPES.session.schema as Members
  const action = ENTRY_SHAPES.action.schema as Members
  const named = (title: string, schema: JsonSchema): JsonSchema => ({ $schema: DIALECT, title, ...schema })
  return {
    'export-line.json': named('One line of an evidence export', { oneOf: entries }),
    'session-record.json': named('The genesis record of a session', session.properties['record']!),
    'action-record.json': named('The record of an action', action.properties['record']!),
    'receipt-decision.json': named('Decision receipt', decisionReceipt.schema),
    'receipt-evaluation.json': named('Evaluation receipt', evaluationReceipt.schema),
    'receipt-close.json': named('Close receipt', closeReceipt.schema),
    'receipt-resolution.json': named('Resolution receipt', resolutionReceipt.schema),
    'receipt-audit.json': named('Audit receipt', auditReceipt.schema),
    'receipt-manifest.json': named('Manifest of an export', manifestReceipt.schema),
    'receipt-snapshot.json': named('Snapshot receipt', SNAPSHOT),
    'catalogue.json': named('The signed part of a tool catalogue', CATALOGUE),
    'policy-bundle.json': named('A policy bundle', BUNDLE),
  }
}

function entrySchema(type: EntryType): JsonSchema {
  const schema = ENTRY_SHAPES[type].schema as Partial<Members>
  return {
    ...schema,
    properties: { ...schema.properties, type: { const: type } },
    required: withType(schema),
  }
}

function withType(schema: JsonSchema): readonly unknown[] {
  return [...new Set(['type', ...((schema['required'] as string[] | undefined) ?? [])])]
}

const SNAPSHOT: JsonSchema = object<Receipt<SnapshotPayload>>({
  payload: object<SnapshotPayload>({
    kind: literal('snapshot'),
    v: literal(1),
    org: text,
    project: text,
    snapshot: text,
    since: time,
    heads: list(object<SnapshotHead>({ session: text, head_hash: digest, actions: count })),
    actions: count,
    findings: count,
    log: nullable(object<{ head_hash: string; entries: number }>({ head_hash: digest, entries: count })),
    digest,
    taken_at: time,
  }),
  alg: literal('EdDSA'),
  kid: text,
  signature: text,
}).schema

const closed = (properties: Readonly<Record<string, JsonSchema>>, optional: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
})
const known = (words: readonly string[]) => ({ enum: words.filter((word) => word !== 'unknown') })
const words = (vocabulary: readonly string[]) => ({
  type: 'array',
  items: { enum: vocabulary },
  minItems: 1,
  uniqueItems: true,
})
const whole = (minimum: number) => ({ type: 'integer', minimum, maximum: Number.MAX_SAFE_INTEGER })
const NAME = { type: 'string', minLength: 1, maxLength: 256 }
const TEXT = { type: 'string', pattern: '\\S', maxLength: 4000 }

const CATALOGUE: JsonSchema = closed({
  v: { const: 1 },
  tools: {
    type: 'array',
    maxItems: MAX_CATALOG_TOOLS,
    items: closed(
      {
        name: NAME,
        aliases: { type: 'array', maxItems: MAX_TOOL_ALIASES, items: NAME },
        signals: closed(
          {
            op: known(OPERATIONS),
            data_class: known(DATA_CLASSES),
            destination: known(DESTINATIONS),
            reversible: { type: 'boolean' },
            reversibility: known(REVERSIBILITIES),
          },
          ['op', 'data_class', 'destination', 'reversible', 'reversibility'],
        ),
        provider: NAME,
        server: NAME,
      },
      ['aliases', 'provider', 'server'],
    ),
  },
})

const VALUES = {
  operation: OPERATIONS,
  data_class: DATA_CLASSES,
  destination: DESTINATIONS,
  magnitude: MAGNITUDES,
  reversibility: REVERSIBILITIES,
} as const

const condition = { $ref: '#/$defs/condition' }
const conditions = { type: 'array', items: condition, minItems: 1 }
const signal = { ...TEXT, not: { enum: UNTESTABLE_SIGNALS } }
const history = (name: string, of: readonly string[] | null) =>
  (['at_least', 'at_most'] as const).map((test) =>
    closed({ history: { const: name }, ...(of === null ? {} : { of: { enum: of } }), [test]: whole(0) }),
  )

const CONDITION: JsonSchema = {
  oneOf: [
    closed({ all: conditions }),
    closed({ any: conditions }),
    closed({ not: condition }),
    ...DIMENSIONS.flatMap((dimension) =>
      ['in', 'not_in'].map((test) =>
        closed({ dimension: { const: dimension }, [test]: words(VALUES[dimension]) }),
      ),
    ),
    ...history('actions', null),
    ...history('approvals', null),
    ...history('operations', OPERATIONS),
    ...history('data_classes_read', DATA_CLASSES),
    closed({ signal, above: { type: 'number' } }),
    closed({ signal, below: { type: 'number' } }),
    closed({ signal, between: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 } }),
    closed({
      signal,
      one_of: {
        type: 'array',
        items: { type: ['string', 'number', 'boolean'] },
        minItems: 1,
        maxItems: 1000,
      },
    }),
    closed({ signal, stated: { type: 'boolean' } }),
  ],
}

/** Required on rules of that effect, meaningless elsewhere. */
function companion(member: string, effect: string): JsonSchema {
  const asked = { properties: { effect: { const: effect } }, required: ['effect'] }
  return { if: asked, then: { required: [member] }, else: { not: { required: [member] } } }
}

const RULE: JsonSchema = {
  ...closed(
    {
      id: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$' },
      number: whole(1),
      version: whole(1),
      title: TEXT,
      text: TEXT,
      effect: { enum: VERDICTS },
      when: condition,
      min_source: { enum: SOURCES },
      transform: closed(
        { note: TEXT, narrow_destination_to: known(DESTINATIONS), reduce_magnitude_to: known(MAGNITUDES) },
        ['narrow_destination_to', 'reduce_magnitude_to'],
      ),
      pending: {
        ...closed(
          {
            prior_operation: words(OPERATIONS.filter((word) => word !== 'unknown')),
            prior_read_of_data_class: known(DATA_CLASSES),
          },
          ['prior_operation', 'prior_read_of_data_class'],
        ),
        minProperties: 1,
      },
    },
    ['number', 'min_source', 'transform', 'pending'],
  ),
  allOf: [companion('transform', 'MODIFY'), companion('pending', 'DEFER')],
}

const BUNDLE: JsonSchema = {
  ...closed({
    v: { const: 1 },
    algorithm: { const: 'deny-overrides' },
    base: { enum: ['DENY', 'STEP_UP'] },
    rules: { type: 'array', maxItems: MAX_RULES, items: { $ref: '#/$defs/rule' } },
    thresholds: closed(Object.fromEntries(COUNT_SIGNALS.map((name) => [name, whole(1)]))),
    taxonomy: TEXT,
    lexicon: TEXT,
  }),
  $defs: { rule: RULE, condition: CONDITION },
}
