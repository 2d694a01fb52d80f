/** One story per kind of finding over HTTP, each beside the obedient twin that raises nothing (heron.md §7). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../http/live-heron.js'
import { type Answer, hash, type Jsonish } from '../http/vendor-client.js'
import {
  CALLS,
  OBEDIENT,
  stated,
  startWorkedHeron,
  TIMINGS,
  VERDICTS,
  type WorkedHeron,
} from './live-worker.js'

let heron: WorkedHeron
let seq = 0
beforeEach(async () => {
  heron = await startWorkedHeron()
  seq = 0
  ok(await heron.client.openSession('run'))
})
afterEach(() => heron.close())

const announce = async (call: Jsonish): Promise<Answer> => ok(await heron.client.announce('run', seq++, call))
const kinds = (): string[] => heron.findings().map(({ kind }) => kind)
const events = (): unknown[] =>
  heron.database.prepare('select * from finding_events order by finding_id, ordinal').all()

describe('the obedient twin', () => {
  it('honours every verdict, states it in time, and nothing is raised, then or after the horizon', async () => {
    // DEFER comes first: it waits for a read, and one that is allowed lets it pass.
    for (const verdict of [...VERDICTS].reverse()) {
      const answer = await announce(CALLS[verdict])
      expect(answer.body.decision.verdict).toBe(verdict)
      ok(await heron.client.report(stated(answer, OBEDIENT[verdict])))
    }
    await heron.pass(TIMINGS.reconcileWindowMs)
    await heron.pass(TIMINGS.missingHorizonMs + 1)
    expect(heron.findings()).toEqual([])
    expect(heron.database.prepare('select distinct state, due_at from reconciliations').all()).toEqual([
      { state: 'paired', due_at: null },
    ])
  })
})

describe('MISSING_EXECUTION', () => {
  it('is raised at the horizon and not before: until then the call is pending', async () => {
    const { body } = await announce(CALLS.ALLOW)
    await heron.pass(TIMINGS.reconcileWindowMs)
    await heron.pass(TIMINGS.missingHorizonMs - TIMINGS.reconcileWindowMs)
    expect(heron.findings()).toEqual([])
    await heron.pass(1)
    expect(heron.findings()).toMatchObject([
      {
        kind: 'MISSING_EXECUTION',
        severity: 'medium',
        action_id: body.action_id,
        detail: { horizon_ms: 60_000 },
      },
    ])
  })

  it('is cleared by a further row when evidence lands, and the finding itself stays as it was', async () => {
    const answer = await announce(CALLS.ALLOW)
    await heron.pass(TIMINGS.missingHorizonMs + 1)
    const [missing] = heron.findings()
    ok(await heron.client.report(stated(answer, 'EXECUTED')))
    expect(events()).toMatchObject([
      { finding_id: missing!.id, ordinal: 0, event: 'cleared', entry_hash: null },
    ])
    ok(await heron.client.report(stated(answer, 'FAILED')))
    await heron.tick()
    expect(events()).toHaveLength(1)
    expect(heron.findings()[0]).toEqual(missing)
    expect(kinds()).toEqual(['MISSING_EXECUTION', 'LATE_EVIDENCE'])
  })

  it('is not raised where the settings of the project wait longer than the service was told', async () => {
    heron.database.exec('update project_settings set missing_horizon_ms = 600000')
    await announce(CALLS.ALLOW)
    await heron.pass(TIMINGS.missingHorizonMs + 1)
    expect(kinds()).toEqual([])
    await heron.pass(600_000)
    expect(kinds()).toEqual(['MISSING_EXECUTION'])
  })
})

describe('EXECUTION_WITHOUT_DECISION', () => {
  it('is raised for an action that this tenant does not have', async () => {
    ok(
      await heron.client.report({
        ...stated(await announce(CALLS.ALLOW), 'EXECUTED'),
        action_id: 'act_other',
      }),
    )
    expect(heron.findings()).toMatchObject([
      { kind: 'EXECUTION_WITHOUT_DECISION', severity: 'high', action_id: 'act_other', session_id: null },
    ])
    await heron.pass(TIMINGS.missingHorizonMs + 1)
    expect(kinds()).toEqual(['EXECUTION_WITHOUT_DECISION', 'MISSING_EXECUTION'])
  })
})

describe('contradictory statements on one action', () => {
  it('are both kept and shown, and the one that put it into the world counts', async () => {
    const answer = await announce(CALLS.DENY)
    ok(await heron.client.report(stated(answer, 'BLOCKED')))
    ok(await heron.client.report(stated(answer, 'EXECUTED')))
    await heron.pass(TIMINGS.reconcileWindowMs)
    const shown = await heron.client.get(`/v1/actions/${answer.body.action_id}`)
    expect(shown.body.executions).toMatchObject([{ outcome: 'BLOCKED' }, { outcome: 'EXECUTED' }])
    expect(kinds()).toEqual(['EXECUTED_DESPITE_DENY'])
  })

  it('accuse nobody by a statement that the vendor did not sign', async () => {
    const answer = await announce(CALLS.DENY)
    ok(await heron.client.report(stated(answer, 'BLOCKED')))
    ok(await heron.stranger.report(stated(answer, 'EXECUTED')))
    await heron.pass(TIMINGS.reconcileWindowMs)
    expect(heron.findings()).toMatchObject([{ kind: 'INVALID_VENDOR_SIGNATURE', severity: 'critical' }])
  })
})

describe('LATE_EVIDENCE', () => {
  it('before a tool has 20 pairs means later than the window', async () => {
    const prompt = await announce(CALLS.ALLOW)
    const late = await announce(CALLS.ALLOW)
    heron.clock.advance(TIMINGS.reconcileWindowMs)
    ok(await heron.client.report(stated(prompt, 'EXECUTED')))
    await heron.tick()
    await heron.pass(1)
    ok(await heron.client.report(stated(late, 'EXECUTED')))
    await heron.tick()
    expect(heron.findings()).toMatchObject([
      {
        kind: 'LATE_EVIDENCE',
        severity: 'low',
        action_id: late.body.action_id,
        detail: { delay_ms: 1001, late_after_ms: 1000 },
      },
    ])
  })

  it('afterwards means later than the p99 of that very tool', async () => {
    const report = async (call: Jsonish, delayMs: number): Promise<Answer> => {
      const answer = await announce(call)
      heron.clock.advance(delayMs)
      ok(await heron.client.report(stated(answer, 'EXECUTED')))
      await heron.pass(TIMINGS.reconcileWindowMs - delayMs)
      return answer
    }
    for (let pair = 0; pair < 20; pair += 1) await report(CALLS.ALLOW, 10 + pair)
    expect(kinds()).toEqual([])
    const late = await report(CALLS.ALLOW, 30)
    await report(CALLS.ALLOW, 29)
    await report({ tool: { name: 'crm.search' } }, 500)
    expect(heron.findings()).toMatchObject([
      { kind: 'LATE_EVIDENCE', action_id: late.body.action_id, detail: { delay_ms: 30, late_after_ms: 29 } },
    ])
  })

  it('judges and counts a call once, however many statements follow', async () => {
    const answer = await announce(CALLS.ALLOW)
    ok(await heron.client.report(stated(answer, 'EXECUTED')))
    await heron.pass(TIMINGS.reconcileWindowMs)
    heron.clock.advance(TIMINGS.missingHorizonMs)
    ok(await heron.client.report(stated(answer, 'FAILED')))
    await heron.tick()
    expect(kinds()).toEqual([])
    expect(heron.database.prepare('select sum(pairs) from tool_delays').pluck().get()).toBe(1)
  })
})

describe('INTENT_CONTRADICTION', () => {
  const inferred = (op: string): Jsonish => ({
    tool: { name: 'crm.search' },
    signals: {
      op,
      inferred: 'operation',
      inference_model: 'm',
      inference_prompt_hash: hash('?'),
      inference_slice: 'all',
    },
  })

  it('is raised where a model’s answer disagrees with what was measured, and not where it agrees', async () => {
    const wrong = await announce(inferred('send'))
    await announce(inferred('read'))
    await heron.pass(TIMINGS.reconcileWindowMs)
    expect(heron.findings()).toMatchObject([
      { kind: 'INTENT_CONTRADICTION', severity: 'medium', action_id: wrong.body.action_id },
    ])
  })
})

describe('BROKEN_CHAIN', () => {
  it('is raised for a claimed predecessor that the session never issued, and for no honest or absent claim', async () => {
    const first = await announce(CALLS.ALLOW)
    await announce({ ...CALLS.ALLOW, chain: { prev_hash: first.body.chain.prev_hash } })
    await announce({ ...CALLS.ALLOW, chain: { prev_hash: first.body.chain.record_hash } })
    const wrong = await announce({ ...CALLS.ALLOW, chain: { prev_hash: hash('never issued') } })
    expect(heron.findings()).toMatchObject([
      { kind: 'BROKEN_CHAIN', severity: 'critical', action_id: wrong.body.action_id },
    ])
  })
})

describe('what the agent did, never published', () => {
  it('UNNAMED_RECIPIENT: an anchor anywhere in the arguments that the request did not name', async () => {
    const named = '<email:0123456789abcdef>'
    const other = '<phone:fedcba9876543210>'
    ok(await heron.client.openSession('named', { original_request: { hash: hash('r'), anchors: [named] } }))
    const call = (session: string, to: unknown): Promise<Answer> =>
      heron.client.announce(session, seq++, { ...CALLS.ALLOW, args_redacted: { to: { list: [[to]] } } })
    ok(await call('named', named))
    const stranger = ok(await call('named', other))
    ok(await call('run', other))
    await heron.pass(TIMINGS.reconcileWindowMs)
    expect(heron.findings()).toMatchObject([
      {
        kind: 'UNNAMED_RECIPIENT',
        severity: 'medium',
        action_id: stranger.body.action_id,
        detail: { recipients: [other] },
      },
    ])
  })

  it('INSTRUCTIONS_CHANGED: a commitment that differs from the last one of the session', async () => {
    const commit = (text: string | null): Promise<Answer> =>
      announce({ ...CALLS.ALLOW, ...(text === null ? {} : { signals: { instructions_hash: hash(text) } }) })
    for (const text of [null, 'be kind', 'be kind', null]) await commit(text)
    const changed = await commit('be quick')
    await commit('be quick')
    await heron.pass(TIMINGS.reconcileWindowMs)
    expect(heron.findings()).toMatchObject([
      { kind: 'INSTRUCTIONS_CHANGED', severity: 'medium', action_id: changed.body.action_id },
    ])
  })

  it('SENSITIVE_THEN_EXTERNAL: read before, sent now, and only where the outside is established', async () => {
    const send = (signals: Jsonish): Promise<Answer> => announce({ tool: { name: 'mail.send' }, signals })
    await send({ recipient_external: true })
    await announce({ tool: { name: 'crm.get_contact' }, signals: { data_class: 'personal' } })
    await send({ recipient_external: false })
    await send({})
    const outward = await send({ recipient_external: true })
    await heron.pass(TIMINGS.reconcileWindowMs)
    expect(heron.findings()).toMatchObject([
      {
        kind: 'SENSITIVE_THEN_EXTERNAL',
        severity: 'high',
        action_id: outward.body.action_id,
        detail: { read: { personal: 1 } },
      },
    ])
  })
})
