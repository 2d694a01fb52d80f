/** What each topic tells, and when (heron.md §12, §14). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { revokeVendorKey } from '../../src/domain/operator-keys.js'
import { reviewFindings } from '../../src/domain/findings/review-findings.js'
import { changeRetention } from '../../src/domain/retention/change-retention.js'
import { topicOfAct } from '../../src/domain/webhooks/topics.js'
import { createOrganization } from '../../src/domain/create-organization.js'
import { addWebhook } from '../../src/domain/webhooks/manage-webhooks.js'
import { startWorker, type Worker } from '../../src/worker/worker.js'
import { executionRequest } from '../support/heron.js'
import { type LiveWebhooks, payloadOf, startLiveWebhooks } from './live-webhooks.js'
import { type Receiver, startReceiver } from './receiver.js'

let live: LiveWebhooks
let receiver: Receiver
let worker: Worker
beforeEach(async () => {
  live = await startLiveWebhooks()
  receiver = await startReceiver()
  worker = startWorker({ service: live.heron.service, intervalMs: 0 })
  await live.add({ url: receiver.url })
})
afterEach(async () => {
  await worker.stop()
  await live.close()
  await receiver.close()
})

/** Everything that happens by then, as the receiver gets it. */
async function told(ms = 0): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const before = receiver.received.length
  live.heron.clock.advance(ms)
  while (await worker.tick());
  await live.pass()
  return receiver.received
    .slice(before)
    .map(payloadOf)
    .sort((left, right) => (left.type < right.type ? -1 : 1))
}

describe('findings', () => {
  it('are told of when they are raised, reviewed and cleared, and open an issue once', async () => {
    const { service, operation, context } = live.heron
    const first = await live.announce('ALLOW')
    const second = await live.announce('ALLOW')
    const raised = await told(2 * 3_600_000)
    expect(raised.map(({ type }) => type)).toEqual(['finding.raised', 'finding.raised', 'issue.opened'])
    const [finding] = raised.map(({ data }) => data).filter(({ action }) => action === first.action_id)
    expect(finding).toMatchObject({
      ...{ kind: 'MISSING_EXECUTION', severity: 'medium', published: true, tool: 'crm.get_contact' },
      ...{ organization: operation.project.organizationId, project: operation.project.projectId },
      ...{ session_external_id: 'run_1', verdict: 'ALLOW', detail: { horizon_ms: 3_600_000 } },
    })
    expect(raised.at(-1)?.data).toMatchObject({ kind: 'MISSING_EXECUTION' })

    await reviewFindings(live.heron.data, { ...operation, reason: 'known outage' }, 'resolve', [
      String(finding!['finding']),
    ])
    expect(await told()).toMatchObject([
      { type: 'finding.reviewed', data: { finding: finding!['finding'], state: 'resolved' } },
    ])

    await service.reportExecution(executionRequest(second), context())
    const cleared = await told()
    expect(cleared.map(({ type }) => type)).toEqual(['finding.cleared', 'finding.raised', 'issue.opened'])
    expect(cleared[0]?.data).toMatchObject({ action: second.action_id, state: 'cleared' })
    expect(cleared[1]?.data).toMatchObject({ kind: 'LATE_EVIDENCE' })

    // None of the first kind stands open any more: the next one opens an issue again.
    await live.announce('ALLOW')
    const again = await told(2 * 3_600_000)
    expect(again.map(({ type }) => type)).toEqual(['finding.raised', 'issue.opened'])
  })

  it('never carry an error code or the arguments of the call', async () => {
    const { service, context } = live.heron
    const action = await live.announce('DENY')
    const secret = 'failed for rosa@acme.example'
    await service.reportExecution(
      executionRequest(action, { outcome: 'FAILED', error_code: secret }),
      context(),
    )
    const events = await told()
    expect(events.map(({ type }) => type)).toEqual(['finding.raised', 'issue.opened'])
    expect(receiver.received.map(({ body }) => body).join()).not.toMatch(/rosa|args_redacted|error_code/)
  })
})

describe('questions', () => {
  it('are told of with their deadline’s end where nobody answers', async () => {
    const stepUp = await live.announce('STEP_UP')
    const deferred = await live.announce('DEFER')
    expect(await told()).toMatchObject([
      { type: 'decision.defer', data: { action: deferred.action_id } },
      { type: 'decision.step_up', data: { action: stepUp.action_id } },
    ])
    const ended = (await told(3_600_000)).filter(({ type }) => type === 'approval.answered')
    expect(ended).toMatchObject([
      {
        data: {
          action: stepUp.action_id,
          state: 'timed_out',
          resolution: { verdict: 'DENY', reason: 'approval_timeout' },
        },
      },
    ])
  })
})

describe('the operator log', () => {
  it('tells of revoked keys, with the reason, under a pseudonym', async () => {
    const { data, operation } = live.heron
    await revokeVendorKey(data, { ...operation, reason: 'it was lost' }, 'k1')
    const [event, ...others] = await told()
    expect(others).toEqual([])
    expect(event).toMatchObject({
      type: 'key.revoked',
      data: {
        ...{ act: 'vendor_key.revoked', subject: 'vendor_key:k1', reason: 'it was lost' },
        after: { state: 'revoked' },
      },
    })
    expect(JSON.stringify(event)).not.toContain(operation.actorId)
  })

  it('tells of nothing that no topic is for', async () => {
    const { data, operation } = live.heron
    await changeRetention(data, { ...operation, reason: 'shorter' }, 86_400_000)
    expect(await told()).toEqual([])
  })

  it.each([
    ['shadow_window.declared', 'enforcement.changed'],
    ['break_glass.ended', 'enforcement.changed'],
    ['approval.granted', 'approval.answered'],
    ['approval.declined', 'approval.answered'],
    ['rule.disabled', 'policy.changed'],
    ['api_key.revoked', 'key.revoked'],
    ['api_key.minted', null],
    ['constructor', null],
    ['', null],
  ])('knows the topic of `%s`', (act, topic) => {
    expect(topicOfAct(act)).toBe(topic)
  })
})

it('tells nobody of what happens in another project', async () => {
  const { data, service } = live.heron
  const other = await createOrganization(data, {
    ...{ organizationName: 'Neighbour', projectName: 'Other', ownerEmail: 'owner@neighbour.example' },
  })
  const stranger = await startReceiver()
  const { organizationId, projectId, ownerId: actorId } = other
  const theirs = { project: { organizationId, projectId }, actorId }
  await addWebhook(service.operatorParts, theirs, { url: stranger.url, topics: ['decision.step_up'] })
  await live.announce('STEP_UP')
  expect(await told()).toHaveLength(1)
  expect(stranger.received).toEqual([])
  await stranger.close()
})
