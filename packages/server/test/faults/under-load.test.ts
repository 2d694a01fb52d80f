/**
 * Faults while many clients are at work, on their own side of the wire: every answer that a client holds is in the
 * database, exactly once, and every later answer to the same call is the same one.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createService } from '../../src/domain/create-service.js'
import { checkStore } from '../../src/domain/fsck/check-store.js'
import type { HeronService } from '../../src/domain/service.js'
import { type Heron, sessionRequest, startHeron } from '../support/heron.js'
import { CALLS, CLIENTS, runClients, SESSIONS } from './clients.js'
import { failingStore, type Fault } from './failing-store.js'
import { Ledger } from './ledger.mjs'
import { storedCalls } from './stored-calls.js'

let heron: Heron
let ledger: Ledger
beforeEach(async () => {
  heron = await startHeron()
  ledger = new Ledger()
  for (const name of SESSIONS) await heron.service.openSession(sessionRequest(name), heron.context())
})
afterEach(() => heron.close())

async function load(service: HeronService, between?: () => void): Promise<void> {
  const { tenant, clock } = heron
  await runClients({ service, tenant, ledger, now: clock.now, ...(between === undefined ? {} : { between }) })
}

async function expectNothingLost(): Promise<void> {
  const database = heron.place.openDatabase()
  const stored = storedCalls(database)
  database.close()
  const calls = CLIENTS * CALLS
  expect(ledger.compare(stored)).toEqual({ answered: calls, lost: 0, doubled: 0, different: 0 })
  expect(stored).toHaveLength(calls)
  expect(await checkStore(heron.data.store, heron.data.keyRing.published)).toMatchObject({
    failed: 0,
    findings: [],
  })
}

const serviceOn = (store: Heron['data']['store']): Promise<HeronService> =>
  createService({
    ...{ store, signer: heron.data.signer, now: heron.clock.now },
    publishedKeys: heron.data.keyRing.published,
    pseudonymSecret: heron.data.keyRing.pseudonymSecret,
  })

describe('under load', () => {
  it('every third commit may fail before or after it became durable', async () => {
    let commits = 0
    const store = failingStore(heron.data.store, (): Fault | null => {
      commits += 1
      if (commits % 3 !== 0) return null
      return commits % 2 === 0 ? 'failed, not persisted' : 'failed, but persisted'
    })
    const service = await serviceOn(store)
    await load(service)
    expect(store.injected()).toBeGreaterThan(40)
    // All of it once more, from a process that remembers nothing.
    await load(await serviceOn(heron.data.store))
    await expectNothingLost()
  })

  it('the clock may jump, forwards and back', async () => {
    const jumps = [7_200_000, -3_600_000, 1, -86_400_000, 90_000_000, -5]
    let calls = 0
    await load(heron.service, () => {
      calls += 1
      if (calls % 10 === 0) heron.clock.advance(jumps[(calls / 10) % jumps.length] ?? 0)
    })
    await load(heron.service)
    await expectNothingLost()
  })
})
