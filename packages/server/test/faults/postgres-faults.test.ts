/**
 * What only a database server can suffer: connections cut on either side of a commit, `kill -9`, and a standby that takes
 * over. Afterwards every answer that a client holds is there, once, and nothing else differs.
 */
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createService } from '../../src/domain/create-service.js'
import { checkStore } from '../../src/domain/fsck/check-store.js'
import type { HeronService } from '../../src/domain/service.js'
import type { Tenant } from '../../src/domain/tenant.js'
import {
  createPostgresInstallation,
  openPostgresInstallation,
} from '../../src/setup/postgres-installation.js'
import type { OpenInstallation } from '../../src/setup/installation.js'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ORGANIZATION, sessionRequest } from '../support/heron.js'
import { openSynchronously } from '../support/postgres/synchronous.js'
import { CALLS, CLIENTS, runClients, SESSIONS } from './clients.js'
import { Ledger } from './ledger.mjs'
import { type PostgresProxy, startProxy } from './postgres-proxy.mjs'
import { type ReplicatedCluster, startReplicated } from './replicated-cluster.mjs'
import { storedCalls } from './stored-calls.js'

const now = (): string => new Date().toISOString()

let cluster: ReplicatedCluster
let proxy: PostgresProxy
let folder: string
let installation: OpenInstallation
let service: HeronService
let tenant: Tenant
let ledger: Ledger

const location = () => ({ url: proxy.url('postgres'), keyRing: join(folder, 'key-ring.json'), env: {} })

beforeEach(async () => {
  cluster = await startReplicated(inject('postgresPrograms') ?? '')
  proxy = await startProxy(cluster.primary.folder)
  folder = mkdtempSync(join(tmpdir(), 'heron-faults-'))
  ledger = new Ledger()
  const { apiKey } = await createPostgresInstallation(location(), ORGANIZATION)
  await open()
  const authenticated = await service.authenticate(apiKey)
  if (authenticated === null) throw new Error('the key that was just minted is unknown')
  tenant = authenticated
  for (const name of SESSIONS) {
    await service.openSession(sessionRequest(name), { tenant, idempotencyKey: null, receivedAt: now() })
  }
})
afterEach(async () => {
  await service.close()
  await proxy.close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function open(): Promise<void> {
  installation = await openPostgresInstallation(location())
  const { store, signer, keyRing } = installation
  service = await createService({
    ...{ store, signer, publishedKeys: keyRing.published, pseudonymSecret: keyRing.pseudonymSecret },
  })
}

const load = (between?: () => void): Promise<{ readonly refused: number }> =>
  runClients({ service, tenant, ledger, now, ...(between === undefined ? {} : { between }) })

/** Asks for everything once more, of a process that remembers nothing, and compares both sides of the wire. */
async function expectNothingLost(serverUrl: string): Promise<void> {
  await service.close()
  await open()
  await load()
  const database = openSynchronously(serverUrl)
  const stored = storedCalls(database)
  database.close()
  expect(ledger.compare(stored)).toEqual({ answered: CLIENTS * CALLS, lost: 0, doubled: 0, different: 0 })
  expect(stored).toHaveLength(CLIENTS * CALLS)
  const report = await checkStore(installation.store, installation.keyRing.published)
  expect(report).toMatchObject({ failed: 0, findings: [] })
}

describe('a connection that is cut', () => {
  it.each(['before commit', 'after commit'] as const)('%s loses nothing and doubles nothing', async (cut) => {
    let attempts = 0
    const { refused } = await load(() => {
      attempts += 1
      if (attempts % 20 === 0) proxy.cutNext(cut)
    })
    proxy.cutNext(null)
    expect(proxy.cuts()).toBeGreaterThan(2)
    expect(refused).toBeGreaterThanOrEqual(proxy.cuts())
    await expectNothingLost(cluster.primary.url('postgres'))
  })
})

describe('a database', () => {
  it('that is killed in the middle of the work and comes back has everything that was answered', async () => {
    let attempts = 0
    let restarted: Promise<void> | undefined
    await load(() => {
      attempts += 1
      if (attempts === 60) restarted = cluster.primary.kill().then(() => cluster.primary.start())
    })
    await restarted
    await expectNothingLost(cluster.primary.url('postgres'))
  })

  it('that is killed for good leaves all of it to the standby that takes over', async () => {
    const standby = await cluster.addStandby()
    let attempts = 0
    let promoted: Promise<void> | undefined
    const takeOver = async (): Promise<void> => {
      await cluster.primary.kill()
      await standby.promote()
      proxy.setTarget(standby.folder)
    }
    await load(() => {
      attempts += 1
      if (attempts === 60) promoted = takeOver()
    })
    await promoted
    expect(attempts).toBeGreaterThan(CLIENTS * CALLS)
    await expectNothingLost(standby.url('postgres'))
  })
})
