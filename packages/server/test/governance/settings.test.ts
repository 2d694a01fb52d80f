/** Settings (heron.md §8): several at once, each with an entry of its own, both ends and the reason. */
import { type AuditState, managedBundle } from '@heron/evidence'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeSettings, type SettingsPatch } from '../../src/domain/settings/change-settings.js'
import { type Edit, readRevision } from '../../src/domain/settings/edits.js'
import { readSettings } from '../../src/domain/settings/read-settings.js'
import { actionRequest, type Heron, sessionRequest, startHeron } from '../support/heron.js'
import { exportLines, failuresOf, logOf, verifyLines } from './exported.js'

const DAY = 86_400_000
const ORIGIN = 'https://heron.example'

let heron: Heron
beforeEach(async () => {
  heron = await startHeron()
})
afterEach(() => heron.close())

const parts = () => heron.service.operatorParts
const settings = () => readSettings(parts(), heron.operation.project, ORIGIN)
const edit = (revision: number | null = null): Edit => ({
  ...heron.operation,
  ...{ reason: 'as agreed', revision },
})

type Expected = readonly [act: string, subject: string, before: AuditState, after: AuditState]

describe('settings', () => {
  it('of a new project are the service’s', async () => {
    const read = await settings()
    expect(read).toMatchObject({
      ...{ revision: 0, window_days: 30, public_overview: false, allowlist: [], base: 'DENY' },
      ...{ approval_timeout_ms: 3_600_000, retention_days: 90, enforcement: { mode: 'enforced' } },
      thresholds: managedBundle().thresholds,
      evidence: { url: `${ORIGIN}/e/${read.evidence.slug}` },
    })
    expect(read.defaults).toMatchObject({ reconcile_window_ms: 60_000, retention_days: 90 })
  })

  it('change together, in one transaction, with one entry each', async () => {
    const { projectId } = heron.operation.project
    const thresholds = { record_count: 10, recipient_count: 25, amount: 100_000 }
    const patch: SettingsPatch = {
      ...{ window_days: 60, public_overview: true, allowlist: ['status', 'id', 'id'] },
      ...{ approval_timeout_ms: 60_000, context_timeout_ms: 120_000, reconcile_window_ms: 5000 },
      ...{ missing_horizon_ms: DAY, retention_ms: 30 * DAY, thresholds, base: 'STEP_UP' },
    }
    const earlier = logOf(await exportLines(heron)).length
    await changeSettings(parts(), edit(0), patch)
    const read = await settings()
    expect(read).toMatchObject({
      ...{ revision: 1, window_days: 60, public_overview: true, allowlist: ['id', 'status'] },
      ...{ approval_timeout_ms: 60_000, retention_days: 30, thresholds, base: 'STEP_UP' },
    })
    const lines = await exportLines(heron)
    const entries = logOf(lines).slice(earlier)
    const own = `project:${projectId}`
    const old = managedBundle().thresholds
    const expected: readonly Expected[] = [
      ['reconcile_window.changed', own, { reconcile_window_ms: null }, { reconcile_window_ms: 5000 }],
      ['missing_horizon.changed', own, { missing_horizon_ms: null }, { missing_horizon_ms: DAY }],
      ['approval_timeout.changed', own, { approval_timeout_ms: null }, { approval_timeout_ms: 60_000 }],
      ['context_timeout.changed', own, { context_timeout_ms: null }, { context_timeout_ms: 120_000 }],
      ['retention.changed', own, { retention_ms: null }, { retention_ms: 30 * DAY }],
      ['allowlist.changed', own, { allowlist: '' }, { allowlist: 'id, status' }],
      ['thresholds.changed', 'policy:thresholds', { ...old }, { ...thresholds }],
      ['base.changed', 'policy:base', { base: 'DENY' }, { base: 'STEP_UP' }],
      ['window.changed', 'evidence_page:window', { window_days: 30 }, { window_days: 60 }],
      ['public_overview.switched', 'evidence_page:overview', { open: false }, { open: true }],
    ]
    expect(entries).toHaveLength(expected.length)
    for (const [act, subject, before, after] of expected) {
      expect(entries.find((entry) => entry.act === act)).toMatchObject({
        ...{ subject, before, after, reason: 'as agreed' },
      })
    }
    expect(failuresOf(await verifyLines(lines))).not.toContain('log.chain ENTRY_HASH_WRONG')
    const policy = await heron.service.readPolicy(heron.tenant)
    expect(entries.find(({ act }) => act === 'base.changed')?.after?.['policy_hash']).toBe(policy.policy_hash)
  })

  it('bind from the next decision on', async () => {
    const { service, context } = heron
    await service.openSession(sessionRequest('run_1'), context())
    const call = async (seq: number): Promise<unknown> => {
      const request = actionRequest('run_1', seq, { args_redacted: { id: 'c1', note: 'n' } })
      const { action_id } = await service.announceAction(request, context())
      return (await service.readAction(heron.tenant, action_id)).args_redacted
    }
    expect(await call(1)).toEqual({ id: '<redacted:field>', note: '<redacted:field>' })
    await changeSettings(parts(), edit(), { allowlist: ['id'] })
    expect(await call(2)).toEqual({ id: 'c1', note: '<redacted:field>' })
  })

  it('that stand that way already change nothing', async () => {
    await changeSettings(parts(), edit(), {
      window_days: 30,
      allowlist: [],
      base: 'DENY',
      retention_ms: null,
    })
    expect(await readRevision(parts(), heron.operation.project)).toBe(0)
  })

  it.each([
    ['window_days', { window_days: 0 }, '/window_days'],
    ['a window of a fraction', { window_days: 1.5 }, '/window_days'],
    ['a horizon below a second', { missing_horizon_ms: 10 }, '/missing_horizon_ms'],
    ['a time-out of years', { approval_timeout_ms: 9e11 }, '/approval_timeout_ms'],
    ['a retention of minutes', { retention_ms: 60_000 }, '/retention_ms'],
    [
      'thresholds of nothing',
      { thresholds: { record_count: 0, recipient_count: 1, amount: 1 } },
      '/thresholds/record_count',
    ],
    ['an address on the allowlist', { allowlist: ['id', 'a@b.example'] }, '/allowlist/1'],
    ['an empty name on the allowlist', { allowlist: [''] }, '/allowlist/0'],
  ] satisfies [string, SettingsPatch, string][])('refuse %s, all or nothing', async (_, patch, pointer) => {
    await expect(changeSettings(parts(), edit(), { public_overview: true, ...patch })).rejects.toMatchObject({
      code: 'invalid_request',
      pointer,
    })
    expect(await settings()).toMatchObject({ revision: 0, public_overview: false })
  })

  it('need a reason and the newest revision', async () => {
    await expect(
      changeSettings(parts(), { ...edit(), reason: null }, { window_days: 31 }),
    ).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(changeSettings(parts(), edit(3), { window_days: 31 })).rejects.toMatchObject({
      code: 'changed_meanwhile',
    })
  })
})
