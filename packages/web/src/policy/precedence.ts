/** Deny-overrides: which answer wins over which, and rules in that order (heron.md §5). */
import type { Rule, Verdict } from '@heron/evidence'

/** What wins stands first. */
export const PRECEDENCE: readonly Verdict[] = ['DENY', 'DEFER', 'STEP_UP', 'MODIFY', 'ALLOW']

/** Sorts by what a rule answers, then by its id. */
export function byPrecedence(left: Pick<Rule, 'effect' | 'id'>, right: Pick<Rule, 'effect' | 'id'>): number {
  const order = PRECEDENCE.indexOf(left.effect) - PRECEDENCE.indexOf(right.effect)
  if (order !== 0) return order
  return left.id < right.id ? -1 : left.id > right.id ? 1 : 0
}
