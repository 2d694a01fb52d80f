/** What a writer of exports gives: canonical lines, and a manifest of them. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  CanonicalizationError,
  canonicalize,
  composeText,
  embedText,
  type ExportEntry,
  ExportWriter,
  hashJson,
  LineDigest,
  managedBundle,
  parseJson,
  policyHash,
} from '../../src/index.js'

const SCOPE = {
  organization: 'org_1',
  project: 'prj_1',
  window: { since: null, until: null },
  generated_at: '2026-07-13T12:00:00.000Z',
}
const BUNDLE = managedBundle()
const BUNDLE_ENTRY = { type: 'bundle', policy_hash: policyHash(BUNDLE), bundle: BUNDLE } as const

describe('an export writer', () => {
  it('writes each entry as its canonical text', () => {
    const writer = new ExportWriter(SCOPE)
    for (const line of [writer.header(), writer.line(BUNDLE_ENTRY)]) {
      expect(canonicalize(parseJson(line))).toBe(line)
    }
  })

  it('gives the same line for a value and for its stored text', () => {
    const bundle = embedText<typeof BUNDLE>(canonicalize(BUNDLE))
    expect(new ExportWriter(SCOPE).line({ ...BUNDLE_ENTRY, bundle })).toBe(
      new ExportWriter(SCOPE).line(BUNDLE_ENTRY),
    )
  })

  it('counts and digests lines by type and altogether, and remembers heads', () => {
    const writer = new ExportWriter(SCOPE)
    const session: ExportEntry = {
      type: 'session',
      session: 'ses_1',
      record: {
        kind: 'session',
        org: 'org_1',
        session: 'ses_1',
        agent: 'a',
        principal: { type: 'service', ref: 'svc' },
        original_request_hash: hashJson('x'),
        started_at: SCOPE.generated_at,
      },
      genesis_hash: hashJson('g'),
      ref_hash: hashJson('run_1'),
      grant_scope: null,
      grant_document: null,
      state: 'open',
      head_hash: hashJson('h'),
      actions: 7,
    }
    const lines = [writer.header(), writer.line(BUNDLE_ENTRY), writer.line(session)]
    const manifest = writer.manifest()
    expect(manifest).toMatchObject({
      ...SCOPE,
      kind: 'manifest',
      v: 1,
      entries: 3,
      digest: foldOf(lines),
      sections: {
        header: { count: 1, digest: foldOf(lines.slice(0, 1)) },
        bundle: { count: 1, digest: foldOf(lines.slice(1, 2)) },
        session: { count: 1, digest: foldOf(lines.slice(2)) },
      },
      sessions: [{ session: 'ses_1', head_hash: hashJson('h'), actions: 7 }],
      log: null,
    })
  })
})

describe('the digest of lines', () => {
  it('depends on every line and on their order', () => {
    const of = (...texts: string[]): string => {
      const digest = new LineDigest()
      for (const text of texts) digest.add(sha256(Buffer.from(text)))
      expect(digest.count).toBe(texts.length)
      return digest.digest
    }
    expect(of('a', 'b')).toBe(foldOf(['a', 'b']))
    expect(new Set([of(), of('a'), of('a', 'b'), of('b', 'a'), of('ab'), of('a', 'b', '')]).size).toBe(6)
  })
})

describe('embedded text', () => {
  it('stands anywhere in an entry, and nothing else that is no JSON does', () => {
    expect(composeText({ b: [embedText('{"x":1}')], a: embedText('null') })).toBe('{"a":null,"b":[{"x":1}]}')
    for (const value of [{ a: undefined }, { a: new Date(0) }, [() => 1]]) {
      expect(() => composeText(value)).toThrow(CanonicalizationError)
    }
  })
})

/** The published definition, written down again. */
function foldOf(lines: readonly string[]): string {
  const digest = lines.reduce<Buffer>(
    (state, line) => sha256(Buffer.concat([state, sha256(Buffer.from(line))])),
    Buffer.alloc(32),
  )
  return `sha256:${digest.toString('hex')}`
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
