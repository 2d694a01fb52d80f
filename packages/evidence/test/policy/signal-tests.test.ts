import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeBundle } from '../../src/policy/bundle.js'
import { evaluate } from '../../src/policy/engine.js'
import { managedBundle } from '../../src/policy/managed.js'
import { runSignalTests } from '../../src/policy/signal-tests.js'
import type { PolicyBundle, Signals, SignalTest } from '../../src/policy/types.js'
import { inputOf, ruleOf, ruleSets } from './inputs.js'

const run = (test: SignalTest, signals: Signals | undefined) =>
  runSignalTests(makeBundle({ rules: [ruleOf('own.rule', 'DENY', test)] }), signals)[0]?.result

describe('signal tests', () => {
  it.each<[SignalTest, Signals, boolean | null]>([
    [{ signal: 'amount', above: 10 }, { amount: 11 }, true],
    [{ signal: 'amount', above: 10 }, { amount: 10 }, false],
    [{ signal: 'amount', below: 10 }, { amount: 9.5 }, true],
    [{ signal: 'amount', below: 10 }, { amount: 10 }, false],
    [{ signal: 'amount', between: [1, 3] }, { amount: 1 }, true],
    [{ signal: 'amount', between: [1, 3] }, { amount: 3 }, true],
    [{ signal: 'amount', between: [1, 3] }, { amount: 4 }, false],
    [{ signal: 'region', one_of: ['eu', 1, true] }, { region: 'eu' }, true],
    [{ signal: 'region', one_of: ['eu', 1, true] }, { region: true }, true],
    [{ signal: 'region', one_of: ['eu', 1, true] }, { region: '1' }, false],
    [{ signal: 'region', stated: true }, { region: false }, true],
    [{ signal: 'region', stated: false }, { region: false }, false],
  ])('%j on %j is %j', (test, signals, result) => {
    expect(run(test, signals)).toBe(result)
  })

  it('are false on a signal that is absent or null, but for the one that asks for that', () => {
    for (const signals of [undefined, {}, { amount: null }]) {
      expect(run({ signal: 'amount', above: -1 }, signals)).toBe(false)
      expect(run({ signal: 'amount', below: 1 }, signals)).toBe(false)
      expect(run({ signal: 'amount', between: [-1, 1] }, signals)).toBe(false)
      expect(run({ signal: 'amount', one_of: [0] }, signals)).toBe(false)
      expect(run({ signal: 'amount', stated: true }, signals)).toBe(false)
      expect(run({ signal: 'amount', stated: false }, signals)).toBe(true)
    }
    expect(run({ signal: 'constructor', stated: true }, {})).toBe(false)
  })

  it('have no result where a number is asked for and something else is stated', () => {
    for (const amount of ['5000', true]) {
      expect(run({ signal: 'amount', above: 0 }, { amount })).toBe(null)
      expect(run({ signal: 'amount', between: [0, 9] }, { amount })).toBe(null)
    }
  })

  it('are each run once, in an order that does not depend on the rules', () => {
    const above = { signal: 'amount', above: 10 } as const
    const stated = { signal: 'amount', stated: true } as const
    const rules = [
      ruleOf('own.a', 'DENY', { all: [stated, above] }),
      ruleOf('own.b', 'ALLOW', { not: { any: [above] } }),
    ]
    const results = [
      { test: above, result: true },
      { test: stated, result: true },
    ]
    expect(runSignalTests(makeBundle({ rules }), { amount: 11 })).toEqual(results)
    const renamed = [ruleOf('own.b', 'DENY', { all: [stated, above] }), ruleOf('own.a', 'ALLOW', above)]
    expect(runSignalTests(makeBundle({ rules: renamed }), { amount: 11 })).toEqual(results)
  })

  it('of the managed set is one: money moves where an amount above 0 is stated', () => {
    expect(runSignalTests(managedBundle(), { amount: 1, record_count: 5 })).toEqual([
      { test: { signal: 'amount', above: 0 }, result: true },
    ])
  })

  it('skip a rule that the engine cannot evaluate', () => {
    const bundle = { ...managedBundle(), rules: [{ id: 'own.x' }, null] } as unknown as PolicyBundle
    expect(runSignalTests(bundle, { amount: 1 })).toEqual([])
  })

  it('are all that the engine needs of the signals', () => {
    const signals = fc.record(
      {
        amount: fc.integer(),
        record_count: fc.nat(20),
        region: fc.constantFrom('eu', 'br'),
        dry_run: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(ruleSets, signals, (rules, stated) => {
        const bundle = makeBundle({ rules })
        const input = inputOf({ operation: 'write' }, { signal_tests: runSignalTests(bundle, stated) })
        expect(evaluate(bundle, input).reasons).not.toContain('rule_error')
      }),
    )
  })
})
