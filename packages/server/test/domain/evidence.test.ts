import { publicKeyOfSeed, signCatalog, signStatement, toBase64url } from '@heron/evidence'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importVendorKey, revokeVendorKey } from '../../src/domain/operator-keys.js'
import { pageOfFindings, pageOfLooseFindings } from '../../src/store/queries/records.js'
import { actionRequest, executionRequest, type Heron, sessionRequest, startHeron } from '../support/heron.js'

let heron: Heron
let sessionId: string
let seq = 0
beforeAll(async () => {
  heron = await startHeron()
  sessionId = (await heron.service.openSession(sessionRequest('run_1'), heron.context())).session_id
})
afterAll(() => heron.close())

const announce = () => heron.service.announceAction(actionRequest('run_1', seq++), heron.context())

async function findings(subject: string): Promise<string[]> {
  const { organizationId: organization_id, projectId: project_id } = heron.tenant
  const page = { organization_id, project_id, after_id: '', limit: 1000 }
  const rows = [
    ...(await heron.data.store.all(pageOfFindings, { ...page, session_id: sessionId })),
    ...(await heron.data.store.all(pageOfLooseFindings, page)),
  ]
  return rows.filter((row) => row.subject === subject).map(({ kind }) => kind)
}

describe('evidence', () => {
  it('that does not verify is stored, answered, and a finding', async () => {
    const action = await announce()
    const statement = { ...executionRequest(action), outcome: 'SKIPPED' as const }
    expect(await heron.service.reportExecution(statement, heron.context())).toEqual({
      ok: true,
      signature_valid: false,
    })
    expect((await heron.service.readAction(heron.tenant, action.action_id)).executions).toMatchObject([
      { outcome: 'SKIPPED', signature_valid: false },
    ])
    expect(await findings(action.action_id)).toEqual(['INVALID_VENDOR_SIGNATURE'])
  })

  it.each([
    ['an unknown key', { kid: 'k9', alg: 'Ed25519', value: 'A'.repeat(86) }],
    ['no signature at all', { kid: 'k1', alg: 'Ed25519', value: '' }],
    ['a signature of another length', { kid: 'k1', alg: 'Ed25519', value: 'AAAA' }],
    ['letters that are none', { kid: 'k1', alg: 'Ed25519', value: 'ä'.repeat(86) }],
  ] as const)('with %s is stored as not verified', async (_, signature) => {
    const action = await announce()
    const request = { ...executionRequest(action), signature }
    expect((await heron.service.reportExecution(request, heron.context())).signature_valid).toBe(false)
  })

  it('on an action that does not exist here is stored, and a finding', async () => {
    const request = executionRequest({ action_id: 'act_nowhere', decision: { decision_id: 'dec_nowhere' } })
    expect(await heron.service.reportExecution(request, heron.context())).toEqual({
      ok: true,
      signature_valid: true,
    })
    expect(await findings('unmatched:act_nowhere')).toEqual(['EXECUTION_WITHOUT_DECISION'])
  })

  it('on a decision that is not the action’s own answers nothing that was decided here', async () => {
    const [one, two] = [await announce(), await announce()]
    const request = executionRequest({ action_id: one.action_id, decision: two.decision })
    await heron.service.reportExecution(request, heron.context())
    expect(await findings(`unmatched:${one.action_id}`)).toEqual(['EXECUTION_WITHOUT_DECISION'])
    expect(await findings(one.action_id)).toEqual([])
  })

  it('is taken after the session was closed', async () => {
    const { service, context } = heron
    await service.openSession(sessionRequest('run_closed'), context())
    const action = await service.announceAction(actionRequest('run_closed', 0), context('a'))
    const closed = await service.closeSession('run_closed', context())
    expect(closed).toMatchObject({ head_hash: action.chain.record_hash, count: 1 })
    expect(closed.receipt.payload).toMatchObject({ kind: 'close', v: 1, actions: 1 })
    expect(await service.closeSession('run_closed', context())).toEqual({ ...closed, replay: true })
    expect((await service.reportExecution(executionRequest(action), context())).signature_valid).toBe(true)
    expect((await service.announceAction(actionRequest('run_closed', 0), context('a'))).replay).toBe(true)
    await expect(service.announceAction(actionRequest('run_closed', 1), context())).rejects.toMatchObject({
      code: 'session_closed',
    })
    await expect(service.closeSession('run_nowhere', context())).rejects.toMatchObject({
      code: 'unknown_session',
    })
  })

  it('keeps a time as it was signed, and refuses what is no time', async () => {
    const action = await announce()
    const executed_at = '2026-11-30T20:00:00.123456+02:00'
    expect(
      await heron.service.reportExecution(executionRequest(action, { executed_at }), heron.context()),
    ).toMatchObject({ signature_valid: true })
    const { executions } = await heron.service.readAction(heron.tenant, action.action_id)
    expect(executions[0]?.executed_at).toBe(executed_at)
    await expect(
      heron.service.reportExecution(executionRequest(action, { executed_at: 'yesterday' }), heron.context()),
    ).rejects.toMatchObject({ code: 'invalid_request', pointer: '/executed_at' })
  })
})

describe('a vendor key', () => {
  const key = { kid: 'k2', seed: new Uint8Array(32).fill(2) }
  const publicKey = toBase64url(publicKeyOfSeed(key.seed))

  it('counts from its import to its revocation, and what it verified before stays', async () => {
    const { service, context, data, operation, clock } = heron
    const report = async () => {
      const { signature: _, ...statement } = executionRequest(await announce())
      const request = { ...statement, signature: signStatement(statement, key) }
      return (await service.reportExecution(request, context())).signature_valid
    }
    expect(await report()).toBe(false)
    clock.advance(1)
    expect(await importVendorKey(data, operation, { kid: key.kid, publicKey })).toEqual({
      kid: 'k2',
      state: 'active',
    })
    expect(await importVendorKey(data, operation, { kid: key.kid, publicKey })).toEqual({
      kid: 'k2',
      state: 'active',
    })
    expect(await report()).toBe(true)
    expect(await revokeVendorKey(data, operation, 'k2')).toEqual({ kid: 'k2', state: 'revoked' })
    clock.advance(1)
    expect(await report()).toBe(false)
    await expect(importVendorKey(data, operation, { kid: 'k2', publicKey })).rejects.toThrow(/was revoked/)
  })

  it('is refused when it is none, of small order, or under a kid that is taken', async () => {
    const { data, operation } = heron
    const small = toBase64url(new Uint8Array(32))
    for (const bad of ['', 'x', small, toBase64url(new Uint8Array(31).fill(1)), `${publicKey}=`]) {
      await expect(importVendorKey(data, operation, { kid: 'k3', publicKey: bad })).rejects.toMatchObject({
        code: 'invalid_request',
        pointer: '/public_key',
      })
    }
    await expect(importVendorKey(data, operation, { kid: 'k1', publicKey })).rejects.toThrow(
      /names another key/,
    )
    await expect(importVendorKey(data, operation, { kid: 'a b', publicKey })).rejects.toMatchObject({
      pointer: '/kid',
    })
  })
})

describe('a catalogue', () => {
  const body = { v: 1, tools: [{ name: 'x.tool', signals: { op: 'delete' } }] } as const
  const stranger = { kid: 'k7', seed: new Uint8Array(32).fill(7) }

  it('that does not verify is stored, a finding, and never in force; verified later, it is', async () => {
    const { service, context, data, operation } = heron
    const request = signCatalog(body, stranger)
    const answer = await service.putToolCatalog(request, context('cat'))
    expect(answer).toMatchObject({ signature_valid: false })
    expect(await service.putToolCatalog(request, context('cat'))).toMatchObject({
      signature_valid: false,
      replay: true,
    })
    const act = async () =>
      (await service.announceAction(actionRequest('run_1', seq++, { tool: { name: 'x.tool' } }), context()))
        .receipt.payload
    expect(await act()).toMatchObject({ catalog_hash: null })
    await importVendorKey(data, operation, {
      kid: 'k7',
      publicKey: toBase64url(publicKeyOfSeed(stranger.seed)),
    })
    expect(await service.putToolCatalog(request, context('cat'))).toEqual({
      ...answer,
      signature_valid: true,
    })
    expect(await act()).toMatchObject({ catalog_hash: answer.catalog_hash, verdict: 'MODIFY' })
  })

  it.each([
    ['a name twice', [{ name: 'a' }, { name: 'a' }], 'duplicate_tool_name', '/tools/1/name'],
    [
      'an alias claimed twice',
      [
        { name: 'a', aliases: ['c'] },
        { name: 'b', aliases: ['c'] },
      ],
      'ambiguous_catalog',
      '/tools/1/aliases/0',
    ],
    ['a person in a name', [{ name: 'mail.eve@example.org' }], 'personal_tool_name', '/tools/0/name'],
    [
      'a person in an alias',
      [{ name: 'a', aliases: ['eve@example.org'] }],
      'personal_tool_name',
      '/tools/0/aliases/0',
    ],
  ])('with %s is refused', async (_, tools, code, pointer) => {
    const signed = signCatalog({ v: 1, tools: tools.map((tool) => ({ ...tool, signals: {} })) }, stranger)
    await expect(heron.service.putToolCatalog(signed, heron.context())).rejects.toMatchObject({
      code,
      pointer,
    })
  })

  it('with a shadowed alias is taken, with a warning', async () => {
    const tools = [
      { name: 'a', signals: {} },
      { name: 'b', aliases: ['a'], signals: {} },
    ]
    expect(
      await heron.service.putToolCatalog(signCatalog({ v: 1, tools }, stranger), heron.context()),
    ).toMatchObject({
      signature_valid: true,
      warnings: [{ code: 'shadowed', alias: 'a', tool: 'b' }],
    })
  })
})
