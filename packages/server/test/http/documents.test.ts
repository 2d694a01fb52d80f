/** The API's own description, its page, and the public keys. */
import { createHash } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { REFUSALS } from '../../src/domain/refusal.js'
import { createApp } from '../../src/http/app.js'
import { scriptedService } from './scripted-service.js'

const app = createApp({ service: scriptedService().service })
afterAll(() => app.close())

type Document = {
  openapi: string
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>
  components: { schemas: Record<string, unknown> }
}

describe('/openapi.json', () => {
  it('describes every route of heron.md §3 and §9', async () => {
    const response = await app.inject('/openapi.json')
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    const document = response.json<Document>()
    expect(document.openapi).toBe('3.1.0')
    const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    // The operator API is walked route by route: test/operator/tenant-walk.test.ts.
    expect(routes.filter((route) => !route.includes(' /api/')).sort()).toEqual(
      [
        'POST /v1/sessions',
        'POST /v1/actions',
        'POST /v1/executions',
        'POST /v1/sessions/{external_id}/close',
        'PUT /v1/tool-catalog',
        'GET /v1/sessions/{external_id}',
        'GET /v1/actions/{id}',
        'GET /v1/policy',
        'GET /v1/policies/{hash}',
        'GET /.well-known/jwks.json',
        'GET /openapi.json',
        'GET /healthz',
        'GET /readyz',
        'GET /metrics',
        'GET /e/{slug}/api/overview',
        'POST /e/{slug}/api/requests',
        'GET /e/{slug}/api/summary',
        'GET /e/{slug}/api/posture',
        'GET /e/{slug}/api/findings',
        'GET /e/{slug}/api/runs',
        'GET /e/{slug}/api/runs/{session}',
        'GET /e/{slug}/api/runs/{session}/calls',
        'GET /e/{slug}/api/actions/{action}',
        'GET /e/{slug}/api/policy',
        'GET /e/{slug}/api/signals',
        'GET /e/{slug}/api/log',
        'GET /e/{slug}/api/keys',
        'GET /e/{slug}/api/export',
        'GET /e/{slug}/api/snapshots',
        'POST /e/{slug}/api/snapshots',
        'GET /e/{slug}/api/snapshots/{snapshot}',
        'GET /e/{slug}/api/snapshots/{snapshot}/compare',
        'GET /e/{slug}/api/checkpoints',
        'GET /e/{slug}/api/log/checkpoint',
        'GET /e/{slug}/api/log/tile/{level}/{*}',
        'GET /v1/events',
      ].sort(),
    )
  })

  it('refers only to what it holds, and names each operation once', async () => {
    const text = (await app.inject('/openapi.json')).body
    const document = JSON.parse(text) as Document
    for (const [, name] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
      expect(document.components.schemas).toHaveProperty(name!)
    }
    expect(text).not.toMatch(/"\$ref":"(?!#\/components\/)/)
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((o) => o.operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
    expect(document.components.schemas['Problem']).toMatchObject({
      properties: { code: { enum: Object.keys(REFUSALS) } },
    })
  })
})

describe('/docs', () => {
  it('shows every route and code, and needs nothing from elsewhere', async () => {
    const response = await app.inject('/docs')
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    const { body } = response
    for (const path of ['/v1/sessions/{external_id}/close', '/v1/tool-catalog', '/v1/policies/{hash}']) {
      expect(body).toContain(path)
    }
    for (const code of Object.keys(REFUSALS)) expect(body).toContain(`id="${code}"`)
    expect(body).not.toMatch(/<script|https?:\/\/|<img|@import|url\(| on[a-z]+=/)
  })

  it('allows its own style and nothing else', async () => {
    const response = await app.inject('/docs')
    const style = /<style>([^]*)<\/style>/.exec(response.body)![1]!
    const hash = createHash('sha256').update(style).digest('base64')
    expect(response.headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
  })
})

describe('/.well-known/jwks.json', () => {
  it('is public', async () => {
    const response = await app.inject('/.well-known/jwks.json')
    expect(response.json()).toEqual({
      keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'h1', x: 'x', use: 'sig', alg: 'EdDSA' }],
    })
  })
})
