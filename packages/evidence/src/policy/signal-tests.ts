/**
 * Runs the signal tests of a bundle where the signals are known: in the service (heron.md §5). The results are signed
 * and published, the signals are not, so that a stranger can judge the call again.
 */
import { checkRule } from './check-bundle.js'
import { signalTestKey, signalTestsIn } from './conditions.js'
import type { PolicyBundle, Signals, SignalTest, SignalTestResult } from './types.js'

/**
 * Every test that occurs in the bundle's rules, once, in order of its canonical text. Rules that the engine cannot
 * evaluate hold none.
 *
 * @param signals what `readSignals` accepted, as sent.
 */
export function runSignalTests(bundle: PolicyBundle, signals: Signals | undefined): SignalTestResult[] {
  return testsOf(bundle).map((test) => ({ test, result: runTest(test, signals ?? {}) }))
}

/** Found once for a bundle, which never changes, since this runs on every call. */
const testsByBundle = new WeakMap<PolicyBundle, readonly SignalTest[]>()

function testsOf(bundle: PolicyBundle): readonly SignalTest[] {
  const known = testsByBundle.get(bundle)
  if (known !== undefined) return known
  const readable = bundle.rules.filter((rule) => checkRule(rule).length === 0)
  const byKey = new Map(
    readable.flatMap((rule) => signalTestsIn(rule.when)).map((test) => [signalTestKey(test), test]),
  )
  const tests = [...byKey.keys()].sort().flatMap((key) => byKey.get(key) ?? [])
  testsByBundle.set(bundle, tests)
  return tests
}

function runTest(test: SignalTest, signals: Signals): boolean | null {
  const value = (Object.hasOwn(signals, test.signal) ? signals[test.signal] : null) ?? null
  if ('stated' in test) return (value !== null) === test.stated
  if (value === null) return false
  if ('one_of' in test) return test.one_of.includes(value)
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  if ('above' in test) return value > test.above
  if ('below' in test) return value < test.below
  const [low, high] = test.between
  return value >= low && value <= high
}
