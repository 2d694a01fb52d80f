/**
 * Several processes on one database: servers that share a hot session, workers that share what is due, and a server that
 * is killed without warning. What was answered is stored, chains are unbroken, everything is raised once.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { publicKeyOfSeed, toBase64url } from '@heron/evidence'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkStore } from '../../src/domain/fsck/check-store.js'
import { importVendorKey } from '../../src/domain/operator-keys.js'
import { VENDOR_KEY } from '../http/live-heron.js'
import { type Answer, statementOf, VendorClient } from '../http/vendor-client.js'
import { ORGANIZATION, VENDOR } from '../support/heron.js'
import { newPlace, type Place, type TestDatabase } from '../support/place.js'

const PROCESS = fileURLToPath(new URL('../support/postgres/process.mjs', import.meta.url))
const BUILT = fileURLToPath(new URL('../../dist/index.js', import.meta.url))
const TIMINGS = {
  reconcileWindowMs: 100,
  missingHorizonMs: 1500,
  approvalTimeoutMs: 500,
  contextTimeoutMs: 500,
}

type Running = {
  readonly url: string
  readonly child: ChildProcess
  /** Drains it; answers what its worker did. */
  readonly stop: () => Promise<{
    readonly paired: number
    readonly missing: number
    readonly resolved: number
  }>
}

let place: Place
let apiKey: string
let database: TestDatabase
const children: ChildProcess[] = []

beforeEach(async () => {
  place = await newPlace()
  const created = await place.create(ORGANIZATION)
  apiKey = created.apiKey
  const data = await place.open()
  const { organizationId, projectId, ownerId: actorId } = created
  const publicKey = toBase64url(publicKeyOfSeed(VENDOR.seed))
  await importVendorKey(
    data,
    { project: { organizationId, projectId }, actorId, reason: null },
    { kid: VENDOR.kid, publicKey },
  )
  await data.close()
  database = place.openDatabase()
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  database.close()
  await place.remove()
})

async function start(role: 'server' | 'worker'): Promise<Running> {
  const child = spawn(process.execPath, [PROCESS, BUILT, place.location, role, JSON.stringify(TIMINGS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => JSON.parse(String((await lines.next()).value)) as never
  const { url } = (await next()) as { url: string }
  return {
    url,
    child,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const { totals } = (await next()) as { totals: never }
      expect((await ended)[0]).toBe(0)
      return totals
    },
  }
}

/** As a client does: the same call again, under the same key, until it is answered. */
async function untilAnswered(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send().catch(() => null)
    if (answer?.status === 200) return answer
    if (answer !== null && answer.status !== 503) throw new Error(JSON.stringify(answer))
  }
}

const count = (sql: string): number => Number(database.prepare(sql).pluck().get())

// The processes cannot load TypeScript: they run what `npm run build` made.
describe.skipIf(!existsSync(BUILT))('several processes on one database', () => {
  it('share one hot session and the work behind it', async () => {
    const [one, two, ...workers] = await Promise.all([
      start('server'),
      start('server'),
      start('worker'),
      start('worker'),
    ])
    const clients = [one, two].map(({ url }) => new VendorClient(url, apiKey, VENDOR_KEY))
    const [first] = clients
    await untilAnswered(() => first!.openSession('hot'))
    const calls = 240
    let next = 0
    const work = async (client: VendorClient): Promise<void> => {
      for (let seq = next++; seq < calls; seq = next++) {
        const tool =
          seq % 10 === 0 ? { tool: { name: 'mail.send' }, signals: { recipient_external: true } } : {}
        const answer = await untilAnswered(() => client.announce('hot', seq, tool, `call-${seq}`))
        // Every third call is never reported.
        if (seq % 3 === 0) continue
        await untilAnswered(() => client.report(statementOf(answer, 'EXECUTED'), `report-${seq}`))
      }
    }
    await Promise.all(Array.from({ length: 16 }, (_, index) => work(clients[index % 2]!)))
    while (count("select count(*) from reconciliations where due_at is not null and state <> 'missing'") > 0)
      await new Promise((resolve) => setTimeout(resolve, 50))
    while (count('select count(*) from awaited_answers where due_at is not null') > 0)
      await new Promise((resolve) => setTimeout(resolve, 50))

    await one.stop()
    await two.stop()
    const done = [await workers[0].stop(), await workers[1].stop()]
    expect(done[0]!.paired + done[1]!.paired).toBe(
      count("select count(*) from reconciliations where state = 'paired'"),
    )
    expect(count('select count(*) from actions')).toBe(calls)
    expect(count('select count(distinct position) from actions where position between 1 and 240')).toBe(calls)
    expect(count('select count(*) from executions')).toBe(calls - calls / 3)
    // Counted by triggers on many connections, and no count is lost.
    expect(count('select sum(actions) from action_tallies')).toBe(calls)
    expect(count('select sum(n) from finding_tallies')).toBe(count('select count(*) from findings'))
    expect(count("select sum(n) from session_tallies where what = 'stated'")).toBe(calls - calls / 3)
    const data = await place.open()
    expect(await checkStore(data.store, data.keyRing.published)).toMatchObject({ failed: 0, findings: [] })
    await data.close()
  })

  it('keep what was answered when one of them is killed, and when the connections are cut', async () => {
    const [one, two] = await Promise.all([start('server'), start('server')])
    const clients = [one, two].map(({ url }) => new VendorClient(url, apiKey, VENDOR_KEY))
    await untilAnswered(() => clients[0]!.openSession('hot'))
    const answered: Answer[] = []
    let next = 0
    const work = async (index: number): Promise<void> => {
      for (let seq = next++; seq < 200; seq = next++) {
        // Whoever was sent to the one that is gone asks the other, under the same key.
        const ask = (): Promise<Answer> =>
          clients[one.child.killed ? 1 : index % 2]!.announce('hot', seq, {}, `call-${seq}`)
        answered.push(await untilAnswered(ask))
        if (seq === 60) one.child.kill('SIGKILL')
        if (seq === 120) {
          database
            .prepare(
              "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'heron %' and datname = current_database()",
            )
            .all()
        }
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, index) => work(index)))
    await two.stop()
    expect(count('select count(*) from actions')).toBe(200)
    const stored = new Set(database.prepare('select record_hash from actions').pluck().all())
    for (const { body } of answered) expect(stored).toContain(body.chain.record_hash)
    const data = await place.open()
    expect(await checkStore(data.store, data.keyRing.published)).toMatchObject({ failed: 0, findings: [] })
    await data.close()
  })
})
