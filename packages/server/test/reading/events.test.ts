/** Following a project: who shows something of it is told what changed, and costs next to nothing. */
import { get, type IncomingMessage } from 'node:http'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { watchPulses } from '../../src/domain/reading/pulse-watch.js'
import { changedTopics, readPulse, type Topic } from '../../src/domain/reading/pulse.js'
import { openChangeStream } from '../../src/http/operator/change-stream.js'
import { originReader } from '../../src/http/operator/origin.js'
import { routeEvents } from '../../src/http/operator/routes/events.js'
import { collectOpenApi } from '../../src/http/openapi.js'
import { startServer } from '../../src/http/server.js'
import type { Reader } from '../../src/store/store.js'
import { CALLS, TIMINGS } from '../worker/live-worker.js'
import { type LiveReading, startLiveReading } from './live-reading.js'

let live: LiveReading
beforeAll(async () => {
  live = await startLiveReading()
  await live.open('run')
})
afterAll(() => live.close())

const pulse = async () => {
  const { store, operation, clock } = { ...live.heron.data, ...live.heron }
  return (await readPulse(store, operation.project, clock.now()))!
}
/** The topics that an act changes. */
const changes = async (act: () => Promise<unknown>): Promise<readonly Topic[]> => {
  const before = await pulse()
  await act()
  return changedTopics(before, await pulse())
}

describe('a pulse', () => {
  it('tells what an act changed, and nothing where nothing happened', async () => {
    expect(await changes(() => Promise.resolve())).toEqual([])
    expect(await changes(() => live.open('another'))).toEqual(['sessions'])
    expect(await changes(() => live.announce('run', 1, CALLS.ALLOW))).toEqual(['actions'])
    expect(await changes(() => live.announce('run', 2, CALLS.STEP_UP))).toEqual(['actions', 'approvals'])
    const denied = await live.announce('run', 3, CALLS.DENY)
    expect(await changes(() => live.state(denied, 'EXECUTED'))).toEqual(['executions', 'findings'])
    const silent = await live.announce('run', 4, CALLS.ALLOW)
    expect(await changes(() => live.pass(TIMINGS.missingHorizonMs + 1))).toContain('findings')
    // The statement that was missing clears its finding.
    expect(await changes(() => live.state(silent))).toContain('findings')
    expect(
      await changes(() =>
        live.post('/issues/EXECUTED_DESPITE_DENY/review', { decision: 'resolve', reason: 'x' }),
      ),
    ).toEqual(['findings', 'approvals', 'log'])
    expect(await changes(() => live.heron.service.closeSession('another', live.heron.context()))).toEqual([
      'sessions',
      'approvals',
    ])
  })

  it('is one query, of a project that exists', async () => {
    const { store } = live.heron.data
    expect(
      await readPulse(store, { organizationId: 'org_x', projectId: 'prj_x' }, live.heron.clock.now()),
    ).toBeNull()
  })
})

describe('watchers of a project', () => {
  it('share one look, are told until they leave, and leave nothing behind', async () => {
    const { project } = live.heron.operation
    let looks = 0
    const store: Reader = {
      all: live.heron.data.store.all,
      first: (query, params) => {
        looks += 1
        return live.heron.data.store.first(query, params)
      },
    }
    const pulses = watchPulses({ store, now: live.heron.clock.now }, 1)
    const told: Topic[][] = [[], []]
    const unwatch = [0, 1].map((index) => pulses.watch(project, (topics) => told[index]!.push(...topics)))
    const until = async (holds: () => boolean) => {
      while (!holds()) await new Promise((resolve) => setImmediate(resolve))
    }
    await until(() => looks > 2)
    await live.announce('run', 10, CALLS.ALLOW)
    await until(() => told[0]!.length > 0)
    expect(told).toEqual([['actions'], ['actions']])
    unwatch[0]!()
    unwatch[0]!()
    await live.announce('run', 11, CALLS.ALLOW)
    await until(() => told[1]!.length > 1)
    expect(told[0]).toEqual(['actions'])
    unwatch[1]!()
    const after = looks
    await live.announce('run', 12, CALLS.ALLOW)
    for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(looks).toBeLessThanOrEqual(after + 1)
  })
})

describe('a stream that nobody reads', () => {
  it('gathers what changed into one event, and is let go after some beats', () => {
    const stream = openChangeStream(live.heron.clock.now)
    for (let index = 0; index < 5000; index += 1) stream.tell(['actions'])
    const kept = stream.output.readableLength + stream.output.writableLength
    for (let index = 0; index < 5000; index += 1) stream.tell(['log', 'actions'])
    expect(stream.output.readableLength + stream.output.writableLength).toBe(kept)
    expect(kept).toBeLessThan(100_000)
    for (let beat = 0; beat < 3; beat += 1) stream.beat()
    expect(stream.output.destroyed).toBe(true)
  })
})

describe('following over HTTP', () => {
  /** Reads a stream until its text holds something; null when it ended before. */
  const readUntil = async (response: Response, part: string): Promise<string | null> => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of response.body!) {
      text += decoder.decode(chunk, { stream: true })
      if (text.includes(part)) return text
    }
    return null
  }
  const start = async (beatEveryMs: number) => {
    let signedIn = true
    const app = Fastify()
    collectOpenApi(app)
    routeEvents(
      app,
      {
        parts: live.heron.service.operatorParts,
        now: live.heron.clock.now,
        originOf: originReader(null),
        identify: () =>
          Promise.resolve(
            signedIn
              ? {
                  sessionId: 'sgn_1',
                  member: {
                    ...live.heron.operation.project,
                    ...{ userId: 'usr_1', role: 'viewer', name: 'Vera', email: 'v@vendor.example' },
                  },
                }
              : null,
          ),
      },
      beatEveryMs,
    )
    const server = await startServer({ app, host: '127.0.0.1', port: 0 })
    const url = `${server.url}/api/projects/${live.heron.operation.project.projectId}/events`
    return {
      follow: () => fetch(url),
      /** A connection of its own, which can be broken off. */
      connect: () => new Promise<IncomingMessage>((resolve) => get(url, { agent: false }, resolve)),
      signOut: () => {
        signedIn = false
      },
      close: () => server.close(),
    }
  }

  it('sends what changed, and beats in between', async () => {
    const server = await start(20)
    const response = await server.follow()
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const reading = readUntil(response, 'event: change')
    let seq = 100
    const announcing = setInterval(() => void live.announce('run', (seq += 1), CALLS.ALLOW), 50)
    const text = await reading
    clearInterval(announcing)
    expect(text).toContain(': open\n\n')
    const data = /data: (.*)\n/.exec(text ?? '')![1]!
    expect(JSON.parse(data)).toEqual({ topics: ['actions'], at: live.heron.clock.now() })
    await server.close()
  })

  it('ends with the session of the person, and with the service', async () => {
    const first = await start(10)
    const reading = (await first.follow()).text()
    first.signOut()
    expect(await reading).toContain('retry: 2000')
    await first.close()
    const second = await start(60_000)
    const open = (await second.follow()).text()
    await second.close()
    expect(await open).toContain('retry: 2000')
  })

  it('gives one person so many streams and no more, and takes them back', async () => {
    const server = await start(60_000)
    const streams = await Promise.all(Array.from({ length: 12 }, () => server.connect()))
    expect(streams.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 12 }, () => 200))
    const refused = await server.follow()
    expect(refused.ok).toBe(false)
    await refused.text()
    for (const stream of streams) stream.destroy()
    for (;;) {
      const again = await server.follow()
      const text = again.text()
      if (again.ok) {
        await server.close()
        await text
        break
      }
      await text
    }
  })

  it('is refused to people of another organization', async () => {
    expect((await live.neighbour('/events')).status).toBe(404)
  })
})
