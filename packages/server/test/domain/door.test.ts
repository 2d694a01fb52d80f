import { hashJson, type AnnounceActionRequest, type OpenSessionRequest } from '@heron/evidence'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageOfFindings } from '../../src/store/queries/records.js'
import { findSession } from '../../src/store/queries/sessions.js'
import { actionRequest, type Heron, sessionRequest, startHeron } from '../support/heron.js'

let heron: Heron
beforeAll(async () => {
  heron = await startHeron()
  await heron.service.openSession(sessionRequest('run_1'), heron.context())
})
afterAll(() => heron.close())

const hash = hashJson('x')
const grant = (scope: object) => ({ grant: { hash, scope } })

describe('a session is refused, with the member named,', () => {
  it.each<[string, Partial<OpenSessionRequest>, string, string]>([
    [
      'for a person as principal',
      { principal: { type: 'human', ref: 'eve@example.org' } },
      'personal_reference',
      '/principal/ref',
    ],
    [
      'for a phone as principal',
      { principal: { type: 'human', ref: '+49 (151) 2345678' } },
      'personal_reference',
      '/principal/ref',
    ],
    ['for a person as session', { external_id: 'for eve@example.org' }, 'personal_reference', '/external_id'],
    [
      'for a person as agent',
      { agent: { external_id: 'ｅｖｅ＠example.org' } },
      'personal_reference',
      '/agent/external_id',
    ],
    [
      'for a person in the scope',
      grant({ bounds: { to: ['eve@example.org'] } }),
      'personal_reference',
      '/grant/scope/bounds/to/0',
    ],
    ['for a person as task', { task: { ref: 'for eve@example.org' } }, 'personal_reference', '/task/ref'],
    [
      'for a person as grant',
      { grant: { hash, ref: 'eve@example.org' } },
      'personal_reference',
      '/grant/ref',
    ],
    [
      'for a malformed request hash',
      { original_request: { hash: 'sha256:xyz', anchors: [] } },
      'malformed_digest',
      '/original_request/hash',
    ],
    [
      'for a malformed grant hash',
      { grant: { hash: hash.toUpperCase() } },
      'malformed_digest',
      '/grant/hash',
    ],
    [
      'for an empty tool list',
      grant({ allowed_tools: [] }),
      'invalid_grant_scope',
      '/grant/scope/allowed_tools',
    ],
    [
      'for an empty list inside a bound',
      grant({ bounds: { 'a/b': { c: [1, []] } } }),
      'invalid_grant_scope',
      '/grant/scope/bounds/a~1b/c/1',
    ],
    [
      'for unknown in a list',
      grant({ allowed_tools: ['a', 'unknown'] }),
      'invalid_grant_scope',
      '/grant/scope/allowed_tools/1',
    ],
    [
      'for unknown as a bound',
      grant({ bounds: { destination: 'unknown' } }),
      'invalid_grant_scope',
      '/grant/scope/bounds/destination',
    ],
    ['for a time that is none', { started_at: '2026-02-30T00:00:00Z' }, 'invalid_request', '/started_at'],
  ])('%s', async (_, changes, code, pointer) => {
    const refused = heron.service.openSession(sessionRequest('run_bad', changes), heron.context())
    await expect(refused).rejects.toMatchObject({ code, pointer })
    await expect(heron.service.readSession(heron.tenant, 'run_bad')).rejects.toMatchObject({
      code: 'unknown_session',
    })
  })
})

describe('an action is refused, with the member named,', () => {
  it.each<[string, Partial<AnnounceActionRequest>, string, string]>([
    [
      'for a person in the tool name',
      { tool: { name: 'mail eve@example.org' } },
      'personal_tool_name',
      '/tool/name',
    ],
    ['for malformed arguments', { args_hash: 'x' }, 'malformed_digest', '/args_hash'],
    ['for a malformed claim', { chain: { prev_hash: 'x' } }, 'malformed_digest', '/chain/prev_hash'],
    [
      'for a malformed commitment',
      { signals: { instructions_hash: 'x' } },
      'malformed_digest',
      '/signals/instructions_hash',
    ],
    [
      'for half an approval',
      { signals: { resolves_action: 'act_1' } },
      'incomplete_approval',
      '/signals/human_decision',
    ],
    [
      'for half an inference',
      { signals: { inferred: 'operation' } },
      'incomplete_inference',
      '/signals/inference_model',
    ],
    ['for a time that is none', { requested_at: 'now' }, 'invalid_request', '/requested_at'],
    [
      'for a session that nobody opened',
      { session_external_id: 'run_x' },
      'unknown_session',
      '/session_external_id',
    ],
  ])('%s', async (_, changes, code, pointer) => {
    const refused = heron.service.announceAction(actionRequest('run_1', 1, changes), heron.context())
    await expect(refused).rejects.toMatchObject({ code, pointer })
    expect(await heron.service.readSession(heron.tenant, 'run_1')).toMatchObject({ count: 0 })
  })
})

describe('what is taken', () => {
  it('has its times in one form, hashed and answered alike', async () => {
    const { service, context } = heron
    const opened = await service.openSession(
      sessionRequest('run_t', { started_at: '2026-11-30T20:43:03.399999+02:00' }),
      context(),
    )
    expect(opened.record).toMatchObject({ started_at: '2026-11-30T18:43:03.399Z' })
    const answer = await service.announceAction(
      actionRequest('run_t', 1, { requested_at: '2026-11-30t18:43:03z' }),
      context(),
    )
    for (const place of [answer.record, answer.receipt.payload]) {
      expect(place).toMatchObject({ requested_at: '2026-11-30T18:43:03.000Z' })
    }
  })

  it('hashes references and the grant scope as they were sent', async () => {
    const { service, context } = heron
    const scope = { allowed_tools: ['b', 'a', 'b'], bounds: { 'z.max': 1 } }
    const { record } = await service.openSession(
      sessionRequest('run_g', {
        task: { ref: 'job_4471', parent_session_external_id: 'run_8810' },
        grant: { hash, scope },
      }),
      context(),
    )
    expect(record).toMatchObject({
      v: 2,
      task_ref_hash: hashJson('job_4471'),
      parent_session_ref_hash: hashJson('run_8810'),
      grant_hash: hash,
      grant_scope_hash: hashJson(scope),
    })
  })

  it('keeps no personal data where none may be: anchors, agent name, arguments, resource', async () => {
    const { service, context, tenant } = heron
    const anchors = ['<email:0f367fdcc159df07>', 'eve@example.org']
    const request = sessionRequest('run_p', {
      agent: { external_id: 'a1', name: 'for eve@example.org' },
      original_request: { hash, anchors },
    })
    await service.openSession(request, context())
    const row = await heron.data.store.first(findSession, {
      organization_id: tenant.organizationId,
      project_id: tenant.projectId,
      environment: 'live',
      external_id: 'run_p',
    })
    expect(row).toMatchObject({
      anchors_text: '["<email:0f367fdcc159df07>","<redacted:email>"]',
      agent_name: 'for <redacted:email>',
    })
    const answer = await service.announceAction(
      actionRequest('run_p', 1, {
        args_redacted: { to: ['<email:0f367fdcc159df07>'], body: 'call +49 151 23456789', n: 3 },
        resource_ref: 'mailbox of eve@example.org',
      }),
      context(),
    )
    expect(answer.record).toMatchObject({ v: 3, resource_ref_hash: hashJson('mailbox of eve@example.org') })
    const { args_redacted } = await service.readAction(tenant, answer.action_id)
    expect(args_redacted).toEqual({
      to: ['<email:0f367fdcc159df07>'],
      body: '<redacted:field>',
      n: '<redacted:field>',
    })
  })

  it('takes a claimed predecessor that the session issued, whichever, and none at all', async () => {
    const { service, context } = heron
    const opened = await service.openSession(sessionRequest('run_c'), context())
    const first = await service.announceAction(actionRequest('run_c', 1), context())
    await service.announceAction(actionRequest('run_c', 2), context())
    const claims = [opened.head_hash, first.chain.record_hash, undefined]
    for (const [index, prev_hash] of claims.entries()) {
      const chain = prev_hash === undefined ? {} : { chain: { prev_hash } }
      await service.announceAction(actionRequest('run_c', 3 + index, chain), context())
    }
    const other = await service.announceAction(
      actionRequest('run_c', 9, { chain: { prev_hash: hashJson('of nobody') } }),
      context(),
    )
    expect(other.decision.verdict).toBe('ALLOW')
    const { organizationId: organization_id, projectId: project_id } = heron.tenant
    const session_id = opened.session_id
    const rows = await heron.data.store.all(pageOfFindings, {
      organization_id,
      project_id,
      session_id,
      after_id: '',
      limit: 9,
    })
    expect(rows.map(({ kind, subject }) => [kind, subject])).toEqual([['BROKEN_CHAIN', other.action_id]])
  })
})
