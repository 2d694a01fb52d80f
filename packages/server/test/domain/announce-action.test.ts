import {
  chainRecord,
  type Digest,
  importPublicKey,
  receiptText,
  verifyReceiptText,
  verifyEd25519,
} from '@heron/evidence'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actionRequest, type Heron, sessionRequest, startHeron } from '../support/heron.js'

let heron: Heron
beforeAll(async () => {
  heron = await startHeron()
})
afterAll(() => heron.close())

describe('announcing an action', () => {
  it('chains, judges and signs it', async () => {
    const { service, context } = heron
    const opened = await service.openSession(sessionRequest('run_1'), context('session:run_1'))
    const answer = await service.announceAction(actionRequest('run_1', 0), context('action:1'))
    expect(answer.decision).toMatchObject({ verdict: 'ALLOW', rule: 'heron.read.allow', effect: 'enforced' })
    expect(answer.chain).toMatchObject({ prev_hash: opened.head_hash, position: 1 })
    expect(chainRecord(answer.record, opened.head_hash as Digest).recordHash).toBe(answer.chain.record_hash)
    const key = importPublicKey(service.jwks().keys[0]!.x)!
    for (const { payload, signature } of [answer.receipt, answer.evaluation]) {
      expect(await verifyReceiptText(receiptText(payload), signature, key, verifyEd25519)).toBe(true)
    }
  })

  it('gives 200 parallel actions of one session one dense, unforked chain', async () => {
    const { service, context } = heron
    const opened = await service.openSession(sessionRequest('run_hot'), context())
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, seq) =>
        service.announceAction(actionRequest('run_hot', seq * 7919), context(`hot:${seq}`)),
      ),
    )
    const byPosition = answers.sort((left, right) => left.chain.position - right.chain.position)
    let head = opened.head_hash
    for (const [index, answer] of byPosition.entries()) {
      expect(answer.chain).toMatchObject({ position: index + 1, prev_hash: head })
      expect(chainRecord(answer.record, head as Digest).recordHash).toBe(answer.chain.record_hash)
      head = answer.chain.record_hash
    }
    expect(await service.readSession(heron.tenant, 'run_hot')).toMatchObject({ count: 200, head_hash: head })
  })

  it('makes one record of fifty parallel firsts, whatever they re-stamped', async () => {
    const { service, context } = heron
    await service.openSession(sessionRequest('run_50'), context())
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        service.announceAction(
          actionRequest('run_50', 4, { requested_at: `2026-11-30T18:43:03.${100 + index}Z` }),
          context('one key'),
        ),
      ),
    )
    expect(new Set(answers.map(({ action_id }) => action_id)).size).toBe(1)
    expect(answers.filter(({ replay }) => replay === undefined)).toHaveLength(1)
    expect(await service.readSession(heron.tenant, 'run_50')).toMatchObject({ count: 1 })
  })
})
