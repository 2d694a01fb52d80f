import { describe, expect, it } from 'vitest'
import { checkRule } from '../../src/policy/check-bundle.js'
import { evaluate } from '../../src/policy/engine.js'
import { managedBundle, MANAGED_RULES } from '../../src/policy/managed.js'
import type { EvaluationInput, Verdict } from '../../src/policy/types.js'
import { inputOf } from './inputs.js'

const bundle = managedBundle()
const judge = (input: EvaluationInput) => evaluate(bundle, input)
const amountStated = { signal_tests: [{ test: { signal: 'amount', above: 0 }, result: true }] }
const nothingRead = { history: { actions: 3, operations: { write: 3 }, data_classes_read: {}, approvals: 0 } }

type Case = { readonly rule: string; readonly verdict: Verdict; readonly input: EvaluationInput }

/** What each rule decides, in every branch of its condition. */
const decided: readonly Case[] = [
  { rule: 'heron.read.allow', verdict: 'ALLOW', input: inputOf({ operation: 'read' }) },
  {
    rule: 'heron.read.allow',
    verdict: 'ALLOW',
    input: inputOf({
      operation: 'read',
      data_class: 'credential',
      destination: 'external',
      magnitude: 'bulk',
    }),
  },
  {
    rule: 'heron.credential.deny',
    verdict: 'DENY',
    input: inputOf({ operation: 'send', data_class: 'credential', destination: 'internal' }),
  },
  ...(['external', 'third_party'] as const).flatMap((destination) =>
    (['write', 'delete', 'execute', 'unknown'] as const).map((operation) => ({
      rule: 'heron.credential.deny',
      verdict: 'DENY' as const,
      input: inputOf({ operation, data_class: 'credential', destination }),
    })),
  ),
  ...(['write', 'delete', 'execute'] as const).map((operation) => ({
    rule: 'heron.credential.step_up',
    verdict: 'STEP_UP' as const,
    input: inputOf({ operation, data_class: 'credential', reversibility: 'costly' }),
  })),
  {
    rule: 'heron.money.deny',
    verdict: 'DENY',
    input: inputOf({ operation: 'execute', data_class: 'financial' }),
  },
  ...(['write', 'send', 'delete', 'unknown'] as const).map((operation) => ({
    rule: 'heron.money.deny',
    verdict: 'DENY' as const,
    input: inputOf({ operation, data_class: 'financial', reversibility: 'costly' }, amountStated),
  })),
  // Where an external send matches as well, both are given as reasons and the first by id is named.
  {
    rule: 'heron.personal.step_up',
    verdict: 'STEP_UP',
    input: inputOf({ operation: 'send', data_class: 'personal', destination: 'none' }),
  },
  ...(['external', 'third_party'] as const).map((destination) => ({
    rule: 'heron.external_send.step_up',
    verdict: 'STEP_UP' as const,
    input: inputOf({ operation: 'send', destination }),
  })),
  { rule: 'heron.external_send.step_up', verdict: 'STEP_UP', input: inputOf({ operation: 'send' }) },
  {
    rule: 'heron.internal_send.allow',
    verdict: 'ALLOW',
    input: inputOf({ operation: 'send', data_class: 'personal', destination: 'internal' }),
  },
  {
    rule: 'heron.bulk_external.step_up',
    verdict: 'STEP_UP',
    input: inputOf({
      operation: 'delete',
      magnitude: 'bulk',
      destination: 'third_party',
      reversibility: 'costly',
    }),
  },
  ...(['external', 'third_party'] as const).map((destination) => ({
    rule: 'heron.external_write.step_up',
    verdict: 'STEP_UP' as const,
    input: inputOf({ operation: 'write', destination, reversibility: 'reversible' }),
  })),
  ...(['reversible', 'costly'] as const).flatMap((reversibility) => [
    {
      rule: 'heron.write.allow',
      verdict: 'ALLOW' as const,
      input: inputOf({ operation: 'write', reversibility }),
    },
    {
      rule: 'heron.recoverable_delete.allow',
      verdict: 'ALLOW' as const,
      input: inputOf({ operation: 'delete', reversibility }),
    },
  ]),
  {
    rule: 'heron.irreversible_delete.modify',
    verdict: 'MODIFY',
    input: inputOf({ operation: 'delete', reversibility: 'terminal' }),
  },
  { rule: 'heron.irreversible_delete.modify', verdict: 'MODIFY', input: inputOf({ operation: 'delete' }) },
  ...(['write', 'delete', 'send'] as const).map((operation) => ({
    rule: 'heron.blind_bulk.defer',
    verdict: 'DEFER' as const,
    input: inputOf(
      { operation, magnitude: 'bulk', destination: 'internal', reversibility: 'costly' },
      nothingRead,
    ),
  })),
  { rule: 'heron.execute.step_up', verdict: 'STEP_UP', input: inputOf({ operation: 'execute' }) },
  { rule: 'heron.unknown.step_up', verdict: 'STEP_UP', input: inputOf({}) },
]

/** As close to the condition as it gets without meeting it. */
const missed: readonly { readonly rule: string; readonly input: EvaluationInput }[] = [
  { rule: 'heron.read.allow', input: inputOf({ operation: 'write' }) },
  {
    rule: 'heron.credential.deny',
    input: inputOf({ operation: 'read', data_class: 'credential', destination: 'external' }),
  },
  {
    rule: 'heron.credential.deny',
    input: inputOf({ operation: 'write', data_class: 'credential', destination: 'internal' }),
  },
  { rule: 'heron.credential.deny', input: inputOf({ operation: 'write', data_class: 'credential' }) },
  { rule: 'heron.credential.step_up', input: inputOf({ operation: 'read', data_class: 'credential' }) },
  { rule: 'heron.credential.step_up', input: inputOf({ operation: 'write', data_class: 'financial' }) },
  { rule: 'heron.money.deny', input: inputOf({ operation: 'read', data_class: 'financial' }, amountStated) },
  { rule: 'heron.money.deny', input: inputOf({ operation: 'write', data_class: 'financial' }) },
  {
    rule: 'heron.money.deny',
    input: inputOf({ operation: 'execute', data_class: 'operational' }, amountStated),
  },
  {
    rule: 'heron.personal.step_up',
    input: inputOf({ operation: 'send', data_class: 'personal', destination: 'internal' }),
  },
  { rule: 'heron.personal.step_up', input: inputOf({ operation: 'write', data_class: 'personal' }) },
  { rule: 'heron.external_send.step_up', input: inputOf({ operation: 'send', destination: 'internal' }) },
  { rule: 'heron.external_send.step_up', input: inputOf({ operation: 'send', destination: 'none' }) },
  { rule: 'heron.internal_send.allow', input: inputOf({ operation: 'send' }) },
  { rule: 'heron.internal_send.allow', input: inputOf({ operation: 'send', destination: 'none' }) },
  {
    rule: 'heron.bulk_external.step_up',
    input: inputOf({ operation: 'write', magnitude: 'single', destination: 'external' }),
  },
  {
    rule: 'heron.bulk_external.step_up',
    input: inputOf({ operation: 'read', magnitude: 'bulk', destination: 'external' }),
  },
  { rule: 'heron.bulk_external.step_up', input: inputOf({ operation: 'write', magnitude: 'bulk' }) },
  { rule: 'heron.external_write.step_up', input: inputOf({ operation: 'write', destination: 'internal' }) },
  { rule: 'heron.external_write.step_up', input: inputOf({ operation: 'write' }) },
  { rule: 'heron.write.allow', input: inputOf({ operation: 'write' }) },
  { rule: 'heron.write.allow', input: inputOf({ operation: 'write', reversibility: 'terminal' }) },
  { rule: 'heron.recoverable_delete.allow', input: inputOf({ operation: 'delete' }) },
  {
    rule: 'heron.recoverable_delete.allow',
    input: inputOf({ operation: 'delete', reversibility: 'terminal' }),
  },
  {
    rule: 'heron.irreversible_delete.modify',
    input: inputOf({ operation: 'delete', reversibility: 'costly' }),
  },
  {
    rule: 'heron.irreversible_delete.modify',
    input: inputOf({ operation: 'write', reversibility: 'terminal' }),
  },
  { rule: 'heron.blind_bulk.defer', input: inputOf({ operation: 'write', magnitude: 'bulk' }) },
  {
    rule: 'heron.blind_bulk.defer',
    input: inputOf({ operation: 'write', magnitude: 'single' }, nothingRead),
  },
  {
    rule: 'heron.blind_bulk.defer',
    input: inputOf({ operation: 'execute', magnitude: 'bulk' }, nothingRead),
  },
  { rule: 'heron.execute.step_up', input: inputOf({ operation: 'send' }) },
  { rule: 'heron.unknown.step_up', input: inputOf({ operation: 'read' }) },
]

describe('the managed rules', () => {
  it.each(decided)('$rule decides: $verdict', ({ rule, verdict, input }) => {
    expect(judge(input)).toMatchObject({ rule, verdict, reasons: expect.arrayContaining([rule]) })
  })

  it.each(missed)('$rule stands back', ({ rule, input }) => {
    expect(judge(input).matched).not.toContain(rule)
  })

  it('each have a case and a near miss here', () => {
    const ids = MANAGED_RULES.map(({ id }) => id).sort()
    expect([...new Set(decided.map(({ rule }) => rule))].sort()).toEqual(ids)
    expect([...new Set(missed.map(({ rule }) => rule))].sort()).toEqual(ids)
  })

  it('are fifteen, numbered in the order of the table, each one a rule that says what it does', () => {
    expect(MANAGED_RULES.map(({ number }) => number)).toEqual(
      Array.from({ length: 15 }, (_, index) => index + 1),
    )
    for (const rule of MANAGED_RULES) expect(checkRule(rule)).toEqual([])
  })

  it('tell how to narrow an irreversible delete, and what a blind bulk call waits for', () => {
    expect(judge(inputOf({ operation: 'delete' })).transform).toMatchObject({ reduce_magnitude_to: 'single' })
    const bulk = inputOf({ operation: 'write', magnitude: 'bulk', reversibility: 'costly' }, nothingRead)
    expect(judge(bulk).pending).toEqual({ prior_operation: ['read'] })
  })

  it('let ordinary work run although everything that the ALLOW rule does not read is unknown', () => {
    for (const values of [
      { operation: 'read' },
      { operation: 'write', reversibility: 'costly' },
      { operation: 'delete', reversibility: 'reversible' },
      { operation: 'send', destination: 'internal' },
    ]) {
      expect(judge(inputOf(values)).verdict).toBe('ALLOW')
    }
  })

  it('deny a write on financial data whose stated amount cannot be compared', () => {
    const unreadable = { signal_tests: [{ test: { signal: 'amount', above: 0 }, result: null }] }
    const write = { operation: 'write', data_class: 'financial', reversibility: 'costly' }
    expect(judge(inputOf(write, unreadable))).toMatchObject({
      verdict: 'DENY',
      reasons: ['heron.money.deny', 'rule_error'],
    })
    expect(judge(inputOf({ ...write, data_class: 'operational' }, unreadable)).verdict).toBe('ALLOW')
  })
})
