/**
 * A change of policy tried on recorded calls (pages.md, "Policy"): their signed evaluations judged again under the changed
 * bundle. Signals are not stored, so where the answer hangs on one that no receipt holds, the call is counted apart instead
 * of guessed. Histories stay as they were recorded: what an earlier changed verdict would have led to is not played through.
 */
import {
  COUNT_SIGNALS,
  type EvaluationPayload,
  evaluate,
  isSameJson,
  parseJson,
  type PolicyBundle,
  signalTestKey,
  signalTestsIn,
  type Thresholds,
  type Verdict,
} from '@heron/evidence'
import { pageOfNewest } from '../../store/queries/actions.js'
import { findPolicy } from '../../store/queries/projects.js'
import type { Reader } from '../../store/store.js'
import { scopeOf } from '../operator-keys.js'
import { readSettingsInForce } from '../settings/settings-in-force.js'
import { changedBundle, type PolicyChange } from './changed-bundle.js'
import type { ProjectKey } from '../tenant.js'

export type DryRun = {
  /** How many calls were looked at. */
  readonly calls: number
  readonly changed: number
  readonly not_recomputable: number
  /** The most frequent first. */
  readonly transitions: readonly { readonly from: Verdict; readonly to: Verdict; readonly count: number }[]
  /** The newest. */
  readonly examples: readonly {
    readonly action: string
    readonly tool: string
    readonly from: Verdict
    readonly to: Verdict
    readonly rule_before: string | null
    readonly rule_after: string | null
    readonly received_at: string
  }[]
}

/** Most calls that are looked at: a second or two of work. */
export const MAX_CALLS = 10_000

/** Calls judged before others have their turn: some milliseconds. */
const PAGE = 100
const MAX_EXAMPLES = 20
const END = '~'

/** @throws {Refusal} invalid_request, not_found for a change that cannot be made. */
export async function dryRun(
  store: Reader,
  project: ProjectKey,
  change: PolicyChange,
  last: number,
): Promise<DryRun> {
  const { bundle } = await readSettingsInForce(store, project)
  const changed = changedBundle(bundle, change)
  const thresholdsOf = thresholdReader(store, project)
  const tests = testsOf(changed)
  const transitions = new Map<string, { from: Verdict; to: Verdict; count: number }>()
  const examples: DryRun['examples'][number][] = []
  let calls = 0
  let changedCalls = 0
  let notRecomputable = 0
  let before = END
  while (calls < last) {
    const limit = Math.min(PAGE, last - calls)
    const rows = await store.all(pageOfNewest, { ...scopeOf({ project }), before_id: before, limit })
    for (const row of rows) {
      const evaluation = parseJson(row.evaluation_text) as unknown as EvaluationPayload
      const after = judgeAgain(changed, tests, evaluation, await thresholdsOf(evaluation.policy_hash))
      const { verdict: from, rule } = evaluation.result
      if (after === null) notRecomputable += 1
      else if (after.verdict !== from) {
        changedCalls += 1
        const key = `${from} ${after.verdict}`
        const transition = transitions.get(key) ?? { from, to: after.verdict, count: 0 }
        transitions.set(key, { ...transition, count: transition.count + 1 })
        if (examples.length < MAX_EXAMPLES) {
          examples.push({
            ...{ action: row.id, tool: evaluation.tool, from, to: after.verdict },
            ...{ rule_before: rule, rule_after: after.rule, received_at: row.received_at },
          })
        }
      }
    }
    calls += rows.length
    if (rows.length < limit) break
    before = rows.at(-1)?.id ?? ''
    await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    ...{ calls, changed: changedCalls, not_recomputable: notRecomputable, examples },
    transitions: [...transitions.values()].sort((left, right) => right.count - left.count),
  }
}

/** Null where the answer hangs on what no receipt holds. */
function judgeAgain(
  bundle: PolicyBundle,
  tests: ReadonlyMap<string, readonly string[]>,
  evaluation: EvaluationPayload,
  thresholds: Thresholds | null,
): { readonly verdict: Verdict; readonly rule: string | null } | null {
  const { classification, history, signal_tests, approval_match } = evaluation
  if (!magnitudeStands(classification.magnitude, thresholds, bundle.thresholds)) return null
  const after = evaluate(bundle, { classification, history, signal_tests, approval_match })
  if (!after.reasons.includes('rule_error')) return after
  const recorded = new Set(signal_tests.map(({ test }) => signalTestKey(test)))
  // A rule whose test nobody ran counts as one that cannot be evaluated, which is a DENY that would not be given.
  const guessed = (tests.get(after.rule ?? '') ?? []).some((key) => !recorded.has(key))
  return guessed ? null : after
}

/** The signal tests of each rule, by its id. */
function testsOf({ rules }: PolicyBundle): ReadonlyMap<string, readonly string[]> {
  return new Map(rules.map(({ id, when }) => [id, signalTestsIn(when).map(signalTestKey)]))
}

/** Whether the magnitude would be the same under other thresholds, as far as it can be told without the counts. */
function magnitudeStands(
  { value, of }: EvaluationPayload['classification']['magnitude'],
  before: Thresholds | null,
  after: Thresholds,
): boolean {
  const counted = COUNT_SIGNALS.filter((name) => of.includes(name))
  if (counted.length === 0 || value === 'none' || isSameJson(before, after)) return true
  if (before === null) return false
  if (value === 'single') return counted.every((name) => after[name] >= before[name])
  return value === 'bulk' && counted.every((name) => after[name] <= before[name])
}

/** The thresholds that a call was judged under; each bundle is read once. */
function thresholdReader(
  store: Reader,
  project: ProjectKey,
): (policyHash: string | null) => Promise<Thresholds | null> {
  const known = new Map<string, Thresholds | null>()
  return async (hash) => {
    if (hash === null) return null
    const kept = known.get(hash)
    if (kept !== undefined) return kept
    const row = await store.first(findPolicy, { ...scopeOf({ project }), policy_hash: hash })
    const thresholds =
      row === undefined ? null : (parseJson(row.bundle_text) as unknown as PolicyBundle).thresholds
    known.set(hash, thresholds)
    return thresholds
  }
}
