/** The same code in a real browser: ingest vectors and the verifier, with the browser's own Ed25519. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toJwk } from '../../src/index.js'
import { buildExport, ndjson } from '../support/export-builder.js'
import { FULL_SCRIPT } from '../support/full-script.js'
import { HERON_KEY, HERON_KID } from '../support/keys.js'
import { INGEST_VECTORS } from '../support/vectors.js'
import { codesOf, verifyLines } from '../support/verify.js'
import { findChromium, launchChromium } from './chromium.js'
import type { ConformancePage } from './conformance-page.js'

const executable = findChromium()

describe.skipIf(executable === null)('in Chromium', () => {
  let server: Server | undefined
  let browser: Browser | undefined
  let page: Page

  beforeAll(async () => {
    const script = await bundlePage()
    const listening = createServer((request, response) => {
      const isScript = request.url === '/page.js'
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
      response.end(
        isScript
          ? script
          : '<!doctype html><title>vectors</title><script type="module" src="/page.js"></script>',
      )
    })
    server = listening
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
    browser = await launchChromium(executable!)
    page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(listening.address() as AddressInfo).port}/`)
    await page.waitForFunction(() => 'heron' in globalThis)
  })

  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  it('reproduces every ingest vector', async () => {
    const score = await page.evaluate((text) => heron.score(text), INGEST_VECTORS)
    expect(score).toEqual({ name: 'ingest', passed: 26, total: 26, failed: [] })
  })

  it('verifies an export with the report that Node gives', async () => {
    const lines = buildExport(FULL_SCRIPT)
    const jwks = JSON.stringify({ keys: [toJwk(HERON_KID, HERON_KEY)] })
    const input = [new TextDecoder().decode(ndjson(lines)), jwks] as const
    const report = await page.evaluate(([text, keys]) => heron.verify(text, keys), input)
    expect(report.outcome).toBe('pass')
    expect(report).toEqual(await verifyLines(lines))
  })

  it('finds what was altered, as Node does', async () => {
    const lines = buildExport(FULL_SCRIPT).map((line) => line.replace('"gmail.send"', '"gmail.sent"'))
    const jwks = JSON.stringify({ keys: [toJwk(HERON_KID, HERON_KEY)] })
    const input = [new TextDecoder().decode(ndjson(lines)), jwks] as const
    const report = await page.evaluate(([text, keys]) => heron.verify(text, keys), input)
    expect(report.outcome).toBe('fail')
    expect(codesOf(report)).toEqual(codesOf(await verifyLines(lines)))
  })
})

/** Inside the page. */
declare const heron: ConformancePage

async function bundlePage(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      lib: {
        entry: fileURLToPath(new URL('conformance-page.ts', import.meta.url)),
        formats: ['es'],
        fileName: 'page',
      },
    },
  })
  const bundles = (Array.isArray(result) ? result : [result]) as Rolldown.RolldownOutput[]
  const chunk = bundles[0]?.output[0]
  if (chunk === undefined) throw new Error('the bundler made no script')
  return chunk.code
}
