/**
 * Overload, over real HTTP: what cannot be taken is told to come back before memory grows, a flood of one project leaves
 * room and turns for another, and nothing is ever an ALLOW that was not decided, or without an answer.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { createOrganization } from '../../src/domain/create-organization.js'
import { createApp, type AppOptions } from '../../src/http/app.js'
import { startServer } from '../../src/http/server.js'
import { API_KEY, deferred, scriptedService, TENANT } from '../http/scripted-service.js'
import { actionRequest, type Heron, sessionRequest, startHeron } from '../support/heron.js'

const OTHER_KEY = 'hrn_test_neighbour'
const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** What was sent to a server, by whom, and how it answered. */
type Send = (apiKey: string, seq: number) => Promise<Response>

async function serve(options: AppOptions): Promise<Send> {
  const server = await startServer({ app: createApp(options), host: '127.0.0.1', port: 0 })
  endings.push(() => server.close())
  return (apiKey, seq) =>
    fetch(`${server.url}/v1/actions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(actionRequest('run_1', seq)),
    })
}

const isToldToComeBack = ({ status, headers }: Response): boolean =>
  status === 503 && headers.get('retry-after') === '1'

describe('the door', () => {
  /** Room for twenty small writes. */
  const maxUnderWayBytes = 20 * 9 * 1024

  it('lets in what fits, tells the rest at once to come back, and opens when work is done', async () => {
    const stalled = deferred<undefined>()
    const { service, calls } = scriptedService({
      announceAction: () => stalled.promise.then(() => ({ decision: { verdict: 'DENY' } }) as never),
    })
    const send = await serve({ service, maxUnderWayBytes, answerWithinMs: 250 })
    const flood = await Promise.all(Array.from({ length: 100 }, (_, seq) => send(API_KEY, seq)))
    expect(flood.every(isToldToComeBack)).toBe(true)
    const begun = (): number => calls.filter(({ name }) => name === 'announceAction').length
    // Half of the room: the other half is for others.
    expect(begun()).toBeGreaterThanOrEqual(8)
    expect(begun()).toBeLessThanOrEqual(12)

    // They were answered, but their work goes on, and so they count.
    const before = begun()
    expect(isToldToComeBack(await send(API_KEY, 200))).toBe(true)
    expect(begun()).toBe(before)

    stalled.resolve(undefined)
    await stalled.promise
    expect((await send(API_KEY, 201)).status).toBe(200)
  })

  it('keeps room for another project while one floods it', async () => {
    const stalled = deferred<undefined>()
    const tenants = new Map([
      [API_KEY, TENANT],
      [OTHER_KEY, { ...TENANT, projectId: 'prj_2' }],
    ])
    const { service } = scriptedService({
      authenticate: (apiKey) => Promise.resolve(tenants.get(apiKey) ?? null),
      announceAction: (_, { tenant }) =>
        (tenant.projectId === 'prj_1' ? stalled.promise : Promise.resolve(undefined)).then(
          () => ({ decision: { verdict: 'DENY' } }) as never,
        ),
    })
    const send = await serve({ service, maxUnderWayBytes, answerWithinMs: 250 })
    const flood = Array.from({ length: 100 }, (_, seq) => send(API_KEY, seq))
    const quiet = await Promise.all(Array.from({ length: 5 }, (_, seq) => send(OTHER_KEY, seq)))
    expect(quiet.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await Promise.all(flood)).every(isToldToComeBack)).toBe(true)
    stalled.resolve(undefined)
  })
})

describe('a database that stalls', () => {
  const start = async (options: Parameters<typeof startHeron>[0] = {}): Promise<Heron> => {
    const heron = await startHeron(options)
    endings.push(() => heron.close())
    await heron.service.openSession(sessionRequest('run_1'), heron.context())
    return heron
  }

  it('gives the quiet project its turn in the first commit afterwards, in front of the other’s flood', async () => {
    const heron = await start()
    const names = { organizationName: 'N', projectName: 'P', ownerEmail: 'o@n.example' }
    const { apiKey } = await createOrganization(heron.data, names)
    const tenant = await heron.service.authenticate(apiKey)
    if (tenant === null) throw new Error('the key that was just minted is unknown')
    const neighbour = { ...heron.context(), tenant }
    await heron.service.openSession(sessionRequest('run_1'), neighbour)

    const database = heron.place.openDatabase()
    database.blockWrites()
    let answered = 0
    const flood = Array.from({ length: 600 }, (_, seq) =>
      heron.service.announceAction(actionRequest('run_1', seq), heron.context()).then(() => {
        answered += 1
      }),
    )
    const quiet = heron.service.announceAction(actionRequest('run_1', 1), neighbour).then(() => answered)
    // All of them are planned and wait for the same commit.
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate)
    database.exec('rollback')
    database.close()
    expect(await quiet).toBeLessThan(400)
    await Promise.all(flood)
    expect(answered).toBe(600)
  })

  it('is a 503 in time over HTTP, and the same call is answered afterwards', async () => {
    const heron = await start()
    const send = await serve({ service: heron.service, now: heron.clock.now, answerWithinMs: 150 })
    const database = heron.place.openDatabase()
    database.blockWrites()
    const flood = await Promise.all(Array.from({ length: 40 }, (_, seq) => send(heron.apiKey, seq)))
    expect(flood.every(isToldToComeBack)).toBe(true)
    database.exec('rollback')
    database.close()
    for (const seq of [0, 39]) {
      let response = await send(heron.apiKey, seq)
      while (response.status === 503) response = await send(heron.apiKey, seq)
      expect(await response.json()).toMatchObject({ decision: { verdict: 'ALLOW' } })
    }
  })

  it('and a policy that cannot be loaded are a signed DENY or a 503, never an ALLOW', async () => {
    const never = new Promise<never>(() => undefined)
    const heron = await start({ policies: () => never, policyTimeoutMs: 20 })
    const send = await serve({ service: heron.service, now: heron.clock.now, answerWithinMs: 1000 })
    const answers = await Promise.all(Array.from({ length: 60 }, (_, seq) => send(heron.apiKey, seq)))
    for (const answer of answers) {
      if (isToldToComeBack(answer)) continue
      expect(answer.status).toBe(200)
      expect(await answer.json()).toMatchObject({
        decision: { verdict: 'DENY', reasons: ['policy_timeout'] },
      })
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true)
  })
})
