/** What one policy bundle changed against another, rule by rule. */
import { canonicalize, type PolicyBundle, type Rule } from '@heron/evidence'

export type BundleChange = {
  readonly rule: string
  readonly what: 'added' | 'removed' | 'changed'
  readonly title: string
}

export function bundleChanges(before: PolicyBundle, after: PolicyBundle): BundleChange[] {
  const old = byId(before.rules)
  const young = byId(after.rules)
  const added = after.rules.filter(({ id }) => !old.has(id))
  const removed = before.rules.filter(({ id }) => !young.has(id))
  const changed = after.rules.filter((rule) => {
    const earlier = old.get(rule.id)
    return earlier !== undefined && canonicalize(earlier) !== canonicalize(rule)
  })
  const as = (what: BundleChange['what']) => (rule: Rule) => ({ rule: rule.id, what, title: rule.title })
  return [...added.map(as('added')), ...removed.map(as('removed')), ...changed.map(as('changed'))]
}

function byId(rules: readonly Rule[]): ReadonlyMap<string, Rule> {
  return new Map(rules.map((rule) => [rule.id, rule]))
}
