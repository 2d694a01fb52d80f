/** Decisions over real HTTP (heron.md §3, §5): every managed rule, and each way on from a verdict that is no ALLOW. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveHeron, ok, startLiveHeron } from './live-heron.js'
import { type Answer, hash, type Jsonish, statementOf } from './vendor-client.js'

let heron: LiveHeron
beforeAll(async () => {
  heron = await startLiveHeron()
})
afterAll(() => heron.close())

/** Announces in a session of its own. */
async function decide(session: string, tool: string, signals?: Jsonish): Promise<Answer> {
  ok(await heron.client.openSession(session))
  return ok(await heron.client.announce(session, 1, { tool: { name: tool }, ...(signals && { signals }) }))
}

type RuleCase = readonly [rule: string, verdict: string, tool: string, signals?: Jsonish]

const MANAGED: readonly RuleCase[] = [
  ['heron.read.allow', 'ALLOW', 'crm.contacts.list'],
  ['heron.read.allow', 'ALLOW', 'frobnicate', { op: 'read' }],
  [
    'heron.credential.deny',
    'DENY',
    'vault',
    { op: 'send', data_class: 'credential', destination: 'internal' },
  ],
  [
    'heron.credential.deny',
    'DENY',
    'vault',
    { op: 'write', data_class: 'credential', destination: 'third_party' },
  ],
  [
    'heron.credential.step_up',
    'STEP_UP',
    'vault',
    { op: 'write', data_class: 'credential', destination: 'internal' },
  ],
  ['heron.money.deny', 'DENY', 'payments.refund'],
  ['heron.money.deny', 'DENY', 'wallet.send_money'],
  ['heron.money.deny', 'DENY', 'ledger', { op: 'write', data_class: 'financial', amount: 100 }],
  [
    'heron.personal.step_up',
    'STEP_UP',
    'notify',
    { op: 'send', data_class: 'personal', destination: 'none' },
  ],
  ['heron.external_send.step_up', 'STEP_UP', 'gmail.send', { data_class: 'none', recipient_external: true }],
  ['heron.external_send.step_up', 'STEP_UP', 'gmail.send', { data_class: 'none' }],
  ['heron.internal_send.allow', 'ALLOW', 'slack.send', { data_class: 'none', destination: 'internal' }],
  [
    'heron.external_write.step_up',
    'STEP_UP',
    'wiki',
    { op: 'write', destination: 'external', record_count: 1 },
  ],
  ['heron.write.allow', 'ALLOW', 'wiki.update', { destination: 'internal' }],
  ['heron.recoverable_delete.allow', 'ALLOW', 'mail.archive', { op: 'delete' }],
  ['heron.recoverable_delete.allow', 'ALLOW', 'files.delete', { reversible: true }],
  ['heron.irreversible_delete.modify', 'MODIFY', 'files.delete'],
  ['heron.blind_bulk.defer', 'DEFER', 'wiki.update', { destination: 'internal', record_count: 101 }],
  ['heron.execute.step_up', 'STEP_UP', 'shell', { op: 'execute', data_class: 'operational' }],
  ['heron.unknown.step_up', 'STEP_UP', 'frobnicate'],
]

describe('managed rules', () => {
  it.each(MANAGED.map(([rule, verdict, tool, signals], index) => ({ rule, verdict, tool, signals, index })))(
    '$rule says $verdict to $tool $signals',
    async ({ rule, verdict, tool, signals, index }) => {
      const { decision, receipt } = (await decide(`rule_${index}`, tool, signals)).body
      expect(decision).toMatchObject({ verdict, rule, effect: 'enforced' })
      expect(receipt.payload).toMatchObject({ verdict, rule, reasons: decision.reasons })
    },
  )

  it('heron.bulk_external.step_up says STEP_UP to a bulk change outside, once something was read', async () => {
    const { client } = heron
    ok(await client.openSession('rule_bulk'))
    ok(await client.announce('rule_bulk', 1))
    const signals = { op: 'delete', reversible: true, destination: 'external', record_count: 5000 }
    const answer = ok(await client.announce('rule_bulk', 2, { tool: { name: 'sync' }, signals }))
    expect(answer.body.decision).toMatchObject({ verdict: 'STEP_UP', rule: 'heron.bulk_external.step_up' })
  })

  it('are all read here, and published in full under the hash that stands on receipts', async () => {
    const { client } = heron
    const policy = ok(await client.get('/v1/policy')).body
    const tested = new Set([...MANAGED.map(([rule]) => rule), 'heron.bulk_external.step_up'])
    expect(new Set(policy.bundle.rules.map(({ id }: { id: string }) => id))).toEqual(tested)
    expect(policy.policy_hash).toBe(hash(policy.bundle))
    const { receipt } = (await decide('rule_hash', 'crm.read')).body
    expect(receipt.payload.policy_hash).toBe(policy.policy_hash)
    expect(ok(await client.get(`/v1/policies/${policy.policy_hash as string}`)).body).toEqual(policy)
    expect(await client.get(`/v1/policies/${hash('other')}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  })
})

describe('STEP_UP', () => {
  const TOOL = { name: 'gmail.send' }
  const SEND = { recipient_external: true, data_class: 'none' }
  const ARGS = hash({ to: 'someone' })

  async function steppedUp(session: string): Promise<string> {
    ok(await heron.client.openSession(session))
    const answer = ok(await heron.client.announce(session, 1, { tool: TOOL, signals: SEND, args_hash: ARGS }))
    expect(answer.body.decision.verdict).toBe('STEP_UP')
    expect(ok(await heron.client.report(statementOf(answer, 'ESCALATED'))).body.signature_valid).toBe(true)
    return answer.body.action_id as string
  }

  function answered(action: string, decision = 'APPROVE'): Jsonish {
    return { ...SEND, resolves_action: action, human_decision: decision, approver: 'user_7' }
  }

  it('approved lets a new action through, which is linked to it', async () => {
    const { client } = heron
    const asked = await steppedUp('step_1')
    const call = { tool: TOOL, signals: answered(asked), args_hash: ARGS }
    const answer = ok(await client.announce('step_1', 2, call)).body
    expect(answer.decision.verdict).toBe('ALLOW')
    expect(answer.receipt.payload).toMatchObject({ verdict: 'ALLOW', resolves: asked })
    expect(ok(await client.get(`/v1/actions/${asked}`)).body.resolved_by).toBe(answer.action_id)
    expect(ok(await client.get(`/v1/actions/${answer.action_id as string}`)).body.resolves).toBe(asked)
    expect(answer.evaluation.payload.classification.approval).toMatchObject({
      kind: 'answer',
      resolves_action: asked,
      human_decision: 'APPROVE',
      approver: 'user_7',
    })
  })

  it('approved lifts once', async () => {
    const asked = await steppedUp('step_2')
    const call = { tool: TOOL, signals: answered(asked), args_hash: ARGS }
    expect(ok(await heron.client.announce('step_2', 2, call)).body.decision.verdict).toBe('ALLOW')
    expect(ok(await heron.client.announce('step_2', 3, call)).body.decision.verdict).not.toBe('ALLOW')
  })

  it('approved for another tool, other arguments, another session or another action lifts nothing', async () => {
    const { client } = heron
    const asked = await steppedUp('step_3')
    ok(await client.openSession('step_3_other'))
    const attempts: [string, Jsonish][] = [
      ['step_3', { tool: { name: 'outlook.send' }, signals: answered(asked), args_hash: ARGS }],
      ['step_3', { tool: TOOL, signals: answered(asked), args_hash: hash('other') }],
      ['step_3_other', { tool: TOOL, signals: answered(asked), args_hash: ARGS }],
      ['step_3', { tool: TOOL, signals: answered('act_nowhere'), args_hash: ARGS }],
    ]
    for (const [index, [session, call]] of attempts.entries()) {
      const { decision } = ok(await client.announce(session, 10 + index, call)).body
      expect(decision.verdict, JSON.stringify(call)).not.toBe('ALLOW')
    }
    // None of them used it up.
    const call = { tool: TOOL, signals: answered(asked), args_hash: ARGS }
    expect(ok(await client.announce('step_3', 20, call)).body.decision.verdict).toBe('ALLOW')
  })

  it('of another organization cannot be approved from here, nor from there', async () => {
    const { neighbour, client } = heron
    const asked = await steppedUp('step_4')
    ok(await neighbour.openSession('step_4'))
    const call = { tool: TOOL, signals: answered(asked), args_hash: ARGS }
    expect(ok(await neighbour.announce('step_4', 2, call)).body.decision.verdict).not.toBe('ALLOW')
    expect(ok(await client.get(`/v1/actions/${asked}`)).body.resolved_by).toBeNull()
  })

  it('approved too late lifts nothing', async () => {
    const asked = await steppedUp('step_5')
    heron.clock.advance(3_600_001)
    const call = { tool: TOOL, signals: answered(asked), args_hash: ARGS }
    expect(ok(await heron.client.announce('step_5', 2, call)).body.decision.verdict).not.toBe('ALLOW')
  })

  it.each(['DECLINE', 'approve', 'APPROVED', 'yes'])('answered with %s is a DENY', async (word) => {
    const asked = await steppedUp(`step_6_${word}`)
    const call = { tool: TOOL, signals: answered(asked, word), args_hash: ARGS }
    expect(ok(await heron.client.announce(`step_6_${word}`, 2, call)).body.decision.verdict).toBe('DENY')
  })

  it('is not lifted by a prior approval, which is published', async () => {
    ok(await heron.client.openSession('step_7'))
    const signals = { ...SEND, human_authorized: true, approver: 'user_7' }
    const answer = ok(await heron.client.announce('step_7', 1, { tool: TOOL, signals })).body
    expect(answer.decision.verdict).toBe('STEP_UP')
    expect(answer.evaluation.payload.classification.approval).toMatchObject({
      kind: 'prior',
      approver: 'user_7',
    })
  })

  it('approved does not lift a rule’s DENY', async () => {
    const { client } = heron
    const asked = await steppedUp('step_8')
    const deadly = { ...answered(asked), data_class: 'credential' }
    const call = { tool: TOOL, signals: deadly, args_hash: ARGS }
    expect(ok(await client.announce('step_8', 2, call)).body.decision).toMatchObject({
      verdict: 'DENY',
      rule: 'heron.credential.deny',
    })
    ok(await client.openSession('step_9'))
    const denied = ok(
      await client.announce('step_9', 1, { tool: { name: 'payments.refund' }, args_hash: ARGS }),
    ).body
    const retry = {
      tool: { name: 'payments.refund' },
      args_hash: ARGS,
      signals: { resolves_action: denied.action_id, human_decision: 'APPROVE' },
    }
    expect(ok(await client.announce('step_9', 2, retry)).body.decision.verdict).toBe('DENY')
  })
})

describe('MODIFY', () => {
  it('says how to narrow the call; the narrowed one is a new action, linked and allowed', async () => {
    const { client } = heron
    const asked = (await decide('modify_1', 'files.delete')).body
    expect(asked.decision.transform).toMatchObject({
      note: expect.any(String),
      reduce_magnitude_to: 'single',
    })
    expect(asked.receipt.payload.transform).toEqual(asked.decision.transform)
    const narrowed = { tool: { name: 'files.delete' }, signals: { reversible: true, record_count: 1 } }
    const answer = ok(await client.announce('modify_1', 2, narrowed)).body
    expect(answer.decision.verdict).toBe('ALLOW')
    expect(answer.receipt.payload.resolves).toBe(asked.action_id)
  })
})

describe('DEFER', () => {
  it('withholds until the session shows what is pending; then a new action goes through', async () => {
    const { client } = heron
    const bulk = {
      tool: { name: 'wiki.update' },
      signals: { destination: 'internal', record_count: 1000 },
      args_hash: hash('bulk'),
    }
    ok(await client.openSession('defer_1'))
    const asked = ok(await client.announce('defer_1', 1, bulk)).body
    expect(asked.decision).toMatchObject({ verdict: 'DEFER', pending: { prior_operation: ['read'] } })
    expect(ok(await client.announce('defer_1', 2, bulk)).body.decision.verdict).toBe('DEFER')
    expect(ok(await client.announce('defer_1', 3)).body.decision.verdict).toBe('ALLOW')
    const answer = ok(await client.announce('defer_1', 4, bulk)).body
    expect(answer.decision).toMatchObject({ verdict: 'ALLOW', rule: 'heron.write.allow' })
    expect(answer.receipt.payload.resolves).toEqual(expect.stringMatching(/^act_/))
  })

  it('is not satisfied by a read that was itself not allowed', async () => {
    const { client } = heron
    ok(await client.openSession('defer_2'))
    const approval = { resolves_action: 'act_nowhere', human_decision: 'DECLINE' }
    const read = ok(await client.announce('defer_2', 1, { signals: approval })).body
    expect(read.decision.verdict).toBe('DENY')
    const bulk = { tool: { name: 'wiki.update' }, signals: { destination: 'internal', record_count: 1000 } }
    expect(ok(await client.announce('defer_2', 2, bulk)).body.decision.verdict).toBe('DEFER')
  })
})
