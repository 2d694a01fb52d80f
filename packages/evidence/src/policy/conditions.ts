/**
 * What a condition means (heron.md §5): true, false, or null where it cannot be evaluated on the facts at hand.
 *
 * Null spreads as "could be either": `all` with a false part is false whatever the rest, `any` with a true part is
 * true. So a fact that cannot be read spoils only the rules whose outcome hangs on it.
 *
 * INVARIANT: every condition here passed `./check-condition.ts`; `./engine.ts` sees to it.
 */
import { canonicalize } from '../json/canonical.js'
import type { Condition, Dimension, SignalTest } from './types.js'

/** What a condition is asked about. */
export type ConditionFacts = {
  readonly value: (dimension: Dimension) => string
  /** Null when the history does not hold a count there. */
  readonly count: (history: string, of: string | null) => number | null
  /** Null when the test has no result. The key is {@link signalTestKey}. */
  readonly signalTest: (key: string) => boolean | null
}

export function holds(condition: Condition, facts: ConditionFacts): boolean | null {
  if ('all' in condition) return every(condition.all, true, facts)
  if ('any' in condition) return every(condition.any, false, facts)
  if ('not' in condition) {
    const inner = holds(condition.not, facts)
    return inner === null ? null : !inner
  }
  if ('dimension' in condition) {
    const value = facts.value(condition.dimension)
    return 'in' in condition ? condition.in.includes(value) : !condition.not_in.includes(value)
  }
  if ('history' in condition) {
    const count = facts.count(condition.history, 'of' in condition ? condition.of : null)
    if (count === null) return null
    return 'at_least' in condition ? count >= condition.at_least : count <= condition.at_most
  }
  return facts.signalTest(signalTestKey(condition))
}

/** `all` (goal true) ends at the first false, `any` (goal false) at the first true. */
function every(parts: readonly Condition[], goal: boolean, facts: ConditionFacts): boolean | null {
  let result: boolean | null = goal
  for (const part of parts) {
    const outcome = holds(part, facts)
    if (outcome === !goal) return outcome
    if (outcome === null) result = null
  }
  return result
}

/** The dimensions that a condition reads, wherever it names them. */
export function dimensionsRead(condition: Condition): ReadonlySet<Dimension> {
  return new Set(leaves(condition).flatMap((leaf) => ('dimension' in leaf ? [leaf.dimension] : [])))
}

/** The signal tests in a condition, in order of appearance, repeated ones too. */
export function signalTestsIn(condition: Condition): SignalTest[] {
  return leaves(condition).filter((leaf) => 'signal' in leaf)
}

/** Names a test by its content. @throws {CanonicalizationError} for a value that is no JSON. */
export function signalTestKey(test: SignalTest): string {
  return canonicalize(test)
}

type Leaf = Exclude<Condition, { all: unknown } | { any: unknown } | { not: unknown }>

function leaves(condition: Condition): Leaf[] {
  if ('all' in condition) return condition.all.flatMap(leaves)
  if ('any' in condition) return condition.any.flatMap(leaves)
  if ('not' in condition) return leaves(condition.not)
  return [condition]
}
