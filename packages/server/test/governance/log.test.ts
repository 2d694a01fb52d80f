/** Every act that could weaken the evidence, its entry, and what becomes of a log that was tampered with (heron.md §8). */
import type { ExportEntry } from '@heron/evidence'
import { managedBundle } from '@heron/evidence'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerApproval } from '../../src/domain/approvals/answer-approval.js'
import { declareWindow, endWindowEarly } from '../../src/domain/enforcement/declare-window.js'
import { issueReviewerLink, revokeReviewerLink } from '../../src/domain/evidence-page/links.js'
import { checkStore } from '../../src/domain/fsck/check-store.js'
import { reviewFindings } from '../../src/domain/findings/review-findings.js'
import {
  deleteVendorKey,
  importVendorKey,
  mintApiKey,
  revokeApiKey,
  revokeVendorKey,
} from '../../src/domain/operator-keys.js'
import { putOwnRule, removeOwnRule, switchManagedRule } from '../../src/domain/policy-changes/change-rules.js'
import { changeSettings } from '../../src/domain/settings/change-settings.js'
import type { Edit } from '../../src/domain/settings/edits.js'
import { actionRequest, executionRequest, type Heron, sessionRequest, startHeron } from '../support/heron.js'
import { exportLines, failuresOf, logOf, verifyLines } from './exported.js'

let heron: Heron
let lines: string[]
let seq = 0

const KEY = 'LN7vzEUGEm-bqVvMTyWVXvT1zlK9DN4qFQC-VSEx2tY'
const RULE = {
  ...{ id: 'own.x', version: 1, title: 'x', text: 'x', effect: 'STEP_UP' },
  when: { dimension: 'operation', in: ['read'] },
} as const

/** The list of heron.md §8, and what else this service writes: each act in the order in which it is done below. */
const ACTS: readonly (readonly [act: string, subject: RegExp])[] = [
  ['finding.resolved', /^finding:fnd_/],
  ['finding.reopened', /^finding:fnd_/],
  ['rule.disabled', /^rule:heron\.execute\.step_up$/],
  ['rule.enabled', /^rule:heron\.execute\.step_up$/],
  ['rule.added', /^rule:own\.x$/],
  ['rule.changed', /^rule:own\.x$/],
  ['rule.removed', /^rule:own\.x$/],
  ['thresholds.changed', /^policy:thresholds$/],
  ['base.changed', /^policy:base$/],
  ['vendor_key.imported', /^vendor_key:k2$/],
  ['vendor_key.revoked', /^vendor_key:k2$/],
  ['vendor_key.imported', /^vendor_key:k3$/],
  ['vendor_key.deleted', /^vendor_key:k3$/],
  ['api_key.minted', /^api_key:key_/],
  ['api_key.revoked', /^api_key:key_/],
  ['window.changed', /^evidence_page:window$/],
  ['retention.changed', /^project:prj_/],
  ['allowlist.changed', /^project:prj_/],
  ['public_overview.switched', /^evidence_page:overview$/],
  ['reviewer_link.issued', /^reviewer_link:rev_/],
  ['reviewer_link.revoked', /^reviewer_link:rev_/],
  ['shadow_window.declared', /^shadow_window:enf_/],
  ['shadow_window.ended', /^shadow_window:enf_/],
  ['break_glass.declared', /^break_glass:enf_/],
  ['break_glass.ended', /^break_glass:enf_/],
  ['approval.granted', /^action:act_/],
  ['approval.declined', /^action:act_/],
]

async function doEverything(): Promise<void> {
  const { data, operation, service, clock, context } = heron
  const parts = service.operatorParts
  const edit: Edit = { ...operation, reason: 'because', revision: null }
  const later = new Date(Date.parse(clock.now()) + 1000).toISOString()
  const announce = async (tool: string): Promise<string> => {
    seq += 1
    return (await service.announceAction(actionRequest('run_1', seq, { tool: { name: tool } }), context()))
      .action_id
  }
  await service.openSession(sessionRequest('run_1'), context())
  await service.reportExecution(
    executionRequest({ action_id: 'act_nowhere', decision: { decision_id: 'dec_nowhere' } }),
    context(),
  )
  const { all } = data.store
  const { pageOfLooseFindings } = await import('../../src/store/queries/records.js')
  const scope = { organization_id: heron.tenant.organizationId, project_id: heron.tenant.projectId }
  const [finding] = await all.call(data.store, pageOfLooseFindings, { ...scope, after_id: '', limit: 1 })
  const { id } = finding as { id: string }
  await reviewFindings(data, edit, 'resolve', [id])
  await reviewFindings(data, edit, 'reopen', [id])
  await switchManagedRule(parts, edit, 'heron.execute.step_up', false)
  await switchManagedRule(parts, edit, 'heron.execute.step_up', true)
  await putOwnRule(parts, edit, RULE.id, RULE)
  await putOwnRule(parts, edit, RULE.id, { ...RULE, title: 'y' })
  await removeOwnRule(parts, edit, RULE.id)
  const { thresholds } = managedBundle()
  await changeSettings(parts, edit, { thresholds: { ...thresholds, amount: 5 }, base: 'STEP_UP' })
  await importVendorKey(data, edit, { kid: 'k2', publicKey: KEY })
  await revokeVendorKey(data, edit, 'k2')
  await importVendorKey(data, edit, { kid: 'k3', publicKey: KEY })
  await deleteVendorKey(data, edit, 'k3')
  const key = await mintApiKey(data, edit, 'test')
  await revokeApiKey(data, edit, key.id)
  await changeSettings(parts, edit, { window_days: 60 })
  await changeSettings(parts, edit, { retention_ms: 86_400_000 })
  await changeSettings(parts, edit, { allowlist: ['id'] })
  await changeSettings(parts, edit, { public_overview: true })
  const link = await issueReviewerLink(data, edit, { label: 'x' })
  await revokeReviewerLink(data, edit, link.id)
  for (const effect of ['advisory', 'suspended'] as const) {
    await declareWindow(parts, edit, effect, later)
    await announce('payments.transfer')
    await endWindowEarly(parts, edit, effect)
  }
  await answerApproval(data, edit, await announce('job.run'), 'APPROVE')
  await announce('job.run')
  await answerApproval(data, edit, await announce('job.start'), 'DECLINE')
}

beforeAll(async () => {
  heron = await startHeron()
  await doEverything()
  lines = await exportLines(heron)
})
afterAll(() => heron.close())

const entryLines = () => lines.flatMap((line, index) => (line.endsWith('"type":"log"}') ? [index] : []))

describe('the operator log', () => {
  it('holds one entry for each act, with reason and both ends, and verifies', async () => {
    const entries = logOf(lines).slice(-ACTS.length)
    expect(entries.map(({ act }) => act)).toEqual(ACTS.map(([act]) => act))
    for (const [index, [act, subject]] of ACTS.entries()) {
      const entry = entries[index]!
      expect(entry.subject, act).toMatch(subject)
      expect(entry.reason, act).toBe('because')
      expect(entry.before !== null || entry.after !== null, act).toBe(true)
      expect(entry.before, act).not.toEqual(entry.after)
      expect(entry.actor, act).toMatch(/^actor_[0-9a-f]{16}$/)
    }
    expect(failuresOf(await verifyLines(lines))).toEqual([])
  })

  it('names nobody: not the account, not the name, not the address', () => {
    const log = entryLines().map((index) => lines[index])
    for (const personal of [heron.operation.actorId, 'Owner', 'owner@vendor.example'])
      expect(log.join('\n')).not.toContain(personal)
  })

  it('is broken by an entry dropped, doubled, moved or swapped, wherever it stands', async () => {
    const indices = entryLines()
    for (const [place, index] of indices.entries()) {
      const other = indices[(place + 1) % indices.length]!
      const dropped = lines.toSpliced(index, 1)
      const doubled = lines.toSpliced(index, 0, lines[index]!)
      const swapped = lines.with(index, lines[other]!).with(other, lines[index]!)
      for (const tampered of [dropped, doubled, swapped]) {
        const failures = failuresOf(await verifyLines(tampered))
        // The last one dropped is missed by the manifest, which signs head and count.
        expect(failures.some((failure) => /^(log\.chain|manifest\.contents) /.test(failure))).toBe(true)
      }
    }
  })

  it('is broken by a change to any member of an entry', async () => {
    const index = entryLines().at(-3)!
    const entry = JSON.parse(lines[index]!) as Extract<ExportEntry, { type: 'log' }>
    const { canonicalize } = await import('@heron/evidence')
    const changed = (change: (copy: typeof entry) => void): string => {
      const copy = structuredClone(entry)
      change(copy)
      return canonicalize(copy)
    }
    const variants = [
      ...Object.keys(entry.record).flatMap((member) =>
        (['record', 'payload'] as const).map((where) =>
          changed((copy) => {
            const target = (where === 'record' ? copy.record : copy.receipt.payload) as Record<
              string,
              unknown
            >
            target[member] = typeof target[member] === 'number' ? 99 : { changed: true }
          }),
        ),
      ),
      changed((copy) => Object.assign(copy, { prev_hash: `sha256:${'0'.repeat(64)}` })),
      changed((copy) => Object.assign(copy, { entry_hash: `sha256:${'0'.repeat(64)}` })),
      changed((copy) => Object.assign(copy.receipt, { kid: 'heron-other' })),
      changed((copy) => Object.assign(copy.receipt, { signature: 'A'.repeat(86) })),
    ]
    expect(variants.length).toBeGreaterThan(20)
    for (const line of variants) {
      const failures = failuresOf(await verifyLines(lines.with(index, line)))
      expect(
        failures.some((failure) => /^(log\.|format )/.test(failure)),
        line,
      ).toBe(true)
    }
  })
})

describe('the stored log', () => {
  let tampered: Heron
  beforeEach(async () => {
    tampered = await startHeron()
    const edit: Edit = { ...tampered.operation, reason: 'because', revision: null }
    await switchManagedRule(tampered.service.operatorParts, edit, 'heron.execute.step_up', false)
    await changeSettings(tampered.service.operatorParts, edit, { window_days: 60 })
  })
  afterEach(() => tampered.close())

  const alter = (sql: string): void => {
    const database = tampered.place.openDatabase()
    database.liftGuards()
    database.exec(sql)
    database.close()
  }
  /** What the exported file and the owner's own check of the store find. */
  const found = async (): Promise<number> => {
    const failures = failuresOf(await verifyLines(await exportLines(tampered)))
    const report = await checkStore(tampered.data.store, tampered.data.keyRing.published)
    return failures.length + report.findings.length
  }
  const changed = `where chain like 'project:%' and seq = 4`

  it('is whole before anybody touched it', async () => {
    expect(await found()).toBe(0)
  })

  it.each([
    ['seq', `update log_entries set seq = 99 ${changed}`],
    ['entry_hash', `update log_entries set entry_hash = 'sha256:${'0'.repeat(64)}' ${changed}`],
    ['prev_hash', `update log_entries set prev_hash = 'sha256:${'0'.repeat(64)}' ${changed}`],
    [
      'record_text',
      `update log_entries set record_text = replace(record_text, 'because', 'whim') ${changed}`,
    ],
    [
      'payload_text',
      `update log_entries set payload_text = replace(payload_text, 'because', 'whim') ${changed}`,
    ],
    ['kid', `update log_entries set kid = 'heron-0' ${changed}`],
    ['signature', `update log_entries set signature = '${'A'.repeat(86)}' ${changed}`],
    ['created_at', `update log_entries set created_at = '2020-01-01T00:00:00.000Z' ${changed}`],
    ['chain', `update log_entries set chain = 'project:prj_other' ${changed}`],
    ['a row', `delete from log_entries ${changed}`],
  ])('shows a change of %s', async (_, sql) => {
    alter(sql)
    expect(await found()).toBeGreaterThan(0)
  })
})

const SWITCHED = `act = 'rule.disabled'`

describe('what the store holds beside the log', () => {
  let tampered: Heron
  beforeEach(async () => {
    tampered = await startHeron()
    const { service, data, operation, clock, context } = tampered
    const edit: Edit = { ...operation, reason: 'because', revision: null }
    await service.openSession(sessionRequest('run_1'), context())
    const request = actionRequest('run_1', 1, { tool: { name: 'job.run' } })
    const { action_id } = await service.announceAction(request, context())
    await answerApproval(data, edit, action_id, 'DECLINE')
    const later = new Date(Date.parse(clock.now()) + 1000).toISOString()
    await declareWindow(service.operatorParts, edit, 'advisory', later)
    await endWindowEarly(service.operatorParts, edit, 'advisory')
    await switchManagedRule(service.operatorParts, edit, 'heron.execute.step_up', false)
    const { thresholds } = managedBundle()
    const patch = { thresholds: { ...thresholds, amount: 5 }, base: 'STEP_UP' } as const
    await changeSettings(service.operatorParts, edit, patch)
  })
  afterEach(() => tampered.close())

  it.each([
    ['an answer turned round', `update approval_answers set decision = 'APPROVE'`],
    ['an answer of somebody else', `update approval_answers set approver = 'actor_0000000000000000'`],
    ['an answer with another reason', `update approval_answers set reason = 'whim'`],
    ['an answer that nobody gave', `update approval_answers set entry_hash = 'sha256:0'`],
    ['a window made longer', `update enforcement_windows set declared_until = '2030-01-01T00:00:00.000Z'`],
    ['a window of another kind', `update enforcement_windows set effect = 'suspended'`],
    ['a window that nobody declared', `update enforcement_windows set declared_by = 'sha256:0'`],
    ['an end moved', `update enforcement_windows set ended_at = '2030-01-01T00:00:00.000Z'`],
    ['a change to another policy', `update policy_changes set policy_hash = 'sha256:0' where ${SWITCHED}`],
    ['a change at another time', `update policy_changes set changed_at = 'x' where ${SWITCHED}`],
    ['a change of another act', `update policy_changes set act = 'rule.enabled' where ${SWITCHED}`],
    ['a change with another reason', `update policy_changes set reason = 'whim' where ${SWITCHED}`],
    ['a change that is gone', `delete from policy_changes where ${SWITCHED}`],
    ['a change that nobody made', `update policy_changes set entry_seq = 0 where ${SWITCHED}`],
    [
      'a policy put in force without an entry',
      `update project_settings set policy_hash = (select p.policy_hash from policies p where p.policy_hash <> project_settings.policy_hash limit 1)`,
    ],
  ])('is compared with it: %s is found', async (_, sql) => {
    const check = () => checkStore(tampered.data.store, tampered.data.keyRing.published)
    expect(await check()).toMatchObject({ failed: 0 })
    const database = tampered.place.openDatabase()
    database.liftGuards()
    database.exec(sql)
    database.close()
    expect((await check()).failed).toBeGreaterThan(0)
  })
})
