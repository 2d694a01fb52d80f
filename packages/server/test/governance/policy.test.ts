/** Rules off, on, added, changed, removed (heron.md §5, §8): each a signed entry with a reason and a bundle of its own. */
import { evaluate, judgePosture, MANAGED_RULES, managedBundle, policyHash, type Rule } from '@heron/evidence'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createService } from '../../src/domain/create-service.js'
import { putOwnRule, removeOwnRule, switchManagedRule } from '../../src/domain/policy-changes/change-rules.js'
import { dryRun } from '../../src/domain/policy-changes/dry-run.js'
import { checkOwnRule } from '../../src/domain/policy-changes/own-rule.js'
import { listPastPolicies, readPolicyView } from '../../src/domain/policy-changes/read-policy.js'
import { changeSettings } from '../../src/domain/settings/change-settings.js'
import { type Edit, readRevision } from '../../src/domain/settings/edits.js'
import { actionRequest, type Heron, sessionRequest, startHeron } from '../support/heron.js'
import { exportLines, failuresOf, logOf, verifyLines } from './exported.js'

let heron: Heron
let seq = 0
beforeEach(async () => {
  heron = await startHeron()
  await heron.service.openSession(sessionRequest('run_1'), heron.context())
})
afterEach(() => heron.close())

const parts = () => heron.service.operatorParts
const edit = (reason: string | null = 'too strict for us', revision: number | null = null): Edit => ({
  ...heron.operation,
  ...{ reason, revision },
})

async function verdictOf(tool: string, signals = {}, service = heron.service): Promise<string> {
  seq += 1
  const request = actionRequest('run_1', seq, { tool: { name: tool }, signals })
  return (await service.announceAction(request, heron.context())).decision.verdict
}

const OWN: Rule = {
  id: 'own.no_exports',
  version: 7,
  title: 'Exports are not ours to make',
  text: 'Reading more than 1000 records at once is refused.',
  effect: 'DENY',
  when: {
    all: [
      { dimension: 'operation', in: ['read'] },
      { signal: 'record_count', above: 1000 },
    ],
  },
}

describe('a managed rule', () => {
  it('is off from the next decision on, in every process, with its reason published, and on again', async () => {
    const other = await createService({
      ...{ store: heron.data.store, signer: heron.data.signer, now: heron.clock.now },
      publishedKeys: heron.data.keyRing.published,
      pseudonymSecret: heron.data.keyRing.pseudonymSecret,
    })
    expect(await verdictOf('job.run', {}, other)).toBe('STEP_UP')
    const off = await switchManagedRule(parts(), edit(), 'heron.execute.step_up', false)
    expect(await verdictOf('job.run', {}, other)).toBe('DENY')
    expect(await verdictOf('job.run')).toBe('DENY')
    const view = await readPolicyView(parts(), heron.operation.project)
    expect(view).toMatchObject({ policy_hash: off.policy_hash, revision: off.revision, no_rule: false })
    expect(view.managed.find(({ rule }) => rule.id === 'heron.execute.step_up')).toMatchObject({
      enabled: false,
      disabled: { reason: 'too strict for us', at: heron.clock.now() },
      decided_30d: 1,
    })
    const on = await switchManagedRule(parts(), edit('needed after all'), 'heron.execute.step_up', true)
    expect(on.policy_hash).toBe(policyHash(managedBundle()))
    expect(await verdictOf('job.run')).toBe('STEP_UP')
    const lines = await exportLines(heron)
    expect(failuresOf(await verifyLines(lines))).toEqual([])
    const entries = logOf(lines).filter(({ subject }) => subject === 'rule:heron.execute.step_up')
    const before = { policy_hash: on.policy_hash, enabled: true }
    const after = { policy_hash: off.policy_hash, enabled: false }
    expect(entries).toMatchObject([
      { act: 'rule.disabled', reason: 'too strict for us', before, after },
      { act: 'rule.enabled', reason: 'needed after all', before: after, after: before },
    ])
    // The bundle of the old receipts is still there, under its name.
    expect((await heron.service.readPolicyByHash(heron.tenant, off.policy_hash)).bundle.rules).toHaveLength(
      MANAGED_RULES.length - 1,
    )
    expect(await listPastPolicies(parts(), heron.operation.project)).toMatchObject([
      { policy_hash: off.policy_hash, decisions: 2, by_act: 'rule.disabled', reason: 'too strict for us' },
      { policy_hash: on.policy_hash, decisions: 2, by_act: 'rule.enabled' },
    ])
  })

  it('that stands that way already gets no entry, and no other has a switch', async () => {
    const revision = await readRevision(parts(), heron.operation.project)
    expect(await switchManagedRule(parts(), edit(), 'heron.read.allow', true)).toMatchObject({ revision })
    for (const id of ['heron.nothing', 'own.no_exports', '__proto__'])
      await expect(switchManagedRule(parts(), edit(), id, false)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('goes off with a reason that may be published, or not at all', async () => {
    for (const reason of [null, '', '  ', 'ask +49 151 12345678', 'x'.repeat(1001), 'half \ud800'])
      await expect(switchManagedRule(parts(), edit(reason), 'heron.read.allow', false)).rejects.toMatchObject(
        { code: 'invalid_request', pointer: '/reason' },
      )
    expect((await heron.service.readPolicy(heron.tenant)).policy_hash).toBe(policyHash(managedBundle()))
  })
})

describe('a project without any rule', () => {
  it('answers everything with the base, reason `no_rule`, and its posture has a gap', async () => {
    for (const { id } of MANAGED_RULES)
      await switchManagedRule(parts(), edit('we judge ourselves'), id, false)
    seq += 1
    const { decision } = await heron.service.announceAction(actionRequest('run_1', seq), heron.context())
    expect(decision).toMatchObject({ verdict: 'DENY', reasons: ['no_rule'] })
    await changeSettings(parts(), edit('people decide'), { base: 'STEP_UP' })
    expect(await verdictOf('crm.read')).toBe('STEP_UP')
    const { bundle, no_rule } = await readPolicyView(parts(), heron.operation.project)
    expect(no_rule).toBe(true)
    const nothing = { badSignature: 0, otherVerdict: 0, receipts: 0 }
    const claims = judgePosture({
      ...{ sessions: 1, actions: 2, stated: 0, withoutPolicy: 0, bundle, openFindings: {} },
      ...{ verdicts: { ALLOW: 0, DENY: 1, STEP_UP: 1, MODIFY: 0, DEFER: 0 }, recomputed: nothing },
      ...{ unansweredOverdue: false, grants: 0, tasks: 0, instructions: 0, shownText: 0, telemetry: null },
    })
    expect(claims.find(({ id }) => id === 'R3')).toMatchObject({ mark: 'gap', figure: 'no rule is enabled' })
    expect(failuresOf(await verifyLines(await exportLines(heron)))).toEqual([])
  })
})

describe('an own rule', () => {
  it('is added, changed and removed, its version counted by Heron, also after it was gone', async () => {
    expect(await verdictOf('crm.read', { record_count: 5000 })).toBe('ALLOW')
    await putOwnRule(parts(), edit('an export went wrong'), OWN.id, OWN)
    expect(await verdictOf('crm.read', { record_count: 5000 })).toBe('DENY')
    const view = await readPolicyView(parts(), heron.operation.project)
    expect(view.own).toMatchObject([
      { rule: { ...OWN, version: 1 }, decided_30d: 1, added: { reason: 'an export went wrong' } },
    ])
    const same = await putOwnRule(parts(), edit('nothing new'), OWN.id, OWN)
    expect(same.revision).toBe(view.revision)
    await putOwnRule(parts(), edit('asking suffices'), OWN.id, { ...OWN, effect: 'STEP_UP' })
    expect(await verdictOf('crm.read', { record_count: 5000 })).toBe('STEP_UP')
    await removeOwnRule(parts(), edit('not needed'), OWN.id)
    expect(await verdictOf('crm.read', { record_count: 5000 })).toBe('ALLOW')
    await putOwnRule(parts(), edit('needed again'), OWN.id, OWN)
    const { own } = await readPolicyView(parts(), heron.operation.project)
    expect(own).toMatchObject([{ rule: { version: 3 } }])
    const lines = await exportLines(heron)
    expect(failuresOf(await verifyLines(lines))).toEqual([])
    const entries = logOf(lines).filter(({ subject }) => subject === `rule:${OWN.id}`)
    expect(entries.map(({ act, before, after }) => [act, before?.['version'], after?.['version']])).toEqual([
      ['rule.added', undefined, 1],
      ['rule.changed', 1, 2],
      ['rule.removed', 2, undefined],
      ['rule.added', undefined, 3],
    ])
  })

  it.each([
    ['another prefix', { ...OWN, id: 'mine.x' }, '/id'],
    ['a managed id', { ...OWN, id: 'heron.read.allow' }, '/id'],
    ['the prefix alone', { ...OWN, id: 'own.' }, '/id'],
    ['a number of the managed set', { ...OWN, number: 1 }, '/number'],
    ['no condition', { ...OWN, when: undefined }, '/when'],
    ['an unknown member', { ...OWN, hidden: true }, '/hidden'],
    ['a person in its text', { ...OWN, text: 'ask anna@vendor.example' }, '/text'],
    [
      'a person in its condition',
      { ...OWN, when: { signal: 'to', one_of: ['anna@x.example'] } },
      '/when/one_of/0',
    ],
    ['a MODIFY that says nothing', { ...OWN, effect: 'MODIFY' }, '/transform'],
    ['nothing at all', null, ''],
  ])('with %s is refused, with where', async (_, rule, pointer) => {
    expect(checkOwnRule(JSON.parse(JSON.stringify(rule))).map((finding) => finding.pointer)).toContain(
      pointer,
    )
    const id = (rule as { id?: string } | null)?.id ?? OWN.id
    await expect(putOwnRule(parts(), edit(), id, rule)).rejects.toMatchObject({ code: 'invalid_request' })
    expect((await readPolicyView(parts(), heron.operation.project)).own).toEqual([])
  })

  it('is not removed where there is none', async () => {
    await expect(removeOwnRule(parts(), edit(), OWN.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(removeOwnRule(parts(), edit(), 'heron.read.allow')).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })
})

describe('two editors', () => {
  it('of one revision: one wins, the other is told who, what and when', async () => {
    const revision = await readRevision(parts(), heron.operation.project)
    await switchManagedRule(parts(), edit('first', revision), 'heron.execute.step_up', false)
    await expect(
      switchManagedRule(parts(), edit('second', revision), 'heron.unknown.step_up', false),
    ).rejects.toMatchObject({
      code: 'changed_meanwhile',
      message: expect.stringMatching(
        new RegExp(`^Owner .*${heron.clock.now()}: rule.disabled \\(rule:heron.execute.step_up\\)`),
      ),
    })
    const { bundle } = await heron.service.readPolicy(heron.tenant)
    expect(bundle.rules.map(({ id }) => id)).toContain('heron.unknown.step_up')
  })

  it('of twenty at once exactly one wins, and the log holds exactly its entry', async () => {
    const revision = await readRevision(parts(), heron.operation.project)
    const edits = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? switchManagedRule(parts(), edit('off', revision), MANAGED_RULES[index % 15]!.id, false)
          : changeSettings(parts(), edit('longer', revision), { window_days: 31 + index }),
      ),
    )
    expect(edits.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const each of edits)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'changed_meanwhile' })
    const acts = logOf(await exportLines(heron)).filter(({ act }) => /^(rule|window)\./.test(act))
    expect(acts).toHaveLength(1)
    expect(await readRevision(parts(), heron.operation.project)).toBe(revision + 1)
  })

  it('of which one is the vendor’s catalogue do not meet', async () => {
    const revision = await readRevision(parts(), heron.operation.project)
    await heron.service.announceAction(actionRequest('run_1', (seq += 1)), heron.context())
    expect(await readRevision(parts(), heron.operation.project)).toBe(revision)
  })
})

describe('a dry run', () => {
  it('says which recorded calls would change, and changes nothing', async () => {
    for (let call = 0; call < 3; call += 1) await verdictOf('job.run')
    for (let call = 0; call < 5; call += 1) await verdictOf('crm.read', { record_count: 50 })
    const before = await exportLines(heron)
    const run = (change: Parameters<typeof dryRun>[2], last = 10_000) =>
      dryRun(heron.data.store, heron.operation.project, change, last)
    expect(await run({ disable: ['heron.execute.step_up', 'heron.read.allow'] })).toMatchObject({
      ...{ calls: 8, changed: 8, not_recomputable: 0 },
      transitions: [
        { from: 'ALLOW', to: 'DENY', count: 5 },
        { from: 'STEP_UP', to: 'DENY', count: 3 },
      ],
    })
    const few = await run({ disable: ['heron.read.allow'] }, 2)
    expect(few).toMatchObject({ calls: 2, changed: 2 })
    expect(few.examples[0]).toMatchObject({
      ...{ tool: 'crm.read', from: 'ALLOW', to: 'DENY' },
      ...{ rule_before: 'heron.read.allow', rule_after: null },
    })
    // A test that nobody ran, on a signal that nobody stored.
    expect(await run({ put: [OWN] })).toMatchObject({ calls: 8, changed: 0, not_recomputable: 5 })
    // 50 records stay few above 50, and may be many below.
    const thresholds = managedBundle().thresholds
    expect(await run({ thresholds: { ...thresholds, record_count: 200 } })).toMatchObject({
      ...{ changed: 0, not_recomputable: 0 },
    })
    expect(await run({ thresholds: { ...thresholds, record_count: 10 } })).toMatchObject({
      not_recomputable: 5,
    })
    await expect(run({ disable: ['heron.nothing'] })).rejects.toMatchObject({ code: 'not_found' })
    await expect(run({ put: [{ ...OWN, id: 'x' }] })).rejects.toMatchObject({ pointer: '/put/0/id' })
    expect(await exportLines(heron)).toEqual(before)
  })

  it('comes to what the engine then answers', async () => {
    await verdictOf('job.run')
    await switchManagedRule(parts(), edit(), 'heron.execute.step_up', false)
    seq += 1
    const { evaluation } = await heron.service.announceAction(
      actionRequest('run_1', seq, { tool: { name: 'job.run' } }),
      heron.context(),
    )
    const { bundle } = await heron.service.readPolicy(heron.tenant)
    expect(evaluate(bundle, evaluation.payload)).toEqual(evaluation.payload.result)
  })
})
