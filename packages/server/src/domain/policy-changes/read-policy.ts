/** The policy of a project as an operator sees it: managed rules on and off, own ones, and every bundle there ever was. */
import { type AuditPayload, MANAGED_RULES, parseJson, type PolicyBundle, type Rule } from '@heron/evidence'
import { findPolicyChange } from '../../store/queries/project-edits.js'
import { listPolicies } from '../../store/queries/projects.js'
import { listLogOfSubject } from '../../store/queries/runs.js'
import type { Reader } from '../../store/store.js'
import { countActions } from '../evidence-page/tallies.js'
import { scopeOf } from '../operator-keys.js'
import { readRevision } from '../settings/edits.js'
import { readSettingsInForce } from '../settings/settings-in-force.js'
import { isOwnRuleId } from './own-rule.js'
import type { ProjectKey } from '../tenant.js'

export type PolicyView = {
  readonly revision: number
  readonly policy_hash: string
  readonly bundle: PolicyBundle
  /** In the order of the published table. */
  readonly managed: readonly {
    readonly rule: Rule
    readonly enabled: boolean
    /** Absent for a rule that came with a newer Heron and was never on here. */
    readonly disabled?: { readonly reason: string | null; readonly at: string; readonly entry_hash: string }
    readonly decided_30d: number
  }[]
  readonly own: readonly {
    readonly rule: Rule
    readonly decided_30d: number
    /** The last change. */
    readonly added: { readonly reason: string | null; readonly at: string } | null
  }[]
  /** True where no rule at all is on: every call then gets the base's answer. */
  readonly no_rule: boolean
}

export type PastPolicy = {
  readonly policy_hash: string
  readonly created_at: string
  readonly bundle: PolicyBundle
  readonly decisions: number
  /** The act that first put it in force; null for the one that the project began with. */
  readonly by_act: string | null
  readonly reason: string | null
}

type Parts = { readonly store: Reader; readonly now: () => string }

const DAY_MS = 86_400_000

/** Bundles that are listed; older ones are found by their hash. */
const MAX_LISTED = 200

export async function readPolicyView({ store, now }: Parts, project: ProjectKey): Promise<PolicyView> {
  const revision = await readRevision({ store }, project)
  const { row, bundle } = await readSettingsInForce(store, project)
  const from = new Date(Date.parse(now()) - 30 * DAY_MS).toISOString()
  const decided = await decisionsByRule(store, project, from)
  const enabled = new Set(bundle.rules.map(({ id }) => id))
  const managed: PolicyView['managed'][number][] = []
  for (const rule of MANAGED_RULES) {
    const decided_30d = decided.get(rule.id) ?? 0
    // What is in force is the bundle's, which may be older than this Heron.
    const own = bundle.rules.find(({ id }) => id === rule.id) ?? rule
    const last = enabled.has(rule.id) ? null : await lastEntry(store, project, rule.id)
    const { reason = null, at = '', entry_hash = '' } = last ?? {}
    managed.push({
      ...{ rule: own, enabled: enabled.has(rule.id), decided_30d },
      ...(last === null ? {} : { disabled: { reason, at, entry_hash } }),
    })
  }
  const own: PolicyView['own'][number][] = []
  for (const rule of bundle.rules) {
    if (!isOwnRuleId(rule.id)) continue
    const last = await lastEntry(store, project, rule.id)
    const added = last === null ? null : { reason: last.reason, at: last.at }
    own.push({ rule, decided_30d: decided.get(rule.id) ?? 0, added })
  }
  return { revision, policy_hash: row.policy_hash, bundle, managed, own, no_rule: bundle.rules.length === 0 }
}

/** Newest first. */
export async function listPastPolicies(
  { store }: Parts,
  project: ProjectKey,
): Promise<readonly PastPolicy[]> {
  const scope = scopeOf({ project })
  const { policies } = await countActions(store, { scope, from: '' })
  const rows = (await store.all(listPolicies, scope)).reverse().slice(0, MAX_LISTED)
  const past: PastPolicy[] = []
  for (const { policy_hash, created_at, bundle_text } of rows) {
    const change = await store.first(findPolicyChange, { ...scope, policy_hash })
    past.push({
      ...{ policy_hash, created_at },
      bundle: parseJson(bundle_text) as unknown as PolicyBundle,
      decisions: policies.get(policy_hash)?.decisions ?? 0,
      by_act: change?.act ?? null,
      reason: change?.reason ?? null,
    })
  }
  return past
}

async function decisionsByRule(
  store: Reader,
  project: ProjectKey,
  from: string,
): Promise<ReadonlyMap<string, number>> {
  const decided = new Map<string, number>()
  const { policies } = await countActions(store, { scope: scopeOf({ project }), from })
  for (const use of policies.values()) {
    for (const [rule, count] of use.decided) decided.set(rule, (decided.get(rule) ?? 0) + count)
  }
  return decided
}

/** What the operator log says last about a rule. */
async function lastEntry(
  store: Reader,
  { organizationId, projectId }: ProjectKey,
  rule: string,
): Promise<AuditPayload | null> {
  const about = { organization_id: organizationId, chain: `project:${projectId}`, subject: `rule:${rule}` }
  const [entry] = await store.all(listLogOfSubject, { ...about, limit: 1 })
  return entry === undefined ? null : (parseJson(entry.payload_text) as unknown as AuditPayload)
}
