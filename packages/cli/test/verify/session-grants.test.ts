import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashJson } from '@heron/evidence'
import { describe, expect, test } from 'vitest'
import { heron, heronJson, type Parsed, serve } from '../support/heron.js'
import { installation } from '../support/installation.js'

const vector: Parsed = JSON.parse(
  readFileSync(new URL('../../../delegation/vectors/draft-01/valid_chain.json', import.meta.url), 'utf8'),
)
const document = { tokens: vector.tokens as string[] }
const secret: string = vector.signer.secret_hex
// The vector's leaf lives from 0 to 300 s after the epoch and holds `crm.read`.
const at = (seconds: number) => new Date(seconds * 1000).toISOString()

/** A session granted by the vector's chain, with one call inside of it, one outside and one too late. */
async function grantedSession() {
  const { folder, data, created } = await installation()
  const served = await serve(['--data', data])
  const post = async (path: string, body: object): Promise<void> => {
    const response = await fetch(`${served.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${created.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status, await response.text()).toBe(200)
  }
  await post('/v1/sessions', {
    external_id: 'run_1',
    agent: { external_id: 'a1' },
    principal: { type: 'service', ref: 'svc_1' },
    original_request: { hash: hashJson('x'), anchors: [] },
    grant: { hash: hashJson(document), document },
    started_at: at(10),
  })
  for (const [seq, name, seconds] of [
    [1, 'crm.read', 20],
    [2, 'crm.export', 30],
    [3, 'crm.read', 400],
  ] as const) {
    await post('/v1/actions', {
      session_external_id: 'run_1',
      seq,
      tool: { name },
      args_redacted: {},
      args_hash: hashJson({}),
      requested_at: at(seconds),
    })
  }
  const jwks = join(folder, 'jwks.json')
  writeFileSync(jwks, await (await fetch(`${served.url}/.well-known/jwks.json`)).text())
  const file = join(folder, 'evidence.ndjson')
  const exportWith = (...argv: string[]) => heronJson(['export', '--data', data, '-o', file, ...argv])
  return { file, jwks, exportWith }
}

describe('a session that was granted by a delegation chain', () => {
  test('is exported with its chain on request, and says which calls fell inside of it', async () => {
    const { file, jwks, exportWith } = await grantedSession()

    await exportWith()
    const without = await heronJson(['verify', file, '--jwks', jwks])
    expect(without).toMatchObject({ outcome: 'pass', delegation: [] })
    expect(readFileSync(file, 'utf8')).not.toContain(document.tokens[0])

    await exportWith('--include-grants')
    const unchecked = await heronJson(['verify', file, '--jwks', jwks])
    expect(unchecked).toMatchObject({ outcome: 'pass', delegation: [{ outcome: 'not_checked' }] })

    const trust = ['--delegation-hs256-key', secret]
    const checked = await heronJson(['verify', file, '--jwks', jwks, ...trust])
    expect(checked).toMatchObject({
      outcome: 'pass',
      delegation: [
        {
          outcome: 'verified',
          scopes: ['crm.read'],
          calls: { inside: 1, outside: 2 },
          outside: [
            { tool: 'crm.export', reason: 'scope_not_granted' },
            { tool: 'crm.read', reason: 'expired' },
          ],
        },
      ],
    })
    const { code, out } = await heron(['verify', file, '--jwks', jwks, ...trust])
    expect(code).toBe(0)
    expect(out).toMatch(/delegation chain verified; 1 of 3 calls inside/)
  })

  test('is reported and never part of the outcome when the chain does not verify', async () => {
    const { file, jwks, exportWith } = await grantedSession()
    await exportWith('--include-grants')
    const wrongKey = ['--delegation-hs256-key', '00'.repeat(32)]
    expect(await heronJson(['verify', file, '--jwks', jwks, ...wrongKey])).toMatchObject({
      outcome: 'pass',
      delegation: [{ outcome: 'rejected', reason: 'signature_invalid', calls: { inside: 0, outside: 0 } }],
    })
  })

  test('fails the verification when the published chain is not the one behind the genesis record', async () => {
    const { file, jwks, exportWith } = await grantedSession()
    await exportWith('--include-grants')
    writeFileSync(file, readFileSync(file, 'utf8').replace(document.tokens[2]!, document.tokens[1]!))
    const { code, out } = await heron(['verify', file, '--jwks', jwks, '--json'])
    expect(code).toBe(1)
    const codes = JSON.parse(out).checks.flatMap((check: Parsed) =>
      check.findings.map((one: Parsed) => one.code),
    )
    expect(codes).toContain('GRANT_DOCUMENT_MISMATCH')
  })

  test('is never asked of a link, which publishes no chains', async () => {
    const argv = ['export', '--url', 'http://127.0.0.1:1/e/a?t=b', '-o', 'a.ndjson', '--include-grants']
    const { code, err } = await heron(argv)
    expect(code).toBe(2)
    expect(err).toMatch(/--include-grants does not go with --url/)
  })

  test.each([
    [['--delegation-jwks', 'nowhere.json'], /cannot read nowhere\.json/],
    [['--delegation-hs256-key', 'zz'], /must be hex digits/],
    [['--delegation-hs256-key', secret, '--delegation-profile', 'draft-00'], /--delegation-profile/],
  ])('refuses a trust configuration that cannot be meant: %j', async (argv, message) => {
    const { code, err } = await heron(['verify', 'evidence.ndjson', ...argv])
    expect(code).toBe(2)
    expect(err).toMatch(message)
  })
})
