/** What needs the service or Python: the OpenAPI document, and the second implementation of the spec. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApiText } from './openapi.js'
import { OPERATOR_TYPES_FILE, operatorTypesText } from './operator-types.js'

const spec = fileURLToPath(new URL('../../../../spec/', import.meta.url))

describe('spec/openapi.json', () => {
  it('is what the application answers today', async () => {
    const written = readFileSync(join(spec, 'openapi.json'), 'utf8')
    expect(written === (await openApiText()), 'run `npm run spec`').toBe(true)
  })
})

describe(OPERATOR_TYPES_FILE, () => {
  it('is drawn from what the application answers today', async () => {
    const written = readFileSync(join(spec, '..', OPERATOR_TYPES_FILE), 'utf8')
    expect(written === (await operatorTypesText()), 'run `npm run spec`').toBe(true)
  })
})

const runs = (command: string, args: readonly string[]) => spawnSync(command, args, { encoding: 'utf8' })
const found =
  runs('python3', ['--version']).status === 0 && runs('openssl', ['version']).stdout.startsWith('OpenSSL 3')

describe.skipIf(!found)('the second implementation (python3 and openssl)', () => {
  let copy: string
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'heron-spec-'))
    cpSync(spec, copy, { recursive: true })
  })
  afterAll(() => {
    rmSync(copy, { recursive: true, force: true })
  })
  const verify = (...args: string[]) => runs('python3', [join(copy, 'verify.py'), ...args])

  it('gives what every vector says', () => {
    const { status, stdout } = verify()
    expect(stdout).not.toContain('failed')
    expect(stdout.match(/^\w+: (\d+)\/\1 passed$/gm)).toHaveLength(8)
    expect(status).toBe(0)
  })

  it.each([
    ['ingest', 'sha256:84c0', 'sha256:94c0'],
    ['bytes', '"accepted":false', '"accepted":true'],
    ['catalogue', '"coverage":"listed"', '"coverage":"absent"'],
    ['classification', '"recoverable":true', '"recoverable":false'],
    ['policy', '"verdict":"STEP_UP"', '"verdict":"ALLOW"'],
    ['receipts', '"valid":false', '"valid":true'],
    ['merkle', '"valid":false', '"valid":true'],
  ])('does not pass a %s vector that was changed', (suite, from, to) => {
    const file = join(copy, 'vectors', `${suite}.json`)
    const text = readFileSync(file, 'utf8')
    expect(text).toContain(from)
    writeFileSync(file, text.replace(from, to))
    const { status, stdout } = verify(suite)
    writeFileSync(file, text)
    expect(stdout).toContain('failed: ')
    expect(status).toBe(1)
  })

  it('does not call a tampered export sound, nor the sound one tampered', () => {
    const folder = join(copy, 'vectors', 'export')
    const jwks = ['--jwks', join(folder, 'jwks.json')]
    expect(verify('--export', join(folder, 'honest.ndjson'), ...jwks).status).toBe(0)
    const tampered = verify('--export', join(folder, 'tampered', 'one_character.ndjson'), ...jwks)
    expect(tampered.status).toBe(1)
    expect(tampered.stdout).toContain('FAIL: manifest.digest')
  })

  it('does not call sound what the file holds too little to check', () => {
    const folder = join(copy, 'vectors', 'export')
    const lines = readFileSync(join(folder, 'honest.ndjson'), 'utf8').split('\n')
    const file = join(copy, 'without-a-log.ndjson')
    writeFileSync(file, lines.filter((line) => !line.endsWith('"type":"log"}')).join('\n'))
    expect(verify('--export', file).stdout).toContain('not checked: policy.in_force')
  })

  it('fails where an expectation on an export was changed', () => {
    const file = join(copy, 'vectors', 'export', 'cases.json')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace('tampered/one_character.ndjson', 'honest.ndjson'))
    const { status, stdout } = verify('export')
    writeFileSync(file, text)
    expect(stdout).toContain('failed: honest.ndjson (found nothing)')
    expect(status).toBe(1)
  })
})
