import { hashJson, signCatalog } from '@heron/evidence'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listConflicts } from '../../src/store/queries/records.js'
import {
  actionRequest,
  executionRequest,
  type Heron,
  sessionRequest,
  startHeron,
  VENDOR,
} from '../support/heron.js'

let heron: Heron
beforeAll(async () => {
  heron = await startHeron()
  await heron.service.openSession(sessionRequest('run_1'), heron.context('session:run_1'))
})
afterAll(() => heron.close())

const other = { code: 'idempotency_conflict' }

async function traces(): Promise<{ scope: string; attempted: unknown }[]> {
  const { organizationId, projectId } = heron.tenant
  const rows = await heron.data.store.all(listConflicts, {
    organization_id: organizationId,
    project_id: projectId,
  })
  return rows.map(({ scope, attempted_text }) => ({ scope, attempted: JSON.parse(attempted_text) }))
}

describe('a session', () => {
  it('opened again with the same meaning is the stored answer, whatever was re-stamped', async () => {
    const { service, context } = heron
    const first = await service.openSession(sessionRequest('run_a'), context('key a'))
    const again = { started_at: '2026-12-01T00:00:00Z', task: { ref: 'job_9' } }
    for (const key of ['key a', 'another key', null]) {
      const answer = await service.openSession(sessionRequest('run_a', again), context(key))
      expect(answer).toEqual({ ...first, replay: true })
    }
  })

  it.each([
    ['agent', { agent: { external_id: 'a2', version: '2' } }],
    ['agent version', { agent: { external_id: 'a1', version: '3' } }],
    ['principal', { principal: { type: 'human' as const, ref: 'user_2' } }],
    ['request', { original_request: { hash: hashJson('other'), anchors: [] } }],
  ])('of another %s under one name is refused, and leaves a trace', async (_, changes) => {
    const { service, context } = heron
    const before = (await traces()).length
    for (const key of ['session:run_1', null]) {
      await expect(service.openSession(sessionRequest('run_1', changes), context(key))).rejects.toMatchObject(
        other,
      )
    }
    expect(await traces()).toHaveLength(before + 2)
  })

  it('under a key that opened another is refused', async () => {
    const { service, context } = heron
    await expect(
      service.openSession(sessionRequest('run_elsewhere'), context('session:run_1')),
    ).rejects.toMatchObject(other)
    await expect(service.readSession(heron.tenant, 'run_elsewhere')).rejects.toMatchObject({
      code: 'unknown_session',
    })
  })

  it('opened fifty times at once is one session', async () => {
    const { service, context } = heron
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        service.openSession(sessionRequest('run_50'), context(index % 2 === 0 ? 'one key' : null)),
      ),
    )
    expect(new Set(answers.map(({ session_id }) => session_id)).size).toBe(1)
    expect(answers.filter(({ replay }) => replay !== true)).toHaveLength(1)
  })
})

describe('an action', () => {
  it('under its key again is the stored answer', async () => {
    const { service, context } = heron
    const first = await service.announceAction(actionRequest('run_1', 1), context('action 1'))
    const again = { requested_at: '2027-01-01T00:00:00Z', signals: { op: 'delete' } }
    const answer = await service.announceAction(actionRequest('run_1', 1, again), context('action 1'))
    expect(answer).toEqual({ ...first, replay: true })
  })

  it('of the same meaning under another key, or none, is the same action', async () => {
    const { service, context } = heron
    const first = await service.announceAction(actionRequest('run_1', 2), context('action 2'))
    for (const key of ['action 2 again', null]) {
      const answer = await service.announceAction(actionRequest('run_1', 2), context(key))
      expect(answer).toEqual({ ...first, replay: true })
    }
  })

  it.each([
    ['seq', { seq: 99 }],
    ['tool', { tool: { name: 'crm.write' } }],
    ['arguments', { args_hash: hashJson('others') }],
    ['session', { session_external_id: 'run_other' }],
  ])(
    'of another %s under one key is refused, leaves one trace however often, and writes nothing',
    async (_, changes) => {
      const { service, context } = heron
      await service.openSession(sessionRequest('run_other'), context())
      await service.announceAction(actionRequest('run_1', 3), context('action 3'))
      const { count } = await service.readSession(heron.tenant, 'run_1')
      const before = (await traces()).length
      for (let attempt = 0; attempt < 3; attempt += 1) {
        await expect(
          service.announceAction(actionRequest('run_1', 3, changes), context('action 3')),
        ).rejects.toMatchObject(other)
      }
      const after = await traces()
      expect(after).toHaveLength(before + 1)
      expect(after.at(-1)).toMatchObject({ scope: 'action', attempted: { tool: expect.any(String) } })
      expect(await service.readSession(heron.tenant, 'run_1')).toMatchObject({ count })
    },
  )

  it('on a used seq is refused, larger and smaller, at once and later', async () => {
    const { service, context } = heron
    await service.openSession(sessionRequest('run_seq'), context())
    const attempts = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        service.announceAction(
          actionRequest('run_seq', 5, { args_hash: hashJson(index) }),
          context(`s${index}`),
        ),
      ),
    )
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const attempt of attempts) {
      if (attempt.status === 'rejected')
        expect(attempt.reason).toMatchObject({ code: 'seq_conflict', pointer: '/seq' })
    }
    await service.announceAction(actionRequest('run_seq', 3), context())
    await expect(
      service.announceAction(actionRequest('run_seq', 3, { args_hash: hashJson('x') }), context()),
    ).rejects.toMatchObject({ code: 'seq_conflict' })
    expect(await service.readSession(heron.tenant, 'run_seq')).toMatchObject({ count: 2 })
  })
})

describe('evidence', () => {
  it('of the same meaning under one key is the stored answer; of another it is refused', async () => {
    const { service, context } = heron
    const action = await service.announceAction(actionRequest('run_1', 10), context())
    const first = await service.reportExecution(executionRequest(action), context('e10'))
    expect(first).toEqual({ ok: true, signature_valid: true })
    const restamped = executionRequest(action, { executed_at: '2026-11-30T19:00:00Z' })
    expect(await service.reportExecution(restamped, context('e10'))).toEqual({ ...first, replay: true })
    for (const changes of [{ outcome: 'FAILED' as const }, { result_hash: null }, { error_code: 'E1' }]) {
      await expect(
        service.reportExecution(executionRequest(action, changes), context('e10')),
      ).rejects.toMatchObject(other)
    }
    expect((await service.readAction(heron.tenant, action.action_id)).executions).toHaveLength(1)
  })

  it('that contradicts is kept beside the other; the very same bytes are kept once', async () => {
    const { service, context } = heron
    const action = await service.announceAction(actionRequest('run_1', 11), context())
    await service.reportExecution(executionRequest(action), context('e11a'))
    await service.reportExecution(executionRequest(action, { outcome: 'SKIPPED' }), context('e11b'))
    const same = await service.reportExecution(executionRequest(action), context('e11c'))
    expect(same.replay).toBe(true)
    const { executions } = await service.readAction(heron.tenant, action.action_id)
    expect(executions.map(({ outcome }) => outcome)).toEqual(['EXECUTED', 'SKIPPED'])
  })

  it('sent fifty times at once is one statement', async () => {
    const { service, context } = heron
    const action = await service.announceAction(actionRequest('run_1', 12), context())
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => service.reportExecution(executionRequest(action), context('e12'))),
    )
    expect(answers.filter(({ replay }) => replay === undefined)).toHaveLength(1)
    expect((await service.readAction(heron.tenant, action.action_id)).executions).toHaveLength(1)
  })
})

describe('a catalogue', () => {
  const tools = [
    { name: 'b.tool', signals: { op: 'read' } },
    { name: 'a.tool', signals: {} },
  ]

  it('is idempotent by content, in whatever order and under whatever key', async () => {
    const { service, context } = heron
    const first = await service.putToolCatalog(signCatalog({ v: 1, tools }, VENDOR), context('c1'))
    expect(first).toEqual({ ok: true, catalog_hash: expect.any(String), tools: 2, signature_valid: true })
    const signed = signCatalog({ v: 1, tools }, VENDOR)
    for (const key of ['c1', 'c2', null]) {
      const answer = await service.putToolCatalog(
        { ...signed, tools: [...signed.tools].reverse() },
        context(key),
      )
      expect(answer).toEqual({ ...first, replay: true })
    }
  })

  it('of other content under one key is refused', async () => {
    const { service, context } = heron
    await expect(
      service.putToolCatalog(signCatalog({ v: 1, tools: [] }, VENDOR), context('c1')),
    ).rejects.toMatchObject(other)
  })

  it('is put in force again when another replaced it', async () => {
    const { service, context } = heron
    const one = signCatalog({ v: 1, tools }, VENDOR)
    await service.putToolCatalog(signCatalog({ v: 1, tools: [] }, VENDOR), context())
    expect((await service.putToolCatalog(one, context())).replay).toBeUndefined()
    expect((await service.putToolCatalog(one, context())).replay).toBe(true)
  })
})
