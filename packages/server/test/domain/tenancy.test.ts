import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  canonicalize,
  hashChained,
  type Digest,
  logRecordOf,
  type AuditPayload,
  importPublicKey,
  verifyEd25519,
  verifyReceiptText,
} from '@heron/evidence'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrganization } from '../../src/domain/create-organization.js'
import { mintApiKey, revokeApiKey, revokeVendorKey } from '../../src/domain/operator-keys.js'
import { listApiKeys } from '../../src/store/queries/keys.js'
import { pageOfLog } from '../../src/store/queries/records.js'
import { createDataDirectory } from '../../src/setup/create-data-directory.js'
import { openDataDirectory } from '../../src/setup/data-directory.js'
import {
  actionRequest,
  executionRequest,
  type Heron,
  ORGANIZATION,
  sessionRequest,
  startHeron,
} from '../support/heron.js'

let heron: Heron
beforeAll(async () => {
  heron = await startHeron()
})
afterAll(() => heron.close())

const logOf = async (chain: string) => {
  const which = { organization_id: heron.tenant.organizationId, chain, after_seq: -1, limit: 1000 }
  return heron.data.store.all(pageOfLog, which)
}

describe('another tenant', () => {
  it('sees nothing, and its evidence on what is not its own is evidence on nothing', async () => {
    const { service, context, data } = heron
    const { apiKey } = await createOrganization(data, {
      ...ORGANIZATION,
      ...{ organizationName: 'Other', ownerEmail: 'owner@other.example' },
    })
    const stranger = (await service.authenticate(apiKey))!
    const as = (key: string | null = null) => ({ ...context(key), tenant: stranger })
    await service.openSession(sessionRequest('run_1'), context())
    const action = await service.announceAction(actionRequest('run_1', 1), context('key'))

    await expect(service.readSession(stranger, 'run_1')).rejects.toMatchObject({ code: 'unknown_session' })
    await expect(service.readAction(stranger, action.action_id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(service.announceAction(actionRequest('run_1', 1), as('key'))).rejects.toMatchObject({
      code: 'unknown_session',
    })
    await expect(service.closeSession('run_1', as())).rejects.toMatchObject({ code: 'unknown_session' })
    const opened = await service.openSession(sessionRequest('run_1'), as())
    expect(opened.replay).toBeUndefined()
    // The key that the first tenant imported is unknown to this one.
    expect(await service.reportExecution(executionRequest(action), as())).toMatchObject({
      signature_valid: false,
    })
    expect((await service.readAction(heron.tenant, action.action_id)).executions).toEqual([])
    const approval = { resolves_action: action.action_id, human_decision: 'APPROVE' }
    const theirs = await service.announceAction(actionRequest('run_1', 1, { signals: approval }), as('key'))
    expect(theirs.evaluation.payload.approval_match).toBe('not_found')
  })

  it('of another environment has sessions of its own', async () => {
    const { service, context, data, operation } = heron
    const { secret } = await mintApiKey(data, operation, 'test')
    const tenant = (await service.authenticate(secret))!
    expect(tenant).toMatchObject({ ...operation.project, environment: 'test' })
    await service.openSession(sessionRequest('run_env'), context('k'))
    const opened = await service.openSession(sessionRequest('run_env'), { ...context('k'), tenant })
    expect(opened.replay).toBeUndefined()
  })
})

describe('an API key', () => {
  it('opens the door until it is revoked, at once, and shows when it was last used', async () => {
    const { service, data, operation, clock } = heron
    const { id, secret } = await mintApiKey(data, operation, 'live')
    expect(await service.authenticate(secret)).toMatchObject({ apiKeyId: id, environment: 'live' })
    for (const wrong of ['', 'x', `${secret}a`, secret.slice(0, -1), secret.toUpperCase()]) {
      expect(await service.authenticate(wrong)).toBeNull()
    }
    await data.store.commit([])
    const { organizationId: organization_id, projectId: project_id } = operation.project
    const rows = await data.store.all(listApiKeys, { organization_id, project_id })
    expect(rows.find((row) => row.id === id)?.last_used_at).toBe(clock.now())
    await revokeApiKey(data, operation, id)
    expect(await service.authenticate(secret)).toBeNull()
    await expect(revokeApiKey(data, operation, id)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the operator log', () => {
  it('is one signed chain, written with the change, under a pseudonym of its own for each chain', async () => {
    const { data, operation, tenant, service } = heron
    await Promise.all(Array.from({ length: 10 }, () => mintApiKey(data, operation, 'test')))
    const key = importPublicKey(service.jwks().keys[0]!.x)!
    const actors = new Map<string, Set<string>>()
    for (const chain of [`project:${tenant.projectId}`, `organization:${tenant.organizationId}`]) {
      let prev: Digest | null = null
      for (const [index, row] of (await logOf(chain)).entries()) {
        const payload = JSON.parse(row.payload_text) as AuditPayload
        expect(payload).toMatchObject({ kind: 'audit', v: 2, chain, seq: index, prev_hash: prev })
        expect(hashChained(canonicalize(logRecordOf(payload)), prev)).toBe(payload.entry_hash)
        expect(await verifyReceiptText(row.payload_text, row.signature, key, verifyEd25519)).toBe(true)
        actors.set(chain, (actors.get(chain) ?? new Set()).add(payload.actor))
        prev = payload.entry_hash as Digest
      }
    }
    const [project, organization] = [...actors.values()]
    expect(project!.size).toBe(1)
    expect([...project!]).not.toEqual([...organization!])
  })

  it('has no entry for a change that did not happen', async () => {
    const { data, operation, tenant } = heron
    const before = await logOf(`project:${tenant.projectId}`)
    await expect(revokeVendorKey(data, operation, 'k404')).rejects.toMatchObject({ code: 'not_found' })
    await expect(revokeApiKey(data, operation, 'key_404')).rejects.toMatchObject({ code: 'not_found' })
    expect(await logOf(`project:${tenant.projectId}`)).toHaveLength(before.length)
  })
})

describe('a new data directory', () => {
  it('is never made over one that is there', async () => {
    const before = readdirSync(heron.directory)
    await expect(createDataDirectory(heron.directory, ORGANIZATION)).rejects.toMatchObject({
      code: 'data_directory_exists',
    })
    expect(readdirSync(heron.directory)).toEqual(before)
  })

  it('that cannot be made leaves nothing behind', async () => {
    const directory = join(heron.directory, 'half')
    await expect(
      createDataDirectory(directory, { ...ORGANIZATION, projectName: null as unknown as string }),
    ).rejects.toThrow()
    expect(readdirSync(directory)).toEqual([])
  })

  it('lets its owner in, and nobody else look', () => {
    expect(statSync(heron.directory).mode & 0o777).toBe(0o700)
    expect(() => openDataDirectory(join(heron.directory, 'nowhere'), {})).toThrow(/there is no key ring/)
  })
})
