/** What a policy becomes by a change: pure, so that it can be tried on recorded calls before it is put in force. */
import { checkBundle, MANAGED_RULES, type PolicyBundle, type Rule, type Thresholds } from '@heron/evidence'
import { Refusal } from '../refusal.js'
import { checkOwnRule, isManagedRuleId, isOwnRuleId, OWN_PREFIX } from './own-rule.js'

export type PolicyChange = {
  /** Managed rules to turn off. */
  readonly disable?: readonly string[]
  /** Managed rules to turn on again. */
  readonly enable?: readonly string[]
  /** Own rules to add, or to change. UNTRUSTED. */
  readonly put?: readonly unknown[]
  /** Own rules to remove. */
  readonly remove?: readonly string[]
  readonly thresholds?: Thresholds
  readonly base?: PolicyBundle['base']
}

/**
 * The bundle after a change. What is so already stays so.
 *
 * @throws {Refusal} invalid_request for what cannot be a policy; not_found for a rule that is not there.
 */
export function changedBundle(bundle: PolicyBundle, change: PolicyChange): PolicyBundle {
  const rules = new Map(bundle.rules.map((rule) => [rule.id, rule]))
  for (const id of change.disable ?? []) rules.delete(requireManaged(id).id)
  for (const id of change.enable ?? []) rules.set(id, requireManaged(id))
  for (const [index, rule] of (change.put ?? []).entries()) {
    const own = requireOwnRule(rule, `/put/${index.toString()}`)
    rules.set(own.id, own)
  }
  for (const id of change.remove ?? []) {
    if (!isOwnRuleId(id) || !rules.delete(id)) {
      throw new Refusal('not_found', `there is no rule \`${id.slice(0, 128)}\` of this project’s own`)
    }
  }
  const changed: PolicyBundle = {
    ...bundle,
    base: change.base ?? bundle.base,
    thresholds: change.thresholds ?? bundle.thresholds,
    rules: [...rules.values()].sort((left, right) => (left.id < right.id ? -1 : 1)),
  }
  const [finding] = checkBundle(changed)
  if (finding !== undefined) throw new Refusal('invalid_request', finding.message, finding.pointer)
  return changed
}

/** @throws {Refusal} not_found */
export function requireManaged(id: string): Rule {
  const rule = MANAGED_RULES.find((each) => each.id === id)
  if (rule === undefined) throw new Refusal('not_found', `there is no managed rule \`${id.slice(0, 128)}\``)
  return rule
}

/**
 * @param rule UNTRUSTED.
 * @param at where it stands in the request.
 * @throws {Refusal} invalid_request
 */
export function requireOwnRule(rule: unknown, at: string): Rule {
  const [finding] = checkOwnRule(rule)
  if (finding === undefined) return rule as Rule
  throw new Refusal('invalid_request', finding.message, `${at}${finding.pointer}`)
}

/** @throws {Refusal} invalid_request for an id that own rules may not have, a managed one above all. */
export function requireOwnRuleId(id: string): void {
  if (isOwnRuleId(id)) return
  const detail = isManagedRuleId(id)
    ? 'is a managed rule: it can be turned off and on, and no other rule takes its id'
    : `must begin with \`${OWN_PREFIX}\``
  throw new Refusal('invalid_request', detail, '/rule/id')
}
