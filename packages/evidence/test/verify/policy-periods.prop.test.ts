/** The periods of bundles, searched by halves, are those that a reader finds by looking at every entry of the log. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type InForce, PolicyPeriods } from '../../src/verify/walk/policy-periods.js'

const START_MS = Date.parse('2026-07-13T12:00:00.000Z')
const GRACE_MS = 60_000

type Change = { readonly atMs: number; readonly bundle: string }

const timeOf = (ms: number): string => new Date(ms).toISOString()

/** Minutes, so that many periods touch; clocks may be set back. */
const changes = fc.array(
  fc.record({
    atMs: fc.integer({ min: -20, max: 20 }).map((minutes) => START_MS + minutes * 45_000),
    bundle: fc.constantFrom('a', 'b', 'c'),
  }),
  { minLength: 1, maxLength: 12 },
)
const asked = fc.record({
  ms: fc.integer({ min: -1_200_000, max: 1_200_000 }).map((ms) => START_MS + ms),
  bundle: fc.constantFrom('a', 'b', 'c', 'd'),
})

function byLooking(log: readonly Change[], { ms, bundle }: { ms: number; bundle: string }): InForce {
  let sinceMs = Number.NEGATIVE_INFINITY
  const periods = log.map((change, index) => {
    if (index > 0) sinceMs = Math.max(sinceMs, change.atMs)
    return { bundle: change.bundle, sinceMs }
  })
  const found = periods.some((period, index) => {
    const untilMs = periods[index + 1]?.sinceMs ?? Infinity
    return period.bundle === bundle && period.sinceMs - GRACE_MS <= ms && ms <= untilMs + GRACE_MS
  })
  return found ? 'yes' : 'no'
}

describe('the periods of bundles', () => {
  it('are those of the entries, in whatever order their clocks stand', () => {
    fc.assert(
      fc.property(changes, fc.array(asked, { minLength: 1 }), (log, questions) => {
        const periods = new PolicyPeriods()
        const answers = log.map(({ atMs, bundle }, index) => {
          const before = index === 0 ? null : { policy_hash: log[index - 1]!.bundle }
          const act = index === 0 ? 'project.created' : 'rule.changed'
          return periods.accept({ act, at: timeOf(atMs), before, after: { policy_hash: bundle } })
        })
        expect(answers.every((follows) => follows === true)).toBe(true)
        for (const question of questions) {
          expect(periods.at(question.bundle, timeOf(question.ms))).toBe(byLooking(log, question))
        }
      }),
    )
  })

  it('are unknown where no entry names a bundle, whatever else the log says', () => {
    const periods = new PolicyPeriods()
    for (const after of [null, {}, { policy_hash: 7 }, { public_key: 'a' }]) {
      const entry = { act: 'rule.changed', at: timeOf(START_MS), before: null, after }
      expect(periods.accept(entry)).toBeNull()
    }
    expect(periods.at('a', timeOf(START_MS))).toBe('unknown')
  })
})
