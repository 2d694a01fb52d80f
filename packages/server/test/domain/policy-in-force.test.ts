import { managedBundle, policyHash } from '@heron/evidence'
import { afterEach, describe, expect, it } from 'vitest'
import { actionRequest, type Heron, sessionRequest, startHeron } from '../support/heron.js'

let heron: Heron
afterEach(() => heron.close())

describe('the policy in force', () => {
  it('of a new project is the managed set, readable by its hash, and on every receipt', async () => {
    heron = await startHeron()
    const { service, tenant, context } = heron
    const policy = await service.readPolicy(tenant)
    expect(policy).toEqual({ policy_hash: policyHash(managedBundle()), bundle: managedBundle() })
    expect(await service.readPolicyByHash(tenant, policy.policy_hash)).toEqual(policy)
    await expect(service.readPolicyByHash(tenant, 'sha256:x')).rejects.toMatchObject({ code: 'not_found' })
    await service.openSession(sessionRequest('run_1'), context())
    const { receipt, evaluation } = await service.announceAction(actionRequest('run_1', 1), context())
    for (const { payload } of [receipt, evaluation])
      expect(payload).toMatchObject({ policy_hash: policy.policy_hash })
  })

  it.each([
    ['is not there in time', () => new Promise<never>(() => undefined)],
    ['cannot be read', () => Promise.reject(new Error('disk'))],
  ])('that %s is a signed DENY with a reason of its own; the next call looks again', async (_, fail) => {
    let failing = true
    heron = await startHeron({
      policyTimeoutMs: 5,
      policies: () => (failing ? fail() : Promise.resolve(managedBundle())),
    })
    const { service, context } = heron
    await service.openSession(sessionRequest('run_1'), context())
    const denied = await service.announceAction(actionRequest('run_1', 1), context('a1'))
    expect(denied.decision).toMatchObject({
      verdict: 'DENY',
      reasons: ['policy_timeout'],
      effect: 'enforced',
    })
    expect(denied.receipt.payload).toMatchObject({ policy_hash: null, rule: null })
    expect(denied.receipt.signature).toHaveLength(86)
    failing = false
    const allowed = await service.announceAction(actionRequest('run_1', 2), context())
    expect(allowed.decision.verdict).toBe('ALLOW')
    // What was decided stays decided.
    expect(await service.announceAction(actionRequest('run_1', 1), context('a1'))).toEqual({
      ...denied,
      replay: true,
    })
  })
})

describe('a store or a signer that cannot serve', () => {
  it('is no decision: the caller is told to come back, and then the chain goes on unbroken', async () => {
    heron = await startHeron()
    const { service, context, data } = heron
    await service.openSession(sessionRequest('run_1'), context())
    await service.announceAction(actionRequest('run_1', 1), context())
    const other = heron.place.openDatabase()
    other.blockWrites()
    const refused = await service
      .announceAction(actionRequest('run_1', 2), context())
      .catch((error: unknown) => error)
    other.exec('rollback')
    other.close()
    expect(refused).toMatchObject({ code: 'unavailable' })
    const next = await service.announceAction(actionRequest('run_1', 3), context())
    expect(next.chain.position).toBe(2)
    await data.close()
    await expect(service.announceAction(actionRequest('run_1', 4), context())).rejects.toMatchObject({
      code: 'unavailable',
    })
  })
})
