/** The bundle that a decision names was in force by the operator log, as verifiers read it (heron.md §5, §8, §10). */
import {
  type ActionEntry,
  type CheckResult,
  type ExportEntry,
  managedBundle,
  policyHash,
} from '@heron/evidence'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createProject } from '../../src/domain/create-project.js'
import { createService } from '../../src/domain/create-service.js'
import { declareWindow } from '../../src/domain/enforcement/declare-window.js'
import { exportProject } from '../../src/domain/export-project.js'
import { checkStore } from '../../src/domain/fsck/check-store.js'
import { switchManagedRule } from '../../src/domain/policy-changes/change-rules.js'
import type { HeronService } from '../../src/domain/service.js'
import { changeSettings } from '../../src/domain/settings/change-settings.js'
import type { Edit } from '../../src/domain/settings/edits.js'
import { actionRequest, type Heron, sessionRequest, startHeron } from '../support/heron.js'
import { exportLines, failuresOf, logOf, verifyLines } from './exported.js'

/** Touches no call of these tests. */
const RULE = 'heron.bulk_external.step_up'
const HOUR_MS = 3_600_000

let heron: Heron
let edit: Edit
let seq = 0
beforeEach(async () => {
  heron = await startHeron()
  edit = { ...heron.operation, reason: 'because', revision: null }
  await heron.service.openSession(sessionRequest('run_1'), heron.context())
})
afterEach(() => heron.close())

async function decide(service: HeronService = heron.service, run = 'run_1'): Promise<void> {
  seq += 1
  await service.announceAction(actionRequest(run, seq), heron.context())
}

const switchRule = (enabled: boolean) => switchManagedRule(heron.service.operatorParts, edit, RULE, enabled)

async function inForce(lines: readonly string[]): Promise<CheckResult> {
  const report = await verifyLines(lines)
  expect(failuresOf(report)).toEqual([])
  return report.checks.find(({ id }) => id === 'policy.in_force')!
}

const bundlesOf = (lines: readonly string[]): (string | null)[] =>
  lines
    .map((line) => JSON.parse(line) as ExportEntry)
    .filter((entry): entry is ActionEntry => entry.type === 'action')
    .map(({ decision }) => decision.payload.policy_hash)

describe('the bundle in force', () => {
  it('of a new project is the first thing that its log says', async () => {
    const parts = heron.service.operatorParts
    const { projectId } = await createProject(
      parts,
      {
        organizationId: heron.tenant.organizationId,
        userId: heron.operation.actorId,
        ...{ role: 'owner', name: 'Owner', email: 'owner@vendor.example' },
      },
      'Another',
    )
    const project = { ...heron.operation.project, projectId }
    const lines = await exportLines({ ...heron, operation: { ...heron.operation, project } })
    for (const log of [logOf(lines), logOf(await exportLines(heron))]) {
      const after = { policy_hash: policyHash(managedBundle()) }
      expect(log[0]).toMatchObject({ seq: 0, act: 'project.created', before: null, after })
    }
  })

  it('is found for a rule off, hours later on again, with break-glass between, and in a file of a window', async () => {
    await decide()
    heron.clock.advance(HOUR_MS)
    await switchRule(false)
    await decide()
    heron.clock.advance(HOUR_MS)
    const since = heron.clock.now()
    const until = new Date(Date.parse(since) + HOUR_MS).toISOString()
    await declareWindow(heron.service.operatorParts, edit, 'suspended', until)
    await heron.service.openSession(sessionRequest('run_2'), heron.context())
    await decide(heron.service, 'run_2')
    heron.clock.advance(HOUR_MS)
    await switchRule(true)
    await decide()
    heron.clock.advance(HOUR_MS)
    await decide(heron.service, 'run_2')
    const lines = await exportLines(heron)
    expect(new Set(bundlesOf(lines)).size).toBe(2)
    // Three entries that put a bundle in force, five decisions.
    expect(await inForce(lines)).toMatchObject({ outcome: 'pass', count: 8 })
    const windowed: string[] = []
    const { store, signer, keyRing } = heron.data
    const parts = { store, signer, publishedKeys: keyRing.published, now: heron.clock.now }
    for await (const line of exportProject(parts, { project: edit.project, since, until: null }))
      windowed.push(line)
    expect(await inForce(windowed)).toMatchObject({ outcome: 'pass', count: 5 })
  })

  it('is found where two settings of policy change at once', async () => {
    const { thresholds } = managedBundle()
    const patch = { thresholds: { ...thresholds, amount: 5 }, base: 'STEP_UP' } as const
    heron.clock.advance(HOUR_MS)
    await changeSettings(heron.service.operatorParts, edit, patch)
    heron.clock.advance(HOUR_MS)
    await decide()
    expect(await inForce(await exportLines(heron))).toMatchObject({ outcome: 'pass', count: 4 })
  })

  it('is found while another process, its clock ahead, decides during the changes', async () => {
    const ahead = (): string => new Date(Date.parse(heron.clock.now()) + 20_000).toISOString()
    const other = await createService({
      ...{ store: heron.data.store, signer: heron.data.signer, now: ahead },
      publishedKeys: heron.data.keyRing.published,
      pseudonymSecret: heron.data.keyRing.pseudonymSecret,
    })
    await other.openSession(sessionRequest('run_2'), heron.context())
    await decide(other, 'run_2')
    for (const enabled of [false, true, false, true]) {
      heron.clock.advance(5 * 60_000)
      // Each process keeps a copy of the policy; neither may write a decision under one that was replaced meanwhile.
      await Promise.all([
        ...Array.from({ length: 5 }, () => decide(other, 'run_2')),
        switchRule(enabled),
        ...Array.from({ length: 5 }, () => decide()),
      ])
    }
    const lines = await exportLines(heron)
    expect(new Set(bundlesOf(lines)).size).toBe(2)
    expect(await inForce(lines)).toMatchObject({ outcome: 'pass', count: 46 })
    const report = await checkStore(heron.data.store, heron.data.keyRing.published)
    expect(report).toMatchObject({ failed: 0, checked: { policy_changes: 4 } })
  })
})
