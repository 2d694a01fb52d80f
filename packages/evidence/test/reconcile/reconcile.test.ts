import { describe, expect, it } from 'vitest'
import { type Verdict, VERDICTS } from '../../src/policy/types.js'
import { type DecisionFacts, lateAfter, reconcile } from '../../src/reconcile/reconcile.js'
import { type Outcome, OUTCOMES } from '../../src/wire/requests.js'

const settings = { horizonMs: 3_600_000, lateAfterMs: 60_000 }
const decision = (changed: Partial<DecisionFacts>): DecisionFacts => ({
  verdict: 'ALLOW',
  effect: 'enforced',
  decidedAtMs: 0,
  contradicted: false,
  statements: [],
  ...changed,
})
const said = (outcome: Outcome, receivedAtMs = 10, signatureValid = true) => ({
  outcome,
  receivedAtMs,
  signatureValid,
})
const judge = (changed: Partial<DecisionFacts>, nowMs = 1000) => reconcile(decision(changed), settings, nowMs)

describe('reconciliation', () => {
  // The whole table: only what was put into the world against a verdict is a breach.
  const rows = VERDICTS.flatMap((verdict) => OUTCOMES.map((outcome) => [verdict, outcome] as const))
  it.each(rows)('of %s with %s', (verdict: Verdict, outcome: Outcome) => {
    const breach = verdict !== 'ALLOW' && ['EXECUTED', 'FAILED', 'ABANDONED'].includes(outcome)
    const { state, findings } = judge({ verdict, statements: [said(outcome)] })
    expect(state).toBe('paired')
    expect(findings).toEqual(breach ? [`EXECUTED_DESPITE_${verdict}`] : [])
    expect(judge({ verdict, effect: 'advisory', statements: [said(outcome)] }).findings).toEqual([])
    expect(judge({ verdict, effect: 'suspended', statements: [said(outcome)] }).findings).toEqual([])
  })

  it('keeps contradictory statements: an honest BLOCKED does not excuse a later EXECUTED', () => {
    const statements = [said('BLOCKED'), said('EXECUTED')]
    expect(judge({ verdict: 'DENY', statements }).findings).toEqual(['EXECUTED_DESPITE_DENY'])
  })

  it('judges absence only against the horizon', () => {
    expect(judge({}, settings.horizonMs)).toEqual({ state: 'pending', findings: [] })
    expect(judge({}, settings.horizonMs + 1)).toEqual({ state: 'missing', findings: ['MISSING_EXECUTION'] })
  })

  it('lets NOT_ATTEMPTED count as a statement and never as silence', () => {
    expect(judge({ statements: [said('NOT_ATTEMPTED')] }, settings.horizonMs * 2).findings).toEqual([])
  })

  it('calls evidence late by the first statement only', () => {
    expect(judge({ statements: [said('EXECUTED', 60_000)] }).findings).toEqual([])
    expect(judge({ statements: [said('EXECUTED', 60_001)] }).findings).toEqual(['LATE_EVIDENCE'])
    expect(judge({ statements: [said('EXECUTED', 10), said('EXECUTED', 70_000)] }).findings).toEqual([])
  })

  it('does not accuse by a statement that does not verify', () => {
    const statements = [said('EXECUTED', 10, false)]
    expect(judge({ verdict: 'DENY', statements }).findings).toEqual(['INVALID_VENDOR_SIGNATURE'])
  })

  it('states a contradiction beside everything else', () => {
    expect(judge({ contradicted: true, statements: [said('EXECUTED')] }).findings).toEqual([
      'INTENT_CONTRADICTION',
    ])
  })

  it('measures lateness by the nearest-rank p99 of the tool, from twenty pairs on', () => {
    const delays = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect(lateAfter(delays, 60_000)).toBe(99)
    expect(lateAfter(delays.slice(0, 20), 60_000)).toBe(100)
    expect(lateAfter(delays.slice(0, 19), 60_000)).toBe(60_000)
  })
})
