/** What is in force and what was: policy bundles with how often each rule decided, and what the vendor stated of its tools. */
import {
  type AuditPayload,
  type CatalogEntry,
  indexCatalog,
  MANAGED_RULES,
  type PagePolicy,
  type PageSignals,
  type PolicyBundle,
  type ToolCatalogBody,
} from '@heron/evidence'
import { findCatalog } from '../../store/queries/catalogs.js'
import { findSettings, listPolicies } from '../../store/queries/projects.js'
import { listLogOfSubject } from '../../store/queries/runs.js'
import type { Reader } from '../../store/store.js'
import { logOf, type Reach } from './reach.js'
import { storedJson } from './stored-json.js'
import { countActions, countSessions } from './tallies.js'

export async function readPolicies(reader: Reader, reach: Reach): Promise<PagePolicy> {
  const settings = await reader.first(findSettings, reach.scope)
  const { policies } = await countActions(reader, reach)
  const rows = await reader.all(listPolicies, reach.scope)
  const bundles = rows.map(({ policy_hash, bundle_text }) => {
    const use = policies.get(policy_hash)
    return {
      type: 'bundle' as const,
      policy_hash,
      bundle: storedJson<PolicyBundle>(bundle_text),
      first_used_at: use?.firstUsedAt ?? null,
      last_used_at: use?.lastUsedAt ?? null,
      decisions: use?.decisions ?? 0,
      decided: Object.fromEntries(use?.decided ?? []),
    }
  })
  const inForce = bundles.find(({ policy_hash }) => policy_hash === settings?.policy_hash)
  return {
    in_force: inForce?.policy_hash ?? null,
    bundles,
    disabled: inForce === undefined ? [] : await disabledRules(reader, reach, inForce.bundle),
  }
}

/** Managed rules that are not in the bundle, each with what the operator log says last about it. */
async function disabledRules(
  reader: Reader,
  reach: Reach,
  { rules }: PolicyBundle,
): Promise<PagePolicy['disabled']> {
  const enabled = new Set(rules.map(({ id }) => id))
  const disabled: PagePolicy['disabled'][number][] = []
  for (const { id } of MANAGED_RULES) {
    if (enabled.has(id)) continue
    const about = { ...logOf(reach), subject: `rule:${id}`, limit: 1 }
    const [entry] = await reader.all(listLogOfSubject, about)
    const { reason = null, at = '' } =
      entry === undefined ? {} : storedJson<Partial<AuditPayload>>(entry.payload_text)
    disabled.push({ rule: id, reason, at })
  }
  return disabled
}

export async function readSignals(reader: Reader, reach: Reach): Promise<PageSignals> {
  const [actions, sessions] = [await countActions(reader, reach), await countSessions(reader, reach)]
  const catalog = await catalogInForce(reader, reach)
  const index = catalog === null ? null : indexCatalog(catalog.body)
  const tools = { described: [] as string[], listed: [] as string[], absent: [] as string[] }
  for (const tool of actions.tools) tools[index?.coverage(tool) ?? 'absent'].push(tool)
  return {
    actions: actions.actions,
    dimensions: actions.dimensions,
    tools,
    commitments: {
      instructions: actions.instructions,
      shown_text: actions.shownText,
      grants: sessions.grants,
      tasks: sessions.tasks,
      sessions: sessions.sessions,
      actions: actions.actions,
    },
    catalog,
  }
}

async function catalogInForce(reader: Reader, { scope }: Reach): Promise<CatalogEntry | null> {
  const settings = await reader.first(findSettings, scope)
  const id = settings?.catalog_id ?? null
  const row = id === null ? undefined : await reader.first(findCatalog, { ...scope, id })
  if (row === undefined) return null
  return {
    type: 'catalog',
    catalog_hash: row.catalog_hash,
    body: storedJson<ToolCatalogBody>(row.body_text),
    signature: { kid: row.kid, alg: 'Ed25519', value: row.signature },
    signature_valid: row.signature_valid === 1,
    received_at: row.received_at,
  }
}
