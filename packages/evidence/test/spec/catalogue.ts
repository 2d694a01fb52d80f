/** Vectors of the tool catalogue: canonical form, hash, signature, join, conflicts (heron.md §4). */
import {
  canonicalCatalog,
  canonicalize,
  catalogHash,
  checkCatalog,
  indexCatalog,
  type JsonValue,
  signCatalog,
  toBase64url,
  type ToolCatalogBody,
} from '../../src/index.js'
import { VENDOR_KEY_TEXT, VENDOR_KID, VENDOR_SEED } from '../support/keys.js'

const BODIES: Readonly<Record<string, ToolCatalogBody>> = {
  empty: { v: 1, tools: [] },
  one_tool: { v: 1, tools: [{ name: 'crm.lookup', signals: { op: 'read', data_class: 'personal' } }] },
  every_member: {
    v: 1,
    tools: [
      {
        name: 'mail.send',
        aliases: ['send_mail', 'Mail'],
        signals: { op: 'send', data_class: 'personal', destination: 'internal', reversibility: 'terminal' },
        provider: 'acme',
        server: 'mail-1',
      },
      { name: 'files.trash', signals: { op: 'delete', reversible: true } },
      { name: 'mystery', signals: {} },
    ],
  },
  order_is_by_code_unit: {
    v: 1,
    tools: ['b', 'a', 'B', 'a_', 'ä', 'a', '\uffee', '\u{1f54a}', 'Z', '10', '9']
      .filter((name, index, all) => all.indexOf(name) === index)
      .map((name) => ({ name, signals: {} })),
  },
  alias_of_two_is_nobody: {
    v: 1,
    tools: [
      { name: 'one', aliases: ['x', 'y', 'y'], signals: { op: 'read' } },
      { name: 'two', aliases: ['x'], signals: { op: 'write' } },
    ],
  },
  live_name_beats_alias: {
    v: 1,
    tools: [
      { name: 'old', aliases: ['new'], signals: { op: 'read' } },
      { name: 'new', signals: { op: 'delete' } },
    ],
  },
}

const LOOKUPS = [
  'crm.lookup',
  'send_mail',
  'Mail',
  'mail',
  'mystery',
  'x',
  'y',
  'new',
  'old',
  '',
  'constructor',
]

const CONFLICTS: Readonly<Record<string, JsonValue>> = {
  acceptable: { v: 1, tools: [{ name: 'a', aliases: ['b'], signals: { op: 'read' } }] },
  own_name_as_alias: { v: 1, tools: [{ name: 'a', aliases: ['a', 'b', 'b'], signals: {} }] },
  duplicate_name: {
    v: 1,
    tools: [
      { name: 'a', signals: {} },
      { name: 'a', signals: { op: 'read' } },
    ],
  },
  ambiguous_alias: {
    v: 1,
    tools: [
      { name: 'a', aliases: ['x'], signals: {} },
      { name: 'b', aliases: ['y', 'x'], signals: {} },
    ],
  },
  shadowed_alias: {
    v: 1,
    tools: [
      { name: 'a', aliases: ['b'], signals: {} },
      { name: 'b', signals: {} },
    ],
  },
  shadowed_before_ambiguous: {
    v: 1,
    tools: [
      { name: 'a', aliases: ['c'], signals: {} },
      { name: 'b', aliases: ['c'], signals: {} },
      { name: 'c', signals: {} },
    ],
  },
  unknown_is_left_out: { v: 1, tools: [{ name: 'a', signals: { op: 'unknown' } }] },
  value_outside_vocabulary: { v: 1, tools: [{ name: 'a', signals: { destination: 'moon' } }] },
  fact_that_varies: { v: 1, tools: [{ name: 'a', signals: { record_count: 3 } }] },
  reversible_is_boolean: { v: 1, tools: [{ name: 'a', signals: { reversible: 'yes' } }] },
  unknown_member: { v: 1, tools: [{ name: 'a', signals: {}, 'x/y~': 1 }] },
  empty_name: { v: 1, tools: [{ name: '', signals: {} }] },
  name_of_257: { v: 1, tools: [{ name: 'n'.repeat(257), signals: {} }] },
  name_of_256_units: { v: 1, tools: [{ name: '\u{1f54a}'.repeat(128), signals: {} }] },
  name_of_258_units: { v: 1, tools: [{ name: '\u{1f54a}'.repeat(129), signals: {} }] },
  signals_missing: { v: 1, tools: [{ name: 'a' }] },
  tool_is_no_object: { v: 1, tools: ['a', null] },
  aliases_are_no_list: { v: 1, tools: [{ name: 'a', aliases: 'b', signals: {} }] },
  other_version: { v: 2, tools: [] },
  tools_missing: { v: 1 },
  no_object: [],
}

export function catalogueVectors(): Readonly<Record<string, unknown>> {
  const bodies = Object.entries(BODIES)
  const key = { kid: VENDOR_KID, seed: VENDOR_SEED }
  return {
    spec: 'heron-catalogue',
    version: 1,
    canonical: bodies.map(([name, body]) => ({
      name,
      body,
      canonical: canonicalize(canonicalCatalog(body)),
      catalog_hash: catalogHash(body),
    })),
    signature: bodies.map(([name, body]) => ({
      name,
      body,
      seed: toBase64url(VENDOR_SEED),
      public_key: VENDOR_KEY_TEXT,
      signed: signCatalog(body, key),
    })),
    join: bodies.map(([name, body]) => {
      const index = indexCatalog(body)
      return {
        name,
        body,
        lookups: LOOKUPS.map((tool) => ({
          tool,
          found: index.find(tool)?.name ?? null,
          coverage: index.coverage(tool),
        })),
      }
    }),
    conflicts: Object.entries(CONFLICTS).map(([name, body]) => {
      const { findings, warnings } = checkCatalog(body)
      return {
        name,
        body,
        findings: findings.map(({ code, pointer }) => ({ code, pointer })),
        warnings: warnings.map(({ code, alias, tool }) => ({ code, alias, tool })),
      }
    }),
  }
}
