import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classify } from '../../src/classify/classify.js'
import { readSignals } from '../../src/classify/signals.js'
import { canonicalize } from '../../src/json/canonical.js'
import { DEFAULT_THRESHOLDS } from '../../src/policy/bundle.js'
import { evaluate } from '../../src/policy/engine.js'
import { EMPTY_HISTORY } from '../../src/policy/history.js'
import { managedBundle } from '../../src/policy/managed.js'
import { runSignalTests } from '../../src/policy/signal-tests.js'
import {
  type Classification,
  DATA_CLASSES,
  DESTINATIONS,
  DIMENSION_VALUES,
  DIMENSIONS,
  OPERATIONS,
  REVERSIBILITIES,
  type Signals,
  SOURCES,
} from '../../src/policy/types.js'
import type { CatalogSignals } from '../../src/wire/requests.js'

function classificationOf(
  toolName: string,
  signals: Signals = {},
  catalogSignals: CatalogSignals | null = null,
): Classification {
  const reading = readSignals(signals)
  if (!reading.ok) throw new Error(`${reading.pointer} ${reading.message}`)
  return classify({ toolName, signals: reading, catalogSignals, thresholds: DEFAULT_THRESHOLDS })
}

const marked = (inferred: string, signals: Signals): Signals => ({
  ...signals,
  inferred,
  inference_model: 'm-1',
  inference_prompt_hash: `sha256:${'00'.repeat(32)}`,
  inference_slice: 'all',
})
const unknown = { value: 'unknown', source: 'unknown' }

describe('the source of a dimension', () => {
  it('is the call itself, before the catalogue, before the name', () => {
    const catalog = { op: 'write' }
    expect(classificationOf('delete_x', { op: 'send' }, catalog).operation).toEqual({
      value: 'send',
      source: 'declared',
    })
    expect(classificationOf('delete_x', {}, catalog).operation).toEqual({
      value: 'write',
      source: 'catalogued',
    })
    expect(classificationOf('delete_x').operation).toEqual({ value: 'delete', source: 'derived' })
    expect(classificationOf('frobnicate').operation).toEqual(unknown)
  })

  it('falls through what is stated as unknown, or in no known word', () => {
    for (const op of ['unknown', 'SEND', 7, null]) {
      expect(classificationOf('delete_x', { op }).operation).toEqual({ value: 'delete', source: 'derived' })
    }
  })

  it('is per dimension', () => {
    const catalog = { data_class: 'financial', destination: 'third_party', reversible: false }
    expect(classificationOf('update_x', { destination: 'internal', amount: 5 }, catalog)).toMatchObject({
      operation: { value: 'write', source: 'derived' },
      data_class: { value: 'financial', source: 'catalogued' },
      destination: { value: 'internal', source: 'declared' },
      magnitude: { value: 'single', source: 'declared', of: ['amount'] },
      reversibility: { value: 'terminal', source: 'catalogued' },
    })
  })

  it('is unknown for a destination or a magnitude that nobody stated: no name tells them', () => {
    expect(classificationOf('send_bulk_external_mail')).toMatchObject({
      destination: unknown,
      magnitude: { ...unknown, of: [] },
    })
  })
})

describe('magnitude', () => {
  it.each([
    [{ record_count: 0 }, 'none'],
    [{ record_count: 1 }, 'single'],
    [{ record_count: 100 }, 'single'],
    [{ record_count: 101 }, 'bulk'],
    [{ recipient_count: 25 }, 'single'],
    [{ recipient_count: 26 }, 'bulk'],
    [{ amount: 100_000 }, 'single'],
    [{ amount: 100_001 }, 'bulk'],
    [{ amount: 0, record_count: 2 }, 'single'],
    [{ record_count: 2, recipient_count: 26, amount: 0 }, 'bulk'],
    [{ record_count: -1 }, 'unknown'],
  ])('of %j is %s', (signals, value) => {
    expect(classificationOf('x', signals).magnitude.value).toBe(value)
  })

  it('names every count that it was judged from', () => {
    expect(classificationOf('x', { amount: 1, record_count: 500 }).magnitude.of).toEqual([
      'record_count',
      'amount',
    ])
  })
})

describe('derived reversibility', () => {
  it('follows the operation that counts, whoever stated it', () => {
    const reversibilityOf = (name: string, signals: Signals) => classificationOf(name, signals).reversibility
    expect(reversibilityOf('frobnicate', { op: 'write' })).toEqual({ value: 'costly', source: 'derived' })
    expect(reversibilityOf('frobnicate', { op: 'read' })).toEqual({ value: 'reversible', source: 'derived' })
    expect(reversibilityOf('get_x', { op: 'delete' })).toEqual({ value: 'terminal', source: 'derived' })
    expect(reversibilityOf('archive_x', { op: 'delete' })).toEqual({ value: 'costly', source: 'derived' })
    expect(reversibilityOf('delete_x', { op: 'execute' })).toEqual(unknown)
    expect(reversibilityOf('delete_x', { reversible: true })).toEqual({
      value: 'reversible',
      source: 'declared',
    })
  })

  it('is no better than a model where only the model named the operation', () => {
    expect(classificationOf('frobnicate', marked('operation', { op: 'write' })).reversibility).toEqual({
      value: 'costly',
      source: 'inferred',
    })
  })
})

describe("a model's answer", () => {
  it('resolves what declared, catalogued and derived leave unknown', () => {
    const classification = classificationOf(
      'send_x',
      marked('destination,magnitude', { destination: 'internal', record_count: 3 }),
    )
    expect(classification).toMatchObject({
      destination: { value: 'internal', source: 'inferred' },
      magnitude: { value: 'single', source: 'inferred', of: ['record_count'] },
      inference: { dimensions: ['destination', 'magnitude'], model: 'm-1', slice: 'all', contradicts: [] },
    })
  })

  it('overturns neither catalogue nor name, and the contradiction is recorded', () => {
    const signals = marked('operation,destination', { op: 'read', recipient_external: false })
    const classification = classificationOf('send_x', signals, { destination: 'third_party' })
    expect(classification).toMatchObject({
      operation: { value: 'send', source: 'derived' },
      destination: { value: 'third_party', source: 'catalogued' },
    })
    expect(classification.inference?.contradicts).toEqual([
      { dimension: 'operation', inferred: 'read', measured: 'send', measured_source: 'derived' },
      {
        dimension: 'destination',
        inferred: 'internal',
        measured: 'third_party',
        measured_source: 'catalogued',
      },
    ])
  })

  it('that agrees, or is missing, contradicts nothing', () => {
    expect(classificationOf('send_x', marked('operation', { op: 'send' })).inference?.contradicts).toEqual([])
    expect(classificationOf('send_x', marked('operation', {})).inference?.contradicts).toEqual([])
    expect(classificationOf('send_x', marked('operation', {})).operation.source).toBe('derived')
  })

  it('leaves the dimensions that it does not name declared', () => {
    const classification = classificationOf(
      'x',
      marked('destination', { op: 'send', destination: 'external' }),
    )
    expect(classification.operation).toEqual({ value: 'send', source: 'declared' })
    expect(classification.destination).toEqual({ value: 'external', source: 'inferred' })
  })
})

describe('a classification', () => {
  it('carries versions, approval and commitments, and none of the signals', () => {
    const digest = `sha256:${'0a'.repeat(32)}`
    const signals = {
      instructions_hash: digest,
      human_authorized: true,
      approver: 'ann@example.org',
      secret: 'x',
    }
    const classification = classificationOf('x', signals)
    expect(classification).toMatchObject({
      taxonomy: 'heron.taxonomy/1',
      lexicon: 'heron.lexicon/1',
      approval: { kind: 'prior', approver: '<redacted:approver>' },
      commitments: ['instructions_hash'],
    })
    expect(canonicalize(classification)).not.toMatch(/0a0a|ann@|secret/)
  })
})

const calls = fc.record({
  toolName: fc
    .array(
      fc.constantFrom(
        'get',
        'update',
        'send',
        'delete',
        'archive',
        'run',
        'pay',
        'list',
        'secret',
        'invoice',
        'foo',
      ),
      { maxLength: 4 },
    )
    .map((words) => words.join('_')),
  signals: fc.record(
    {
      op: fc.constantFrom(...OPERATIONS, 'SEND'),
      data_class: fc.constantFrom(...DATA_CLASSES, 'secret'),
      destination: fc.constantFrom(...DESTINATIONS, 4),
      recipient_external: fc.constantFrom(true, false, 'no'),
      reversibility: fc.constantFrom(...REVERSIBILITIES),
      reversible: fc.boolean(),
      record_count: fc.nat(200),
      amount: fc.integer({ min: -5, max: 200_000 }),
    },
    { requiredKeys: [] },
  ),
  catalog: fc.option(
    fc.record(
      {
        op: fc.constantFrom('read', 'write', 'send', 'delete', 'execute'),
        data_class: fc.constantFrom('none', 'financial', 'credential', 'personal'),
        destination: fc.constantFrom('internal', 'external'),
        reversible: fc.boolean(),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<CatalogSignals>,
  ),
})

const bundle = managedBundle()
const judged = (toolName: string, signals: Signals, catalog: CatalogSignals | null) =>
  evaluate(bundle, {
    classification: classificationOf(toolName, signals, catalog),
    history: EMPTY_HISTORY,
    signal_tests: runSignalTests(bundle, signals),
    approval_match: 'none',
  })

describe('classifying', () => {
  it('is total: a value of its vocabulary in every dimension, unknown exactly where nobody is the source', () => {
    fc.assert(
      fc.property(calls, fc.string(), fc.boolean(), ({ toolName, signals, catalog }, other, model) => {
        const stated = model ? marked('operation,destination,magnitude', signals) : signals
        const classification = classificationOf(toolName + other, stated, catalog)
        for (const dimension of DIMENSIONS) {
          const { value, source } = classification[dimension]
          expect(DIMENSION_VALUES[dimension]).toContain(value)
          expect(SOURCES).toContain(source)
          expect(value === 'unknown').toBe(source === 'unknown')
        }
        expect(() => canonicalize(classification)).not.toThrow()
      }),
    )
  })

  // "Declaring more never worsens a verdict by itself" (heron.md §4), in the three ways in which it can be meant.
  it('changes no value when the call states what was known anyway, and the verdict only for the better', () => {
    const name = {
      operation: 'op',
      data_class: 'data_class',
      destination: 'destination',
      reversibility: 'reversibility',
    }
    const dimensions = fc.subarray(Object.keys(name) as (keyof typeof name)[])
    fc.assert(
      fc.property(calls, dimensions, ({ toolName, signals, catalog }, restated) => {
        const before = classificationOf(toolName, signals, catalog)
        const more = Object.fromEntries(
          restated.map((dimension) => [name[dimension], before[dimension].value]),
        )
        const after = classificationOf(toolName, { ...signals, ...more }, catalog)
        for (const dimension of DIMENSIONS) expect(after[dimension].value).toBe(before[dimension].value)
        const verdicts = [
          judged(toolName, signals, catalog),
          judged(toolName, { ...signals, ...more }, catalog),
        ]
        expect(verdicts[1]?.verdict).toBe(verdicts[0]?.verdict)
        const confidence = verdicts.map((each) => ['high', 'medium', 'low'].indexOf(each.confidence))
        expect(confidence[1]).toBeLessThanOrEqual(confidence[0]!)
      }),
    )
  })

  it('is the same when the call adds that it does not know, or a word that is none', () => {
    const nothing = fc.constantFrom('unknown', 'UNKNOWN', null, 3)
    fc.assert(
      fc.property(calls, nothing, ({ toolName, signals, catalog }, value) => {
        const silent = { op: value, data_class: value, destination: value, reversibility: value }
        expect(classificationOf(toolName, { ...silent, ...signals }, catalog)).toEqual(
          classificationOf(toolName, signals, catalog),
        )
      }),
    )
  })

  it('judges the same when the call adds commitments or a prior approval', () => {
    const digest = `sha256:${'0a'.repeat(32)}`
    const added = {
      instructions_hash: digest,
      shown_text_hash: digest,
      human_authorized: true,
      approver: 'u_1',
    }
    fc.assert(
      fc.property(calls, ({ toolName, signals, catalog }) => {
        expect(judged(toolName, { ...signals, ...added }, catalog)).toEqual(
          judged(toolName, signals, catalog),
        )
      }),
    )
  })
})
