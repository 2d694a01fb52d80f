/** The dashboard's page: one file at each of its addresses, under a policy that lets nothing else in. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/http/app.js'
import { scriptedService } from './scripted-service.js'

const webRoot = mkdtempSync(join(tmpdir(), 'heron-dashboard-'))
const app = createApp({ service: scriptedService().service, webRoot })
beforeAll(() => {
  writeFileSync(join(webRoot, 'dashboard.html'), '<!doctype html><title>Heron</title>')
})
afterAll(async () => {
  await app.close()
  rmSync(webRoot, { recursive: true, force: true })
})

describe('the dashboard', () => {
  it.each(['/', '/app', '/app/', '/app/sign-in?next=%2Fapp', '/app/p/prj_1/runs'])(
    'is one page at %s',
    async (url) => {
      const response = await app.inject(url)
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(response.headers['cache-control']).toBe('no-cache')
      expect(response.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
      expect(response.headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(response.headers['x-robots-tag']).toBe('noindex, nofollow')
      expect(response.body).toContain('<title>Heron</title>')
    },
  )

  it('takes nothing from other addresses, and says so where it was not built', async () => {
    expect((await app.inject('/application')).statusCode).toBe(404)
    const bare = createApp({ service: scriptedService().service })
    expect((await bare.inject('/app')).json()).toMatchObject({ status: 503, code: 'page_not_built' })
    await bare.close()
  })
})
