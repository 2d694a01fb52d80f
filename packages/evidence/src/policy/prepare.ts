/** A bundle made ready for the engine: checked once, rules in one order, with the dimensions that each reads. */
import { checkBundleFrame, checkRule, isRuleId } from './check-bundle.js'
import { dimensionsRead } from './conditions.js'
import type { Dimension, PolicyBundle, Rule } from './types.js'

export type PreparedRule = { readonly rule: Rule; readonly dimensions: ReadonlySet<Dimension> }

export type PreparedPolicy = {
  readonly base: PolicyBundle['base']
  /** By id. */
  readonly rules: readonly PreparedRule[]
  /** Of rules that cannot be evaluated, whatever the call: each counts as a matched DENY. Null where there is no id. */
  readonly broken: readonly (string | null)[]
}

/** A bundle is immutable and a check costs more than a judgement, so each object is prepared once. */
const prepared = new WeakMap<object, PreparedPolicy | 'unreadable'>()

/**
 * Null when the value is no bundle at all.
 *
 * @param bundle UNTRUSTED. Rules in any order; of rules that share an id none can be trusted to be meant.
 */
export function preparePolicy(bundle: unknown): PreparedPolicy | null {
  if (typeof bundle !== 'object' || bundle === null) return null
  let policy = prepared.get(bundle)
  if (policy === undefined) {
    policy = checkBundleFrame(bundle).length > 0 ? 'unreadable' : prepare(bundle as PolicyBundle)
    prepared.set(bundle, policy)
  }
  return policy === 'unreadable' ? null : policy
}

function prepare(bundle: PolicyBundle): PreparedPolicy {
  const rules: PreparedRule[] = []
  const broken = new Set<string | null>()
  const seen = new Set<string>()
  for (const rule of bundle.rules) {
    if (checkRule(rule).length > 0) {
      const id: unknown = (rule as Rule | null)?.id
      broken.add(isRuleId(id) ? id : null)
      continue
    }
    if (seen.has(rule.id)) broken.add(rule.id)
    seen.add(rule.id)
    rules.push({ rule, dimensions: dimensionsRead(rule.when) })
  }
  return {
    base: bundle.base,
    rules: rules
      .filter(({ rule }) => !broken.has(rule.id))
      .sort((left, right) => byCodeUnit(left.rule.id, right.rule.id)),
    broken: [...broken].sort((left, right) => byCodeUnit(left ?? '', right ?? '')),
  }
}

function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
