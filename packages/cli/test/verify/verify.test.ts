import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { CHECK_IDS, parseJson, type SessionEntry, toJwk } from '@heron/evidence'
import { describe, expect, test } from 'vitest'
import { buildExport, ndjson } from '../../../evidence/test/support/export-builder.js'
import { FULL_SCRIPT } from '../../../evidence/test/support/full-script.js'
import { HERON_KEY, HERON_KID } from '../../../evidence/test/support/keys.js'
import { verifyLines } from '../../../evidence/test/support/verify.js'
import { heron, type HeronResult, type Parsed } from '../support/heron.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const lines = buildExport(FULL_SCRIPT)
const plain = `{"format":"heron-export","v":1,"entries":[${lines.join(',')}]}`

/** Writes the file and Heron's keys, runs `heron verify`. */
async function verify(
  content: Uint8Array | string,
  argv: readonly string[] = [],
  name = 'evidence',
): Promise<HeronResult> {
  const folder = temporaryFolder()
  const file = join(folder, name)
  writeFileSync(file, content)
  return heron(['verify', file, ...argv])
}

async function pinned(content: Uint8Array | string, argv: readonly string[] = []): Promise<HeronResult> {
  const folder = temporaryFolder()
  const jwks = join(folder, 'jwks.json')
  writeFileSync(jwks, JSON.stringify({ keys: [toJwk(HERON_KID, HERON_KEY)] }))
  return verify(content, ['--jwks', jwks, ...argv])
}

describe('heron verify', () => {
  test('passes an honest export under pinned keys, in every form, whatever its name', async () => {
    const forms = [ndjson(lines), plain, gzipSync(ndjson(lines)), gzipSync(plain)]
    for (const form of forms) {
      const { code, out, err } = await pinned(form)
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(out.trimEnd().split('\n').at(-1)).toMatch(/^PASS/)
    }
  })

  test('gives the report as one document', async () => {
    const { code, out } = await pinned(ndjson(lines), ['--json'])
    const report: Parsed = JSON.parse(out)
    expect(code).toBe(0)
    expect(report.outcome).toBe('pass')
    for (const check of report.checks) {
      expect(CHECK_IDS).toContain(check.id)
      expect(check).toMatchObject({ outcome: 'pass', count: expect.any(Number), findings: [] })
    }
    expect(report.notices.map(({ code }: { code: string }) => code)).toEqual([
      'VENDOR_SIGNATURE_INVALID',
      'GRANT_CARRIED',
      'NO_CHECKPOINTS',
    ])
  })

  test('says that nothing vouches for the keys where none are pinned', async () => {
    const { code, out } = await verify(ndjson(lines))
    expect(code).toBe(3)
    expect(out).toMatch(/not checked {2}keys\.trust_root/)
    expect(out.trimEnd().split('\n').at(-1)).toMatch(/^INCOMPLETE/)
  })

  test('names the record and the check when one character was altered', async () => {
    const place = lines.findIndex((line) => line.includes('"tool":"payments.transfer"'))
    const altered = lines.with(place, lines[place]!.replace('"verdict":"DENY"', '"verdict":"DENE"'))
    const human = await pinned(ndjson(altered))
    expect(human.code).toBe(1)
    expect(human.out).toContain(`line ${place + 1}`)
    const tool = lines.with(
      place,
      lines[place]!.replace('"tool":"payments.transfer"', '"tool":"payments.transfex"'),
    )
    const { code, out } = await pinned(gzipSync(ndjson(tool)), ['--json'])
    const report: Parsed = JSON.parse(out)
    expect(code).toBe(1)
    expect(report.outcome).toBe('fail')
    const failed = report.checks.filter((check: Parsed) => check.outcome === 'fail')
    expect(failed.map((check: Parsed) => check.id)).toContain('receipts.signatures')
    expect(failed[0].findings[0]).toMatchObject({
      code: expect.any(String),
      session: 'ses_1',
      message: expect.any(String),
    })
  })

  test('holds the chain against heads that were kept', async () => {
    const session = parseJson(
      lines.find((line) => line.endsWith('"type":"session"}'))!,
    ) as unknown as SessionEntry
    const newest = `${session.session}=${session.head_hash}`
    const first = `run_1=${session.genesis_hash}`
    const good = await pinned(ndjson(lines), ['--head', newest, '--head', first])
    expect(good.code).toBe(0)
    expect(good.out).toContain('the newest')
    const bad = await pinned(ndjson(lines), ['--head', newest, '--head', `ses_1=sha256:${'0'.repeat(64)}`])
    expect(bad.code).toBe(1)
    expect(bad.out).toContain('chains.pinned')
  })

  test('shares the work of a large file between workers, with the same report', async () => {
    const calls = Array.from({ length: 700 }, (_, index) => ({ tool: 'read_file', args: { index } }))
    const large = buildExport({ sessions: [{ calls }, { calls: calls.slice(0, 3) }] })
    const bytes = ndjson(large)
    expect(bytes.length).toBeGreaterThan(2 * 1024 * 1024)
    const { code, out } = await pinned(bytes, ['--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual({ ...(await verifyLines(large)), delegation: [] })
    const altered = large.with(500, large[500]!.replace('"seq":', '"seq":1'))
    const second = await pinned(ndjson(altered), ['--json'])
    expect(second.code).toBe(1)
    expect(JSON.parse(second.out)).toEqual({ ...(await verifyLines(altered)), delegation: [] })
  })

  test('lets no id of the file steer the terminal', async () => {
    const hostile = lines.map((line) => line.replaceAll('ses_1', 'ses_\\u001b[2J'))
    const { code, out } = await pinned(ndjson(hostile))
    expect(code).toBe(1)
    expect(out).not.toContain('\u001b')
  })

  test.each([
    '\u2028PASS',
    '\u2029PASS',
    '\u202ePASS',
    '\u2066PASS',
    '\u200bPASS',
    '\u0085PASS',
    '\ufeffPASS',
  ])('shows no text of the file that breaks or turns its line: %j', async (text) => {
    const hostile = lines.with(2, JSON.stringify({ type: text }))
    const { code, out } = await pinned(ndjson(hostile))
    expect(code).toBe(1)
    expect(out).not.toContain(text)
    expect(out).toContain('\ufffdPASS')
  })

  test.each<[string, () => Promise<HeronResult>, RegExp]>([
    ['no file', () => heron(['verify']), /missing FILE/],
    [
      'a file that is not there',
      () => heron(['verify', join(temporaryFolder(), 'none')]),
      /cannot read the export/,
    ],
    ['an empty file', () => verify(''), /the file is empty/],
    ['something else', () => verify('hello'), /neither NDJSON nor JSON/],
    ['another document', () => verify('{"format":"other"}'), /no export/],
    ['random bytes', () => verify(Uint8Array.of(0xff, 0x00, 0x12)), /neither NDJSON nor JSON/],
    ['a broken archive', () => verify(gzipSync(ndjson(lines)).subarray(0, 500)), /cannot read/],
    ['keys that are not there', () => verify(ndjson(lines), ['--jwks', 'none']), /cannot read none/],
    ['a head without hash', () => verify(ndjson(lines), ['--head', 'ses_1']), /--head must be/],
    [
      'a head whose hash is none',
      () => verify(ndjson(lines), ['--head', 'ses_1=sha256:12']),
      /--head must be/,
    ],
  ])('ends with 2 and one line for %s', async (_name, run, message) => {
    const { code, out, err } = await run()
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(message)
    expect(err.trimEnd()).not.toContain('\n')
  })

  test('refuses keys that are not sound', async () => {
    const jwks = join(temporaryFolder(), 'jwks.json')
    for (const text of [
      '',
      '{}',
      '{"keys":[]}',
      '{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"a","x":"AA"}]}',
    ]) {
      writeFileSync(jwks, text)
      const { code, err } = await verify(ndjson(lines), ['--jwks', jwks])
      expect({ code, named: err.includes('jwks.json') }).toEqual({ code: 2, named: true })
    }
  })

  test('fails a file that was cut short', async () => {
    const file = join(temporaryFolder(), 'evidence.ndjson')
    writeFileSync(file, ndjson(lines))
    truncateSync(file, ndjson(lines).length - 100)
    const { code, out } = await heron(['verify', file])
    expect(code).toBe(1)
    expect(out).toContain('cut short')
  })
})
