/** What one policy bundle changed against another: rule by rule, and in what frames the rules. */
import { canonicalize, COUNT_SIGNALS, type PolicyBundle, type Rule } from '@heron/evidence'

export type BundleChange = {
  readonly rule: string
  readonly what: 'added' | 'removed' | 'changed'
  readonly title: string
  /** Null where there was, or is, no such rule. */
  readonly before: Rule | null
  readonly after: Rule | null
}

export type FrameChange = { readonly name: string; readonly before: string; readonly after: string }

export function bundleChanges(before: PolicyBundle, after: PolicyBundle): BundleChange[] {
  const old = byId(before.rules)
  const young = byId(after.rules)
  const added = after.rules.filter(({ id }) => !old.has(id))
  const removed = before.rules.filter(({ id }) => !young.has(id))
  const changed = after.rules.filter((rule) => {
    const earlier = old.get(rule.id)
    return earlier !== undefined && canonicalize(earlier) !== canonicalize(rule)
  })
  const as =
    (what: BundleChange['what']) =>
    ({ id, title }: Rule): BundleChange => ({
      ...{ rule: id, what, title },
      ...{ before: old.get(id) ?? null, after: young.get(id) ?? null },
    })
  return [...added.map(as('added')), ...removed.map(as('removed')), ...changed.map(as('changed'))]
}

/** What differs besides the rules: base, thresholds, taxonomy, lexicon. */
export function frameChanges(before: PolicyBundle, after: PolicyBundle): FrameChange[] {
  return facts(before).flatMap(([name, was], index) => {
    const is = facts(after)[index]?.[1] ?? ''
    return is === was ? [] : [{ name, before: was, after: is }]
  })
}

function facts({ base, thresholds, taxonomy, lexicon }: PolicyBundle): [string, string][] {
  return [
    ['answer where no rule matches', base],
    ...COUNT_SIGNALS.map((name): [string, string] => [
      `bulk above, ${name.replace('_', ' ')}`,
      thresholds[name].toString(),
    ]),
    ['taxonomy', taxonomy],
    ['lexicon', lexicon],
  ]
}

function byId(rules: readonly Rule[]): ReadonlyMap<string, Rule> {
  return new Map(rules.map((rule) => [rule.id, rule]))
}
