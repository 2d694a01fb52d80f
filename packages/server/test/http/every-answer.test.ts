/** What holds for every answer: keys, problems, methods, sizes, types, time, headers, logs and metrics. */
import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../src/domain/refusal.js'
import { type AppOptions, createApp } from '../../src/http/app.js'
import { createLogger } from '../../src/http/logger.js'
import { StoreUnavailableError } from '../../src/store/store.js'
import { actionBody, executionBody, sessionBody } from './requests.js'
import { API_KEY, type Call, deferred, NEVER, scriptedService, writes } from './scripted-service.js'

const AUTHORIZED = { authorization: `Bearer ${API_KEY}` }
const open: FastifyInstance[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()))
})

function appOf(script = {}, options: Partial<AppOptions> = {}): { app: FastifyInstance; calls: Call[] } {
  const { service, calls } = scriptedService(script)
  const app = createApp({ service, ...options })
  open.push(app)
  return { app, calls }
}

/** Open to anybody, where a page is; it judges the form before the page. */
const REQUEST_FORM = '/e/{slug}/api/requests'

describe('without a key', () => {
  it.each([
    {},
    { authorization: '' },
    { authorization: API_KEY },
    { authorization: `Basic ${API_KEY}` },
    { authorization: 'Bearer' },
    { authorization: 'Bearer hrn_test_other' },
    { authorization: `Bearer ${API_KEY} ${API_KEY}` },
    { authorization: `Bearer ${'x'.repeat(300)}` },
  ])('%j is answered with 401 before the body is read', async (headers) => {
    const { app, calls } = appOf()
    const response = await app.inject({
      method: 'POST',
      url: '/v1/sessions',
      payload: '{"broken',
      headers: { ...headers, 'content-type': 'application/json' },
    })
    expect(response.statusCode).toBe(401)
    expect(response.headers['www-authenticate']).toBe('Bearer realm="heron"')
    expect(response.json()).toMatchObject({ code: 'unauthorized', status: 401 })
    expect(response.body).not.toContain('hrn_test')
    expect(writes(calls)).toEqual([])
  })

  it('no route of the interface is open', async () => {
    const { app } = appOf()
    const document = (await app.inject('/openapi.json')).json<{ paths: Record<string, object> }>()
    for (const [path, methods] of Object.entries(document.paths)) {
      // The operator API knows people, not keys: test/operator/tenant-walk.test.ts.
      if (path.startsWith('/api/')) continue
      for (const method of Object.keys(methods)) {
        const response = await app.inject({ method: method.toUpperCase() as 'GET', url: path })
        const expected = path.startsWith('/v1/')
          ? 401
          : path === REQUEST_FORM
            ? 400
            : path.startsWith('/e/')
              ? 404
              : 200
        expect(response.statusCode, `${method} ${path}`).toBe(expected)
      }
    }
  })
})

describe('a problem', () => {
  it('has a type that is explained here, a status, a code and a sentence', async () => {
    const { app } = appOf()
    const response = await app.inject('/nowhere')
    expect(response.statusCode).toBe(404)
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    const problem = response.json<{ type: string }>()
    expect(problem).toMatchObject({
      title: expect.any(String),
      detail: expect.any(String),
      status: 404,
      code: 'not_found',
    })
    const [page, anchor] = problem.type.split('#')
    expect((await app.inject(page!)).body).toContain(`id="${anchor!}"`)
  })

  it.each([
    ['PUT', '/v1/actions', 'POST'],
    ['DELETE', '/v1/sessions/run_1', 'GET, HEAD'],
    ['GET', '/v1/sessions/run_1/close', 'POST'],
    ['POST', '/v1/tool-catalog', 'PUT'],
    ['PATCH', '/healthz?x=1', 'GET, HEAD'],
  ] as const)('is 405 for %s %s, which takes %s', async (method, url, allow) => {
    const { app } = appOf()
    const response = await app.inject({ method, url, headers: AUTHORIZED })
    expect(response.statusCode).toBe(405)
    expect(response.headers.allow).toBe(allow)
    expect(response.json()).toMatchObject({ code: 'method_not_allowed' })
  })

  it('is 413 for a body over 256 KiB, which never reaches the service', async () => {
    const { app, calls } = appOf()
    const padding = (bytes: number): string => JSON.stringify(actionBody()).padEnd(bytes)
    const headers = { ...AUTHORIZED, 'content-type': 'application/json' }
    const fits = await app.inject({ method: 'POST', url: '/v1/actions', headers, payload: padding(262_144) })
    expect(fits.statusCode).toBe(200)
    calls.length = 0
    const over = await app.inject({ method: 'POST', url: '/v1/actions', headers, payload: padding(262_145) })
    expect(over.statusCode).toBe(413)
    expect(over.json()).toMatchObject({ code: 'body_too_large' })
    expect(writes(calls)).toEqual([])
  })

  it.each([
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    {},
  ])('is 415 for a body that comes as %j', async (headers) => {
    const { app, calls } = appOf()
    const response = await app.inject({
      method: 'POST',
      url: '/v1/sessions',
      headers: { ...AUTHORIZED, ...headers },
      payload: JSON.stringify(sessionBody()),
    })
    expect(response.statusCode).toBe(415)
    expect(response.json()).toMatchObject({ code: 'unsupported_media_type' })
    expect(writes(calls)).toEqual([])
  })

  it('is 400 for an address that is not percent-encoded', async () => {
    const { app } = appOf()
    const response = await app.inject({ url: '/v1/sessions/%zz', headers: AUTHORIZED })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid_request' })
  })

  it('is 404 for a name that is longer than any here', async () => {
    const { app } = appOf()
    const response = await app.inject({ url: `/v1/sessions/${'x'.repeat(5000)}`, headers: AUTHORIZED })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: 'not_found' })
  })

  it('is what a refusal of the service says', async () => {
    const refusal = new Refusal('seq_conflict', 'seq 7 is taken', '/seq')
    const { app } = appOf({ announceAction: () => Promise.reject(refusal) })
    const response = await app.inject({
      method: 'POST',
      url: '/v1/actions',
      headers: AUTHORIZED,
      payload: actionBody(),
    })
    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({
      type: '/docs#seq_conflict',
      title: 'Another action holds this seq',
      status: 409,
      detail: 'seq 7 is taken',
      code: 'seq_conflict',
      pointer: '/seq',
    })
  })

  it('is 500 and says nothing for a fault of ours', async () => {
    const secret = 'UNIQUE constraint failed: sessions.maria@acme.com'
    const { app } = appOf({
      announceAction: () => Promise.reject(new Error(secret)),
      openSession: () => {
        throw new TypeError(secret)
      },
      reportExecution: () =>
        Promise.reject(Object.assign(new Error(secret), { statusCode: 418, code: 'toString' })),
    })
    const sent = [
      await app.inject({ method: 'POST', url: '/v1/actions', headers: AUTHORIZED, payload: actionBody() }),
      await app.inject({ method: 'POST', url: '/v1/sessions', headers: AUTHORIZED, payload: sessionBody() }),
    ]
    for (const response of sent) {
      expect(response.statusCode).toBe(500)
      expect(response.json()).toMatchObject({ code: 'internal' })
      expect(response.body).not.toMatch(/UNIQUE|maria|Error/)
    }
    const odd = await app.inject({
      method: 'POST',
      url: '/v1/executions',
      headers: AUTHORIZED,
      payload: executionBody(),
    })
    expect(odd.body).not.toMatch(/UNIQUE|maria|Error/)
  })
})

describe('an answer that does not come in time', () => {
  it('is 503 with Retry-After, never an ALLOW', async () => {
    const { app } = appOf({ announceAction: () => NEVER, openSession: () => NEVER }, { answerWithinMs: 20 })
    for (const [url, payload] of [
      ['/v1/actions', actionBody()],
      ['/v1/sessions', sessionBody()],
    ] as const) {
      const response = await app.inject({ method: 'POST', url, headers: AUTHORIZED, payload })
      expect(response.statusCode).toBe(503)
      expect(response.headers['retry-after']).toBe('1')
      expect(response.json()).toMatchObject({ code: 'unavailable' })
    }
  })

  it.each(['authenticate', 'readPolicy'])(
    'a database that is away while %s asks it is a 503, which clients come back from',
    async (asking) => {
      const away = () => Promise.reject(new StoreUnavailableError('the connection was lost'))
      const { app } = appOf({ [asking]: away })
      const response = await app.inject({ url: '/v1/policy', headers: AUTHORIZED })
      expect(response.statusCode).toBe(503)
      expect(response.headers['retry-after']).toBe('1')
      expect(response.json()).toMatchObject({ code: 'unavailable' })
      expect(response.body).not.toContain('connection was lost')
    },
  )

  it('may be that of the key, or of the database', async () => {
    const { app } = appOf({ authenticate: () => NEVER, checkReady: () => NEVER }, { answerWithinMs: 20 })
    expect((await app.inject({ url: '/v1/policy', headers: AUTHORIZED })).statusCode).toBe(503)
    expect((await app.inject('/readyz')).statusCode).toBe(503)
    expect((await app.inject('/healthz')).statusCode).toBe(200)
  })

  it('leaves no trace when the work fails after all', async () => {
    const late = deferred<never>()
    const { app } = appOf({ announceAction: () => late.promise }, { answerWithinMs: 20 })
    const response = await app.inject({
      method: 'POST',
      url: '/v1/actions',
      headers: AUTHORIZED,
      payload: actionBody(),
    })
    expect(response.statusCode).toBe(503)
    late.reject(new Error('too late'))
    expect((await app.inject('/healthz')).statusCode).toBe(200)
  })
})

describe('headers', () => {
  it('forbid caching, framing, sniffing and running', async () => {
    const { app } = appOf()
    for (const url of ['/v1/policy', '/nowhere', '/v1/sessions/%zz', '/healthz']) {
      const { headers } = await app.inject({ url, headers: AUTHORIZED })
      expect(headers, url).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      })
    }
  })

  it('name neither the framework nor its version', async () => {
    const { app } = appOf()
    const { headers } = await app.inject('/healthz')
    expect(JSON.stringify(headers)).not.toMatch(/fastify|node/i)
  })
})

describe('logs', () => {
  it('name events, routes and codes, and never what was sent', async () => {
    const lines: string[] = []
    const destination = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString())
        done()
      },
    })
    const { app } = appOf(
      { announceAction: () => Promise.reject(new Error('near "maria@acme.com"')) },
      { logger: createLogger('debug', destination) },
    )
    await app.inject({ method: 'POST', url: '/v1/actions', headers: AUTHORIZED, payload: actionBody() })
    await app.inject({
      url: '/v1/sessions/secret_session',
      headers: { authorization: 'Bearer hrn_live_stolen' },
    })
    const log = lines.join('')
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
      'http.failed',
      'http.answered',
      'http.refused',
      'http.answered',
    ])
    expect(JSON.parse(lines[0]!)).toMatchObject({
      method: 'POST',
      route: '/v1/actions',
      code: 'internal',
      status: 500,
    })
    expect(log).not.toMatch(/maria|gmail|secret_session|hrn_|thread_1|Bearer/)
  })
})

describe('metrics', () => {
  it('count decisions by verdict and effect, refusals by code, and time every route', async () => {
    const { app } = appOf({}, { queueDepth: () => 3 })
    await app.inject({ method: 'POST', url: '/v1/actions', headers: AUTHORIZED, payload: actionBody() })
    await app.inject({ method: 'POST', url: '/v1/actions', headers: AUTHORIZED, payload: {} })
    const response = await app.inject('/metrics')
    expect(response.headers['content-type']).toMatch(/^text\/plain/)
    expect(response.body).toContain('heron_decisions_total{verdict="ALLOW",effect="enforced"} 1')
    expect(response.body).toContain('heron_refusals_total{code="invalid_request"} 1')
    expect(response.body).toContain(
      'heron_http_request_duration_seconds_count{method="POST",route="/v1/actions",status="200"} 1',
    )
    expect(response.body).toContain('heron_commit_queue_depth 3')
    expect(response.body).toContain('heron_decisions_waiting 0')
  })
})
