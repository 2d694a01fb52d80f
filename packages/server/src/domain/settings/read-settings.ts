/** The settings of a project as an operator sees them, with the revision that an edit has to name. */
import { parseJson, type PolicyBundle, type Thresholds } from '@heron/evidence'
import { findOpenWindow } from '../../store/queries/enforcement.js'
import { findPage } from '../../store/queries/evidence-pages.js'
import type { Reader } from '../../store/store.js'
import { enforcementAt } from '../enforcement/enforcement-at.js'
import { scopeOf } from '../operator-keys.js'
import { type Timings, timingsOf } from '../reconcile/timings.js'
import { Refusal } from '../refusal.js'
import { readRevision } from './edits.js'
import { personName } from './person-name.js'
import { readSettingsInForce } from './settings-in-force.js'
import type { ProjectKey } from '../tenant.js'

type Times = {
  readonly approval_timeout_ms: number
  readonly context_timeout_ms: number
  readonly reconcile_window_ms: number
  readonly missing_horizon_ms: number
  readonly retention_days: number
}

export type EnforcementView =
  | { readonly mode: 'enforced' }
  | {
      readonly mode: 'advisory' | 'suspended'
      readonly declared_by: string
      readonly entry_hash: string
      readonly reason: string
      /** Null for somebody who has left. */
      readonly by: string | null
      readonly from: string
      readonly until: string
    }

export type SettingsView = Times & {
  readonly revision: number
  readonly window_days: number
  readonly public_overview: boolean
  readonly evidence: { readonly slug: string; readonly url: string }
  readonly allowlist: readonly string[]
  readonly thresholds: Thresholds
  readonly base: PolicyBundle['base']
  /** What a project has that sets none of its own. */
  readonly defaults: Times
  readonly enforcement: EnforcementView
}

export type SettingsParts = {
  readonly store: Reader
  readonly now: () => string
  readonly timings: Timings
  readonly retentionMs: number
}

const DAY_MS = 86_400_000

/** @param origin where browsers reach the service, e.g. `https://heron.example`. */
export async function readSettings(
  parts: SettingsParts,
  project: ProjectKey,
  origin: string,
): Promise<SettingsView> {
  const { store, timings, retentionMs } = parts
  // Read first: an edit in between makes the revision too old, never too new.
  const revision = await readRevision(parts, project)
  const { row, bundle } = await readSettingsInForce(store, project)
  const page = await store.first(findPage, scopeOf({ project }))
  if (page === undefined) throw new Refusal('not_found', 'this project has no evidence page')
  return {
    revision,
    window_days: page.window_days,
    public_overview: page.public_overview === 1,
    evidence: { slug: page.slug, url: `${origin}/e/${page.slug}` },
    allowlist: parseJson(row.allowlist_text) as readonly string[],
    ...timesOf(timingsOf(row, timings), row.retention_ms ?? retentionMs),
    thresholds: bundle.thresholds,
    base: bundle.base,
    defaults: timesOf(timings, retentionMs),
    enforcement: await readEnforcement(parts, project),
  }
}

/** What binds now; a declaration whose time is over is none, whether or not its end was written. */
export async function readEnforcement(
  { store, now }: Pick<SettingsParts, 'store' | 'now'>,
  project: ProjectKey,
): Promise<EnforcementView> {
  const row = await store.first(findOpenWindow, scopeOf({ project }))
  if (row === undefined) return { mode: 'enforced' }
  const { effect, declared_by: declaredBy, declared_from: from, declared_until: until } = row
  if (enforcementAt({ id: row.id, effect, declaredBy, from, until }, now()).effect === 'enforced') {
    return { mode: 'enforced' }
  }
  const by = await personName(store, project.organizationId, row.actor_id)
  return {
    ...{ mode: effect, declared_by: declaredBy, entry_hash: declaredBy },
    ...{ reason: row.reason, by, from, until },
  }
}

function timesOf(timings: Timings, retentionMs: number): Times {
  return {
    approval_timeout_ms: timings.approvalTimeoutMs,
    context_timeout_ms: timings.contextTimeoutMs,
    reconcile_window_ms: timings.reconcileWindowMs,
    missing_horizon_ms: timings.missingHorizonMs,
    retention_days: retentionMs / DAY_MS,
  }
}
