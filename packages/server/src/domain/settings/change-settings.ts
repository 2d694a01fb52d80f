/**
 * Changes settings of a project (heron.md §8): any number at once, each with a signed entry of its own, all in one
 * transaction. What stands that way already gets no entry.
 */
import { canonicalize, parseJson, type PolicyBundle, policyHash, type Thresholds } from '@heron/evidence'
import { findPage, setPageWindow, switchOverview } from '../../store/queries/evidence-pages.js'
import { applySettings } from '../../store/queries/project-edits.js'
import { hastenRetention } from '../../store/queries/retention.js'
import type { Schema } from '../../store/schema.js'
import { type Step, step } from '../../store/store.js'
import { scopeOf } from '../operator-keys.js'
import type { OperatorParts } from '../operator-log.js'
import { policySteps } from '../policy-changes/policy-steps.js'
import { Refusal } from '../refusal.js'
import { commitEdit, type Edit, type EditedAct, type EditParts, requireRevision } from './edits.js'
import {
  requireAllowlist,
  requireDays,
  requireThresholds,
  requireTimeSetting,
  type TimeSetting,
} from './setting-bounds.js'
import { readSettingsInForce, type SettingsInForce } from './settings-in-force.js'
import { requireStatedReason } from './stated-reason.js'

export type SettingsPatch = { readonly [name in TimeSetting]?: number | null } & {
  readonly window_days?: number
  readonly public_overview?: boolean
  readonly allowlist?: readonly string[]
  readonly thresholds?: Thresholds
  readonly base?: PolicyBundle['base']
}

/** What the operator log says about the window and the overview is said about these. */
export const WINDOW_SUBJECT = 'evidence_page:window'
const OVERVIEW_SUBJECT = 'evidence_page:overview'

const TIME_ACTS: Readonly<Record<TimeSetting, string>> = {
  reconcile_window_ms: 'reconcile_window.changed',
  missing_horizon_ms: 'missing_horizon.changed',
  approval_timeout_ms: 'approval_timeout.changed',
  context_timeout_ms: 'context_timeout.changed',
  retention_ms: 'retention.changed',
}

/**
 * @throws {Refusal} invalid_request with the member; not_found; changed_meanwhile
 */
export async function changeSettings(parts: EditParts, edit: Edit, patch: SettingsPatch): Promise<void> {
  const reason = requireStatedReason(edit.reason)
  const revision = await requireRevision(parts, edit)
  const settings = await readSettingsInForce(parts.store, edit.project)
  const page = await pageChange(parts, edit, patch)
  const changes = [
    ...timeChanges(settings.row, edit, patch),
    ...allowlistChange(settings.row, edit, patch),
    ...policyChanges(settings, patch),
  ]
  const acts = [...changes, ...page.acts]
  if (acts.length === 0) return
  const bundle = changedPolicy(settings, patch)
  const hash = policyHash(bundle)
  const row = { ...settings.row, ...changedRow(patch), policy_hash: hash }
  await commitEdit(parts, { ...edit, reason }, revision, acts, (entries) => [
    ...(hash === settings.row.policy_hash
      ? []
      : policySteps(
          edit,
          bundle,
          entries.filter(({ subject }) => subject.startsWith('policy:')),
        )),
    ...(changes.length === 0 ? [] : [step(applySettings, row)]),
    ...(row.retention_ms === settings.row.retention_ms
      ? []
      : [step(hastenRetention, { ...scopeOf(edit), due_at: parts.now() }, null)]),
    ...page.steps,
  ])
}

function* timeChanges(
  row: Schema['project_settings'],
  { project }: Edit,
  patch: SettingsPatch,
): Generator<EditedAct> {
  for (const name of Object.keys(TIME_ACTS) as TimeSetting[]) {
    const value = patch[name]
    if (value === undefined) continue
    requireTimeSetting(name, value)
    if (value === row[name]) continue
    yield {
      act: TIME_ACTS[name],
      subject: `project:${project.projectId}`,
      before: { [name]: row[name] },
      after: { [name]: value },
    }
  }
}

function* allowlistChange(
  row: Schema['project_settings'],
  { project }: Edit,
  { allowlist }: SettingsPatch,
): Generator<EditedAct> {
  if (allowlist === undefined) return
  const before = parseJson(row.allowlist_text) as readonly string[]
  const after = requireAllowlist(allowlist)
  if (canonicalize(after) === canonicalize([...before].sort())) return
  yield {
    act: 'allowlist.changed',
    subject: `project:${project.projectId}`,
    // One text, since an end of a transition is flat.
    before: { allowlist: before.join(', ') },
    after: { allowlist: after.join(', ') },
  }
}

function* policyChanges(settings: SettingsInForce, patch: SettingsPatch): Generator<EditedAct> {
  const { bundle, row } = settings
  const after = { policy_hash: policyHash(changedPolicy(settings, patch)) }
  const before = { policy_hash: row.policy_hash }
  const { thresholds, base } = patch
  if (thresholds !== undefined && canonicalize(thresholds) !== canonicalize(bundle.thresholds)) {
    yield {
      ...{ act: 'thresholds.changed', subject: 'policy:thresholds' },
      before: { ...bundle.thresholds, ...before },
      after: { ...thresholds, ...after },
    }
  }
  if (base !== undefined && base !== bundle.base) {
    yield {
      ...{ act: 'base.changed', subject: 'policy:base' },
      before: { base: bundle.base, ...before },
      after: { base, ...after },
    }
  }
}

function changedPolicy({ bundle }: SettingsInForce, { thresholds, base }: SettingsPatch): PolicyBundle {
  return {
    ...bundle,
    base: base ?? bundle.base,
    thresholds: thresholds === undefined ? bundle.thresholds : requireThresholds(bundle, thresholds),
  }
}

/** The columns that a patch names. */
function changedRow(patch: SettingsPatch): Partial<Schema['project_settings']> {
  const { allowlist } = patch
  const times = (Object.keys(TIME_ACTS) as TimeSetting[]).flatMap((name) =>
    patch[name] === undefined ? [] : [[name, patch[name]] as const],
  )
  return {
    ...Object.fromEntries(times),
    ...(allowlist === undefined ? {} : { allowlist_text: canonicalize(requireAllowlist(allowlist)) }),
  }
}

/** Window and overview are the page's; a shorter window hides older records without deleting any. */
async function pageChange(
  { store }: OperatorParts,
  edit: Edit,
  { window_days: days, public_overview: open }: SettingsPatch,
): Promise<{ readonly acts: readonly EditedAct[]; readonly steps: readonly Step[] }> {
  if (days === undefined && open === undefined) return { acts: [], steps: [] }
  const scope = scopeOf(edit)
  const page = await store.first(findPage, scope)
  if (page === undefined) throw new Refusal('not_found', 'this project has no evidence page')
  const acts: EditedAct[] = []
  const steps: Step[] = []
  if (days !== undefined && requireDays(days) !== page.window_days) {
    acts.push({
      ...{ act: 'window.changed', subject: WINDOW_SUBJECT },
      ...{ before: { window_days: page.window_days }, after: { window_days: days } },
    })
    steps.push(step(setPageWindow, { ...scope, expected_days: page.window_days, window_days: days }))
  }
  const isOpen = page.public_overview === 1
  if (open !== undefined && open !== isOpen) {
    acts.push({
      ...{ act: 'public_overview.switched', subject: OVERVIEW_SUBJECT },
      ...{ before: { open: isOpen }, after: { open } },
    })
    steps.push(step(switchOverview, { ...scope, expected: isOpen ? 1 : 0, public_overview: open ? 1 : 0 }))
  }
  return { acts, steps }
}
