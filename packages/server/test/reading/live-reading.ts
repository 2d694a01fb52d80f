/** The operator API over a real service and real HTTP, with a clock moved by hand, a worker, and every query counted. */
import type { AnnounceActionAnswer, AnnounceActionRequest, OpenSessionRequest } from '@heron/evidence'
import { createOrganization } from '../../src/domain/create-organization.js'
import type { Member } from '../../src/domain/people/member.js'
import { createApp } from '../../src/http/app.js'
import { originReader } from '../../src/http/operator/origin.js'
import { routeOperator } from '../../src/http/operator/routes.js'
import { startServer } from '../../src/http/server.js'
import type { Query } from '../../src/store/query.js'
import type { Store } from '../../src/store/store.js'
import { startWorker } from '../../src/worker/worker.js'
import { actionRequest, executionRequest, type Heron, sessionRequest, startHeron } from '../support/heron.js'
import { TIMINGS } from '../worker/live-worker.js'
import type { Tenant } from '../../src/domain/tenant.js'

export type Asked = {
  readonly status: number
  readonly text: string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as a page reads it
  readonly body: any
}

export type LiveReading = {
  readonly heron: Heron
  readonly url: string
  /** @param path below the project's address. */
  readonly get: (path: string) => Promise<Asked>
  readonly post: (path: string, body: unknown) => Promise<Asked>
  /** As the owner of another organization, below the first one's project. */
  readonly neighbour: (path: string, method?: string) => Promise<Asked>
  /** Follows the cursors to the end; every page must be within its limit. */
  readonly all: (path: string, limit?: number) => Promise<readonly Record<string, unknown>[]>
  /** Queries that the store answered while something was asked. */
  readonly queriesOf: (ask: () => Promise<unknown>) => Promise<readonly Query[]>
  readonly open: (name: string, changes?: Partial<OpenSessionRequest>, tenant?: Tenant) => Promise<string>
  readonly announce: (
    session: string,
    seq: number,
    changes?: Partial<AnnounceActionRequest>,
    tenant?: Tenant,
  ) => Promise<AnnounceActionAnswer>
  readonly state: (action: AnnounceActionAnswer, outcome?: 'EXECUTED' | 'BLOCKED') => Promise<void>
  /** Moves the clock, then does everything that is due by then. */
  readonly pass: (ms: number) => Promise<void>
  readonly close: () => Promise<void>
}

export async function startLiveReading(): Promise<LiveReading> {
  const heron = await startHeron({ timings: TIMINGS })
  const other = await createOrganization(heron.data, {
    organizationName: 'Neighbour',
    projectName: 'Other',
    ownerEmail: 'owner@neighbour.example',
  })
  const worker = startWorker({ service: heron.service, intervalMs: 0 })
  const { organizationId, projectId } = heron.tenant
  const members: Readonly<Record<string, Member>> = {
    owner: {
      ...{ organizationId, userId: heron.operation.actorId, role: 'owner' },
      ...{ name: 'Olga Owner', email: 'owner@vendor.example' },
    },
    neighbour: {
      ...{ organizationId: other.organizationId, userId: other.ownerId, role: 'owner' },
      ...{ name: 'Neighbour', email: 'owner@neighbour.example' },
    },
  }
  let asked: Query[] = []
  const { service } = heron
  const store = counted(heron.data.store, (query) => asked.push(query))
  const app = createApp({ service, now: heron.clock.now })
  // The same routes once more, for people who need no browser to be signed in.
  app.register(
    (operator, _options, done) => {
      routeOperator(operator, {
        parts: { ...service.operatorParts, store },
        now: heron.clock.now,
        originOf: originReader(null),
        identify: ({ headers }) => {
          const member = members[headers.cookie ?? '']
          return Promise.resolve(member === undefined ? null : { member, sessionId: 'sgn_1' })
        },
      })
      done()
    },
    { prefix: '/as' },
  )
  const server = await startServer({ app, host: '127.0.0.1', port: 0 })
  const send = async (who: string, method: string, path: string, body?: unknown): Promise<Asked> => {
    const response = await fetch(`${server.url}/as/api/projects/${projectId}${path}`, {
      method,
      headers: {
        cookie: who,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'GET' ? {} : { origin: server.url }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = /json\b/.test(response.headers.get('content-type') ?? '')
    return { status: response.status, text, body: isJson ? (JSON.parse(text) as unknown) : null }
  }
  const get = (path: string) => send('owner', 'GET', path)
  const contextOf = (tenant: Tenant = heron.tenant) => ({ ...heron.context(), tenant })
  return {
    ...{ heron, url: server.url, get },
    post: (path, body) => send('owner', 'POST', path, body),
    neighbour: (path, method = 'GET') => send('neighbour', method, path, method === 'GET' ? undefined : {}),
    all: async (path, limit = 200) => {
      const items: Record<string, unknown>[] = []
      for (let cursor: string | null = null; ;) {
        const glue = path.includes('?') ? '&' : '?'
        const from = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
        const { status, text, body } = await get(`${path}${glue}limit=${limit}${from}`)
        if (status !== 200) throw new Error(`expected 200, got ${status}: ${text}`)
        if (body.items.length > limit) throw new Error('a page is longer than asked for')
        items.push(...body.items)
        cursor = body.next_cursor
        if (cursor === null) return items
      }
    },
    queriesOf: async (ask) => {
      asked = []
      await ask()
      return asked
    },
    open: async (name, changes = {}, tenant) =>
      (await heron.service.openSession(sessionRequest(name, changes), contextOf(tenant))).session_id,
    announce: (session, seq, changes = {}, tenant) =>
      heron.service.announceAction(actionRequest(session, seq, changes), contextOf(tenant)),
    state: async (action, outcome = 'EXECUTED') => {
      await heron.service.reportExecution(executionRequest(action, { outcome }), heron.context())
    },
    pass: async (ms) => {
      heron.clock.advance(ms)
      while (await worker.tick());
    },
    close: async () => {
      await worker.stop()
      await server.close()
      await heron.close()
    },
  }
}

function counted(store: Store, note: (query: Query) => unknown): Store {
  return {
    ...store,
    all: (query, params) => {
      note(query as unknown as Query)
      return store.all(query, params)
    },
    first: (query, params) => {
      note(query as unknown as Query)
      return store.first(query, params)
    },
  }
}
