/** Lists of sessions and calls over HTTP: filters, search, cursors that hold still, and a bounded number of queries. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CALLS } from '../worker/live-worker.js'
import { type LiveReading, startLiveReading } from './live-reading.js'

/** A world small enough to filter by hand: every call and session as they were made. */
const VERDICTS = ['ALLOW', 'DENY', 'STEP_UP', 'MODIFY'] as const
type Made = {
  readonly action: string
  readonly session: string
  readonly name: string
  readonly agent: string
  readonly tool: string
  readonly verdict: string
  readonly rule: string | null
  readonly at: string
}

let live: LiveReading
const calls: Made[] = []
const sessions: {
  readonly id: string
  readonly name: string
  readonly agent: string
  readonly at: string
}[] = []

beforeAll(async () => {
  live = await startLiveReading()
  for (let run = 0; run < 24; run += 1) {
    const [name, agent] = [`run_${run}`, `agent_${run % 3}`]
    const id = await live.open(name, {
      agent: { external_id: agent, name: `Agent ${run % 3}` },
      principal: { type: 'human', ref: `user_${run % 5}` },
    })
    sessions.push({ id, name, agent, at: live.heron.clock.now() })
    for (let seq = 0; seq < 5; seq += 1) {
      const wanted = VERDICTS[(run + seq) % VERDICTS.length] ?? 'ALLOW'
      const answer = await live.announce(name, seq, CALLS[wanted])
      calls.push({
        ...{ action: answer.action_id, session: id, name, agent },
        tool: CALLS[wanted].tool.name,
        verdict: answer.decision.verdict,
        rule: answer.decision.rule ?? null,
        at: live.heron.clock.now(),
      })
      live.heron.clock.advance(60_000)
      if (seq % 2 === 0) await live.state(answer, wanted === 'ALLOW' ? 'EXECUTED' : 'BLOCKED')
    }
    if (run % 4 === 0) await live.heron.service.closeSession(name, live.heron.context())
  }
})
afterAll(() => live.close())

const ids = (items: readonly Record<string, unknown>[], member: string): unknown[] =>
  items.map((item) => item[member])
const newest = <Item>(items: readonly Item[]): Item[] => items.toReversed()

describe('calls', () => {
  it('are listed newest first, each once, whatever the size of a page', async () => {
    for (const limit of [1, 7, 50, 200]) {
      expect(ids(await live.all('/actions', limit), 'action')).toEqual(
        newest(calls).map(({ action }) => action),
      )
    }
  })

  it('show what a list needs: session, agent, verdict, reasons, effect and what was stated', async () => {
    const { body } = await live.get('/actions?limit=200')
    const first = calls[0]!
    expect(body.items.at(-1)).toEqual({
      ...{ action: first.action, session: first.session, session_external_id: 'run_0', agent: 'agent_0' },
      ...{ environment: 'live', tool: first.tool, seq: 0, position: 1, verdict: first.verdict },
      ...{
        rule: first.rule,
        reasons: expect.any(Array) as unknown,
        effect: 'enforced',
        received_at: first.at,
      },
      outcomes: [{ outcome: 'EXECUTED', signature_valid: true, received_at: expect.any(String) as unknown }],
    })
  })

  it.each([
    ['tool', (call: Made) => call.tool],
    ['verdict', (call: Made) => call.verdict],
    ['rule', (call: Made) => call.rule],
    ['agent', (call: Made) => call.agent],
    ['session', (call: Made) => call.session],
  ] as const)('are filtered by %s exactly', async (name, valueOf) => {
    for (const value of new Set(calls.map(valueOf))) {
      const expected = newest(calls).filter((call) => valueOf(call) === value)
      const found = await live.all(`/actions?${name}=${encodeURIComponent(value ?? '')}`, 3)
      if (value !== null) expect(ids(found, 'action')).toEqual(expected.map(({ action }) => action))
    }
  })

  it('are filtered by time, from a moment on and before another', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(calls.length - 1), fc.nat(calls.length - 1), async (a, b) => {
        const [since, until] = [calls[Math.min(a, b)]!.at, calls[Math.max(a, b)]!.at]
        const expected = newest(calls).filter(({ at }) => at >= since && at < until)
        const found = await live.all(`/actions?since=${since}&until=${until}`)
        expect(ids(found, 'action')).toEqual(expected.map(({ action }) => action))
      }),
      { numRuns: 15 },
    )
  })

  it('pass every filter that is set, together', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record(
          {
            tool: fc.constantFrom(...new Set(calls.map(({ tool }) => tool))),
            verdict: fc.constantFrom(...VERDICTS),
            agent: fc.constantFrom('agent_0', 'agent_1', 'nobody'),
            environment: fc.constantFrom('live', 'test'),
            q: fc.constantFrom('mail', 'PAY', '_', '%', 'files.delete'),
            since: fc.constantFrom(calls[10]!.at, calls[90]!.at),
          },
          { requiredKeys: [] },
        ),
        async (filter) => {
          const expected = newest(calls).filter(
            (call) =>
              (filter.tool ?? call.tool) === call.tool &&
              (filter.verdict ?? call.verdict) === call.verdict &&
              (filter.agent ?? call.agent) === call.agent &&
              (filter.environment ?? 'live') === 'live' &&
              call.tool.toLowerCase().includes((filter.q ?? '').toLowerCase()) &&
              call.at >= (filter.since ?? ''),
          )
          const found = await live.all(`/actions?${new URLSearchParams(filter).toString()}`, 9)
          expect(ids(found, 'action')).toEqual(expected.map(({ action }) => action))
        },
      ),
      { numRuns: 60 },
    )
  })

  it('are found by their id, and by the full name or id of their session', async () => {
    const call = calls[33]!
    expect(ids(await live.all(`/actions?q=${call.action}`), 'action')).toEqual([call.action])
    const ofSession = newest(calls).filter(({ session }) => session === call.session)
    for (const q of [call.name, call.session]) {
      expect(ids(await live.all(`/actions?q=${q}`, 2), 'action')).toEqual(
        ofSession.map(({ action }) => action),
      )
    }
    expect(await live.all('/actions?q=act_nothing')).toEqual([])
  })

  it('go on where a page ended, whatever arrives meanwhile', async () => {
    const { body: first } = await live.get('/actions?limit=10')
    const fresh = await live.announce('run_1', 90, CALLS.ALLOW)
    const { body: second } = await live.get(`/actions?limit=10&cursor=${first.next_cursor}`)
    expect([...ids(first.items, 'action'), ...ids(second.items, 'action')]).toEqual(
      newest(calls)
        .slice(0, 20)
        .map(({ action }) => action),
    )
    calls.push({
      ...{ action: fresh.action_id, session: sessions[1]!.id, name: 'run_1', agent: 'agent_1' },
      ...{ tool: 'crm.get_contact', verdict: 'ALLOW', rule: fresh.decision.rule ?? null },
      at: live.heron.clock.now(),
    })
  })
})

describe('sessions', () => {
  it('are listed newest first, each once, whatever the size of a page', async () => {
    for (const limit of [1, 5, 200]) {
      expect(ids(await live.all('/sessions', limit), 'session')).toEqual(newest(sessions).map(({ id }) => id))
    }
  })

  it('count their calls, verdicts and findings', async () => {
    const item = (await live.all('/sessions')).find(({ session }) => session === sessions[2]!.id)!
    const own = calls.filter(({ session }) => session === sessions[2]!.id)
    const verdicts = Object.fromEntries(
      [...new Set(own.map(({ verdict }) => verdict))].map((verdict) => [
        verdict,
        own.filter((call) => call.verdict === verdict).length,
      ]),
    )
    expect(item).toMatchObject({
      ...{ external_id: 'run_2', agent: 'agent_2', agent_name: 'Agent 2', environment: 'live' },
      ...{ principal: { type: 'human', ref: 'user_2' }, actions: 5, verdicts, findings: 0, closed_at: null },
    })
  })

  it('pass every filter that is set, together', async () => {
    const verdictsOf = (id: string) =>
      new Set(calls.filter(({ session }) => session === id).map(({ verdict }) => verdict))
    await fc.assert(
      fc.asyncProperty(
        fc.record(
          {
            agent: fc.constantFrom('agent_0', 'agent_2', 'nobody'),
            state: fc.constantFrom('open', 'closed'),
            verdict: fc.constantFrom(...VERDICTS, 'DEFER'),
            environment: fc.constantFrom('live', 'test'),
            q: fc.constantFrom('un_1', 'AGENT', 'user_3', '%', 'ent_1'),
            since: fc.constantFrom(sessions[4]!.at, sessions[20]!.at),
            until: fc.constantFrom(sessions[9]!.at, sessions[22]!.at),
          },
          { requiredKeys: [] },
        ),
        async (filter) => {
          const expected = newest(sessions).filter(
            ({ id, name, agent, at }, index, all) =>
              (filter.agent ?? agent) === agent &&
              (filter.state === undefined ||
                (filter.state === 'closed') === ((all.length - 1 - index) % 4 === 0)) &&
              (filter.verdict === undefined || verdictsOf(id).has(filter.verdict)) &&
              (filter.environment ?? 'live') === 'live' &&
              [name, agent, `Agent ${agent.slice(-1)}`, `user_${Number(name.slice(4)) % 5}`].some((text) =>
                text.toLowerCase().includes((filter.q ?? '').toLowerCase()),
              ) &&
              at >= (filter.since ?? '') &&
              at < (filter.until ?? '~'),
          )
          const found = await live.all(`/sessions?${new URLSearchParams(filter).toString()}`, 4)
          expect(ids(found, 'session')).toEqual(expected.map(({ id }) => id))
        },
      ),
      { numRuns: 60 },
    )
  })

  it('are found by their full name or id, whatever else has that as a part', async () => {
    expect(ids(await live.all('/sessions?q=run_1'), 'session')).toEqual([sessions[1]!.id])
    expect(ids(await live.all(`/sessions?q=${sessions[7]!.id}`), 'session')).toEqual([sessions[7]!.id])
    expect(await live.all('/sessions?q=run_1&agent=agent_0')).toEqual([])
  })

  it('show their calls in the order of the chain', async () => {
    const { id } = sessions[3]!
    const found = await live.all(`/sessions/${id}/calls`, 2)
    expect(ids(found, 'position')).toEqual([1, 2, 3, 4, 5])
    expect(ids(found, 'action')).toEqual(
      calls.filter(({ session }) => session === id).map(({ action }) => action),
    )
    expect(found[0]).toMatchObject({ outcomes: [{ signature_valid: true }], findings: [] })
  })

  it('tell of the session that began them and of those they began', async () => {
    const child = await live.open('child', { task: { ref: 'job_1', parent_session_external_id: 'run_5' } })
    const { body } = await live.get(`/sessions/${child}`)
    expect(body).toMatchObject({
      ...{ session: child, task_ref: 'job_1', children: [], anchors: [], grant: null },
      parent: { session: sessions[5]!.id, external_id: 'run_5' },
      record: { session: child },
    })
    const parent = await live.get(`/sessions/${sessions[5]!.id}`)
    expect(parent.body.children).toEqual([{ session: child, external_id: 'child' }])
    sessions.push({ id: child, name: 'child', agent: 'a1', at: live.heron.clock.now() })
  })
})

describe('a call', () => {
  it('is shown with its documents, its redacted arguments and what answered it', async () => {
    const asked = await live.announce('run_3', 50, CALLS.MODIFY)
    const narrowed = await live.announce('run_3', 51, {
      ...CALLS.MODIFY,
      signals: { resolves_action: asked.action_id, human_decision: 'APPROVE' },
    })
    const { body } = await live.get(`/actions/${narrowed.action_id}`)
    expect(body).toMatchObject({
      ...{ session_external_id: 'run_3', environment: 'live', args_redacted: { id: '<redacted:field>' } },
      decision: { payload: { action: narrowed.action_id } },
      evaluation: { payload: { action: narrowed.action_id } },
      ...{ statements: [], findings: [], resolution: null, notes: [] },
    })
    const { body: facets } = await live.get('/facets')
    expect(facets.agents).toEqual(['a1', 'agent_0', 'agent_1', 'agent_2'])
    expect(facets.tools).toEqual(['crm.get_contact', 'files.delete', 'mail.send', 'payments.transfer'])
    expect(facets.rules).toContain('heron.read.allow')
  })
})

describe('lists', () => {
  it('refuse what is no cursor, no limit and no filter of theirs, with a sentence', async () => {
    const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const path of ['/actions', '/sessions', `/sessions/${sessions[0]!.id}/calls`]) {
      for (const bad of [
        'x',
        cursor(['a', 'b', 'c']),
        cursor([1]),
        cursor({}),
        cursor(null),
        cursor(['\0']),
        cursor(['\0', '\0']),
        '%00',
        'é',
      ]) {
        expect((await live.get(`${path}?cursor=${encodeURIComponent(bad)}`)).status, bad).toBe(400)
      }
      for (const limit of ['0', '201', '-1', '1e2', 'ten'])
        expect((await live.get(`${path}?limit=${limit}`)).status, limit).toBe(400)
      expect((await live.get(`${path}?nonsense=1`)).status).toBe(400)
    }
    expect((await live.get(`/actions?session=${sessions[0]!.id}&cursor=${cursor(['1; drop'])}`)).status).toBe(
      400,
    )
    expect((await live.get('/actions?verdict=MAYBE')).status).toBe(400)
    expect((await live.get('/actions?since=yesterday')).status).toBe(400)
  })

  it('show nothing of a project to people of another organization', async () => {
    for (const path of [
      '/actions',
      '/sessions',
      `/sessions/${sessions[0]!.id}`,
      `/actions/${calls[0]!.action}`,
      '/facets',
    ])
      expect((await live.neighbour(path)).status, path).toBe(404)
    expect((await live.get('/sessions/ses_nothing')).status).toBe(404)
    expect((await live.get('/sessions/%00')).status).toBe(404)
    expect((await live.get('/actions/%00')).status).toBe(404)
    expect((await live.get('/actions/act_nothing')).status).toBe(404)
  })

  it('ask the same number of queries for one row as for a hundred', async () => {
    for (const path of [
      '/actions',
      '/actions?verdict=DENY',
      '/actions?agent=agent_1',
      '/actions?q=mail',
      '/sessions',
      '/sessions?verdict=DENY',
      '/sessions?q=run',
      `/sessions/${sessions[3]!.id}/calls`,
    ]) {
      const glue = path.includes('?') ? '&' : '?'
      const count = async (limit: number) =>
        (await live.queriesOf(() => live.get(`${path}${glue}limit=${limit}`))).length
      const [one, hundred] = [await count(1), await count(100)]
      expect(one, path).toBeLessThanOrEqual(9)
      // At the end of a list one more query finds that there is no further row.
      expect(hundred, path).toBeLessThanOrEqual(one + 1)
    }
  })
})
