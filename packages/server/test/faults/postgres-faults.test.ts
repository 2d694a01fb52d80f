/**
 * What only a database server can suffer: connections cut on either side of a commit, `kill -9`, a standby that takes over,
 * and a disk without room for its tables or its log. Afterwards every answer that a client holds is there, once, and nothing else differs.
 */
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { hashJson, type JsonObject } from '@heron/evidence'
import { createService } from '../../src/domain/create-service.js'
import { checkStore } from '../../src/domain/fsck/check-store.js'
import type { HeronService } from '../../src/domain/service.js'
import type { Tenant } from '../../src/domain/tenant.js'
import {
  createPostgresInstallation,
  openPostgresInstallation,
} from '../../src/setup/postgres-installation.js'
import { createApp } from '../../src/http/app.js'
import type { OpenInstallation } from '../../src/setup/installation.js'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { actionRequest, ORGANIZATION, sessionRequest } from '../support/heron.js'
import { openSynchronously } from '../support/postgres/synchronous.js'
import { CALLS, CLIENTS, runClients, SESSIONS } from './clients.js'
import { Ledger } from './ledger.mjs'
import { type PostgresProxy, startProxy } from './postgres-proxy.mjs'
import { type ReplicatedCluster, startReplicated } from './replicated-cluster.mjs'
import { storedCalls } from './stored-calls.js'

/** For what a busy machine does late. */
const PATIENCE = { timeout: 20_000 }

const now = (): string => new Date().toISOString()

let cluster: ReplicatedCluster
let proxy: PostgresProxy
let folder: string
let installation: OpenInstallation
let service: HeronService
let tenant: Tenant
let apiKey: string
let ledger: Ledger

const location = () => ({ url: proxy.url('postgres'), keyRing: join(folder, 'key-ring.json'), env: {} })

beforeEach(async () => {
  cluster = await startReplicated(inject('postgresPrograms') ?? '')
  proxy = await startProxy(cluster.primary.folder)
  folder = mkdtempSync(join(tmpdir(), 'heron-faults-'))
  ledger = new Ledger()
  apiKey = (await createPostgresInstallation(location(), ORGANIZATION)).apiKey
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

const load = (
  between?: () => void,
  argsRedacted: JsonObject = { id: 'x' },
): Promise<{ readonly refused: number }> =>
  runClients({ service, tenant, ledger, now, argsRedacted, ...(between === undefined ? {} : { between }) })

/** Asks for everything once more, of a process that remembers nothing, and compares both sides of the wire. */
async function expectNothingLost(serverUrl: string, argsRedacted?: JsonObject): Promise<void> {
  await service.close()
  await open()
  await load(undefined, argsRedacted)
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

// `prlimit` is Linux's.
describe.skipIf(process.platform !== 'linux')('a disk that is full', () => {
  /** Thirty kilobytes that hardly compress, in what redaction keeps: a table is too small after some dozens of calls. */
  const large = {
    to: Array.from({ length: 1300 }, (_, index) => `<email:${hashJson(index).slice(7, 23)}>`).join(' '),
  }

  it.each([
    ['tables', /^(53100|XX000) ERROR: {2}could not extend file/],
    ['log', /^\w{5} PANIC: {2}could not write to/],
  ] as const)('for its %s is answered 503, and forgotten once there is room', async (what, complaint) => {
    const { primary } = cluster
    let attempts = 0
    const loaded = load(() => {
      attempts += 1
    }, large)
    await expect.poll(() => attempts).toBeGreaterThan(60)
    primary.fillDisk(what)
    await expect.poll(() => primary.complaints().some((line) => complaint.test(line)), PATIENCE).toBe(true)

    const before = attempts
    await expect.poll(() => attempts, PATIENCE).toBeGreaterThan(before + 4 * CLIENTS)
    const refused = await createApp({ service }).inject({
      ...{ method: 'POST', url: '/v1/actions', headers: { authorization: `Bearer ${apiKey}` } },
      payload: actionRequest('run_0', 1_000_000, { args_redacted: large }),
    })
    expect(refused.statusCode).toBe(503)
    expect(refused.headers['retry-after']).toBe('1')

    await primary.makeRoom()
    // The same service goes on.
    expect((await loaded).refused).toBeGreaterThan(CLIENTS)
    await expectNothingLost(primary.url('postgres'), large)
  })
})
