/** The chain of a session (heron.md §2, §3), over real HTTP: recomputed by a stranger from what was answered. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveHeron, ok, startLiveHeron } from './live-heron.js'
import { chainHash, hash, receiptVerifies } from './vendor-client.js'

let heron: LiveHeron
beforeAll(async () => {
  heron = await startLiveHeron()
})
afterAll(() => heron.close())

const FOREIGN = `sha256:${'0'.repeat(64)}`

describe('the genesis record', () => {
  it('is the head at open, and commits to task, parent and grant by hashes only', async () => {
    const scope = { allowed_tools: ['b', 'a'], bounds: { z: 1, a: [2] } }
    const opened = ok(
      await heron.client.openSession('chain_1', {
        task: { ref: 'job_4471', parent_session_external_id: 'run_8810' },
        grant: { hash: hash({ some: 'document' }), ref: 'grant_1', scope },
        started_at: '2026-11-30T20:43:03.5+02:00',
      }),
    ).body
    expect(opened.head_hash).toBe(chainHash(opened.record, null))
    expect(opened.record).toMatchObject({
      kind: 'session',
      v: 2,
      session: opened.session_id,
      agent: 'agent_1',
      principal: { type: 'human', ref: 'user_881' },
      started_at: '2026-11-30T18:43:03.500Z',
      task_ref_hash: hash('job_4471'),
      parent_session_ref_hash: hash('run_8810'),
      grant_hash: hash({ some: 'document' }),
      grant_scope_hash: hash(scope),
    })
  })
})

describe('an action’s record', () => {
  it('is chained onto the one before, and both receipts about it verify', async () => {
    const { client, jwks } = heron
    const opened = ok(await client.openSession('chain_2')).body
    const signals = { recipient_external: true, recipient_count: 1 }
    const answer = ok(
      await client.announce('chain_2', 40, {
        tool: { name: 'gmail.send' },
        signals,
        resource_ref: 'gmail:account_12',
        requested_at: '2026-11-30T18:43:03.418999Z',
        chain: { prev_hash: opened.head_hash },
      }),
    ).body
    expect(answer.record).toMatchObject({
      kind: 'action',
      v: 3,
      session: opened.session_id,
      action: answer.action_id,
      seq: 40,
      tool: 'gmail.send',
      args_hash: hash({ seq: 40 }),
      requested_at: '2026-11-30T18:43:03.418Z',
      resource_ref_hash: hash('gmail:account_12'),
      signals_hash: hash(signals),
    })
    expect(answer.chain).toEqual({
      prev_hash: opened.head_hash,
      record_hash: chainHash(answer.record, opened.head_hash),
      position: 1,
    })
    for (const receipt of [answer.receipt, answer.evaluation]) {
      expect(receiptVerifies(receipt, jwks)).toBe(true)
      const spoilt = { ...receipt, payload: { ...receipt.payload, seq: 41 } }
      expect(receiptVerifies(spoilt, jwks)).toBe(false)
    }
    expect(answer.receipt.payload).toMatchObject({
      v: 4,
      session: opened.session_id,
      action: answer.action_id,
      decision: answer.decision.decision_id,
      seq: 40,
      position: 1,
      verdict: answer.decision.verdict,
      prev_hash: opened.head_hash,
      record_hash: answer.chain.record_hash,
      enforcement: { effect: 'enforced' },
      requested_at: '2026-11-30T18:43:03.418Z',
    })
    // Signals are never published; what was made of them is.
    expect(JSON.stringify(answer)).not.toContain('recipient_external')
    expect(answer.evaluation.payload.classification.destination).toEqual({
      value: 'external',
      source: 'declared',
    })
  })
})

describe('a claimed prev_hash', () => {
  it('is fine when this session issued it, however old; genesis included', async () => {
    const { client } = heron
    const genesis = ok(await client.openSession('chain_3')).body.head_hash as string
    const issued = [genesis]
    for (const seq of [1, 2, 3, 4]) {
      for (const claim of issued) {
        const answer = ok(
          await client.announce('chain_3', seq * 10 + issued.indexOf(claim), { chain: { prev_hash: claim } }),
        )
        expect(heron.findings(answer.body.action_id as string)).toEqual([])
        if (claim === issued.at(-1)) {
          issued.push(answer.body.chain.record_hash as string)
          break
        }
      }
    }
  })

  it('that no one issued, or another session did, is answered all the same and becomes a finding', async () => {
    const { client } = heron
    ok(await client.openSession('chain_4'))
    const other = ok(await client.openSession('chain_4_other')).body.head_hash as string
    const claims = [FOREIGN, other]
    for (const [seq, claim] of claims.entries()) {
      const answer = ok(await client.announce('chain_4', seq, { chain: { prev_hash: claim } }))
      expect(answer.body.decision.verdict).toBe('ALLOW')
      expect(answer.body.chain.prev_hash).not.toBe(claim)
      expect(heron.findings(answer.body.action_id as string)).toEqual(['BROKEN_CHAIN'])
    }
  })

  it('that is absent is no finding', async () => {
    const { client } = heron
    ok(await client.openSession('chain_5'))
    const answer = ok(await client.announce('chain_5', 1))
    expect(heron.findings(answer.body.action_id as string)).toEqual([])
  })
})

describe('seq', () => {
  it('need not be contiguous or rise: positions are dense in order of arrival', async () => {
    const { client } = heron
    ok(await client.openSession('chain_6'))
    const positions = []
    for (const seq of [4294967295, 0, 77, 2147483648]) {
      positions.push(ok(await client.announce('chain_6', seq)).body.chain.position)
    }
    expect(positions).toEqual([1, 2, 3, 4])
  })

  it('that another action holds is a 409, and nothing is written', async () => {
    const { client } = heron
    ok(await client.openSession('chain_7'))
    ok(await client.announce('chain_7', 5))
    const before = heron.counts()
    const answer = await client.announce('chain_7', 5, { tool: { name: 'other.read' } }, 'another key')
    expect(answer).toMatchObject({ status: 409, body: { code: 'seq_conflict', pointer: '/seq' } })
    expect(heron.counts()).toEqual(before)
  })
})

describe('two hundred parallel actions of one session', () => {
  it('give one dense chain without a fork, whose head and count are signed at the close', async () => {
    const { client, jwks } = heron
    const opened = ok(await client.openSession('chain_200')).body
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => client.announce('chain_200', index * 7919)),
    )
    const chain = answers.map((answer) => ok(answer).body).sort((a, b) => a.chain.position - b.chain.position)
    expect(chain.map(({ chain: { position } }) => position as number)).toEqual(
      Array.from({ length: 200 }, (_, index) => index + 1),
    )
    let head = opened.head_hash as string
    for (const { record, chain: link } of chain) {
      expect(link.prev_hash).toBe(head)
      expect(link.record_hash).toBe(chainHash(record, head))
      head = link.record_hash
    }
    const session = ok(await client.get('/v1/sessions/chain_200')).body
    expect(session).toMatchObject({
      head_hash: head,
      count: 200,
      state: 'open',
      genesis_hash: opened.head_hash,
    })

    const closed = ok(await client.close('chain_200')).body
    expect(closed).toMatchObject({ session_id: opened.session_id, head_hash: head, count: 200 })
    expect(closed.receipt.payload).toMatchObject({
      v: 1,
      session: opened.session_id,
      head_hash: head,
      actions: 200,
    })
    expect(receiptVerifies(closed.receipt, jwks)).toBe(true)
    const after = ok(await client.get('/v1/sessions/chain_200')).body
    expect(after).toMatchObject({ state: 'closed', head_hash: head, count: 200 })
  })
})

describe('a closed session', () => {
  it('takes no further action, answers replays, and may be closed with no action at all', async () => {
    const { client } = heron
    ok(await client.openSession('chain_8'))
    const action = ok(await client.announce('chain_8', 1))
    ok(await client.close('chain_8'))
    const before = heron.counts()
    expect(await client.announce('chain_8', 2)).toMatchObject({
      status: 409,
      body: { code: 'session_closed' },
    })
    expect(ok(await client.announce('chain_8', 1)).body).toEqual({ ...action.body, replay: true })
    expect(heron.counts()).toEqual(before)

    const empty = ok(await client.openSession('chain_9')).body
    expect(ok(await client.close('chain_9')).body).toMatchObject({ count: 0, head_hash: empty.head_hash })
  })
})
