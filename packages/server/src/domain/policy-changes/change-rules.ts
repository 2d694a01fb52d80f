/**
 * Rules off and on, added, changed and removed (heron.md §5, §8): each a signed entry with a reason, published beside the rule,
 * and a new immutable bundle. Old receipts keep the bundle that they were judged under.
 */
import { type AuditState, hashJson, type PolicyBundle, policyHash, type Rule } from '@heron/evidence'
import { applySettings } from '../../store/queries/project-edits.js'
import { listLogOfSubject } from '../../store/queries/runs.js'
import { step } from '../../store/store.js'
import { type Operation, scopeOf } from '../operator-keys.js'
import { Refusal } from '../refusal.js'
import { commitEdit, type Edit, type EditedAct, type EditParts, requireRevision } from '../settings/edits.js'
import { readSettingsInForce, type SettingsInForce } from '../settings/settings-in-force.js'
import { requireStatedReason } from '../settings/stated-reason.js'
import { changedBundle, requireManaged, requireOwnRule, requireOwnRuleId } from './changed-bundle.js'
import { policySteps } from './policy-steps.js'

export type PolicyInForce = { readonly policy_hash: string; readonly revision: number }

/**
 * Turns a managed rule on or off. What is so already stays so, without an entry.
 *
 * @throws {Refusal} not_found for an id that is none; invalid_request without a reason; changed_meanwhile
 */
export async function switchManagedRule(
  parts: EditParts,
  edit: Edit,
  id: string,
  enabled: boolean,
): Promise<PolicyInForce> {
  const rule = requireManaged(id)
  return changeRules(parts, edit, ({ bundle }) => {
    const was = bundle.rules.some((each) => each.id === id)
    const act = enabled ? 'rule.enabled' : 'rule.disabled'
    const ends = { before: { enabled: was }, after: { enabled } }
    const change = enabled ? { enable: [id] } : { disable: [id] }
    return { rule, act, ...ends, bundle: changedBundle(bundle, change) }
  })
}

/**
 * Adds a rule of the project's own, or changes it. Heron counts the versions: what the rule says of its own is replaced.
 *
 * @param rule UNTRUSTED.
 * @throws {Refusal} invalid_request with where the rule is wrong; changed_meanwhile
 */
export async function putOwnRule(
  parts: EditParts,
  edit: Edit,
  id: string,
  rule: unknown,
): Promise<PolicyInForce> {
  requireOwnRuleId(id)
  const own = requireOwnRule(rule, '/rule')
  if (own.id !== id) throw new Refusal('invalid_request', 'must be the id of the address', '/rule/id')
  const latest = await latestVersion(parts, edit, id)
  return changeRules(parts, edit, ({ bundle }) => {
    const earlier = bundle.rules.find((each) => each.id === id)
    if (earlier !== undefined && hashJson({ ...own, version: earlier.version }) === hashJson(earlier)) {
      return { rule: earlier, act: 'rule.changed', before: null, after: null, bundle }
    }
    const next = { ...own, version: Math.max(latest, earlier?.version ?? 0) + 1 }
    return {
      rule: next,
      act: earlier === undefined ? 'rule.added' : 'rule.changed',
      before: earlier === undefined ? {} : endOf(earlier),
      after: endOf(next),
      bundle: changedBundle(bundle, { put: [next] }),
    }
  })
}

/**
 * Removes a rule of the project's own. Its id and its versions are not used again for another meaning.
 *
 * @throws {Refusal} not_found; invalid_request; changed_meanwhile
 */
export async function removeOwnRule(parts: EditParts, edit: Edit, id: string): Promise<PolicyInForce> {
  requireOwnRuleId(id)
  return changeRules(parts, edit, ({ bundle }) => {
    const rule = bundle.rules.find((each) => each.id === id)
    if (rule === undefined) throw new Refusal('not_found', `there is no rule \`${id.slice(0, 128)}\``)
    return {
      ...{ rule, act: 'rule.removed', before: endOf(rule), after: {} },
      bundle: changedBundle(bundle, { remove: [id] }),
    }
  })
}

type RuleChange = {
  readonly rule: Rule
  readonly act: string
  readonly before: AuditState
  readonly after: AuditState
  readonly bundle: PolicyBundle
}

async function changeRules(
  parts: EditParts,
  edit: Edit,
  change: (settings: SettingsInForce) => RuleChange,
): Promise<PolicyInForce> {
  const reason = requireStatedReason(edit.reason)
  const revision = await requireRevision(parts, edit)
  const settings = await readSettingsInForce(parts.store, edit.project)
  const { rule, act, before, after, bundle } = change(settings)
  const was = settings.row.policy_hash
  const hash = policyHash(bundle)
  if (hash === was) return { policy_hash: hash, revision }
  const acts: EditedAct[] = [
    {
      ...{ act, subject: `rule:${rule.id}` },
      before: { ...before, policy_hash: was },
      after: { ...after, policy_hash: hash },
    },
  ]
  const written = await commitEdit(parts, { ...edit, reason }, revision, acts, (entries) => [
    ...policySteps(edit, bundle, entries),
    step(applySettings, { ...settings.row, policy_hash: hash }),
  ])
  return { policy_hash: hash, revision: written.revision }
}

function endOf({ version, effect, ...rest }: Rule): { readonly [member: string]: string | number } {
  return { version, effect, rule_hash: hashJson({ version, effect, ...rest }) }
}

/** The version that a rule had last, also where it has been removed since; 0 for one that never was. */
async function latestVersion({ store }: EditParts, operation: Operation, id: string): Promise<number> {
  const { organization_id, project_id } = scopeOf(operation)
  const about = { organization_id, chain: `project:${project_id}`, subject: `rule:${id}`, limit: 1 }
  const [entry] = await store.all(listLogOfSubject, about)
  if (entry === undefined) return 0
  const { before, after } = JSON.parse(entry.payload_text) as { before: AuditState; after: AuditState }
  return Math.max(...[before, after].map((end) => Number(end?.['version'] ?? 0)))
}
