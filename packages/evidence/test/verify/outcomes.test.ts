/** Between pass and fail: what could not be checked, and what is only worth knowing. */
import { describe, expect, it } from 'vitest'
import { parseJson, type SessionEntry } from '../../src/index.js'
import { buildExport } from '../support/export-builder.js'
import { FULL_SCRIPT } from '../support/full-script.js'
import { codesOf, verifyBytes, verifyLines } from '../support/verify.js'

const closed = buildExport({ sessions: [{ calls: [{ tool: 'read_file' }, { tool: 'list_files' }] }] })

function sessionOf(lines: readonly string[]): SessionEntry {
  return parseJson(lines.find((line) => line.endsWith('"type":"session"}'))!) as unknown as SessionEntry
}

describe('the trust root', () => {
  it('is not checked without pinned keys, and the outcome is incomplete', async () => {
    const report = await verifyLines(closed, { pinnedKeys: null })
    expect(report.outcome).toBe('incomplete')
    expect(codesOf(report, 'not_checked')).toEqual(['keys.trust_root TRUST_ROOT_NOT_PINNED'])
    expect(codesOf(report)).toEqual([])
  })
})

describe('an open session', () => {
  it('passes, with the notice that nothing proves its end', async () => {
    const report = await verifyLines(
      buildExport({ sessions: [{ open: true, calls: [{ tool: 'read_file' }] }] }),
    )
    expect(report.outcome).toBe('pass')
    expect(report.notices.map(({ code }) => code)).toEqual(['SESSION_OPEN', 'NO_CHECKPOINTS'])
  })
})

describe('a file without records', () => {
  it('is not valid, though nothing in it failed', async () => {
    const report = await verifyLines(buildExport({ sessions: [] }))
    expect(report.outcome).toBe('incomplete')
    expect(codesOf(report, 'not_checked')).toEqual(['sessions.genesis NO_RECORDS'])
  })

  it('is readable when it is an export, and not when it is something else', async () => {
    expect((await verifyLines(buildExport({ sessions: [] }))).readable).toBe(true)
    for (const text of ['', ' ', 'hello', '{}', '[]', 'null', '{"type":"nothing"}', '\u0000\u0001']) {
      const report = await verifyBytes(new TextEncoder().encode(text))
      expect(report).toMatchObject({ outcome: 'fail', readable: false })
    }
  })
})

describe('a vendor who signs badly', () => {
  it('does not spoil an honest export that says so', async () => {
    const report = await verifyLines(
      buildExport({
        sessions: [
          {
            calls: [
              { tool: 'read_file', statements: [{ signature: 'broken' }, { signature: 'unknown_key' }] },
            ],
          },
        ],
      }),
    )
    expect(report.outcome).toBe('pass')
    expect(report.notices.map(({ code }) => code)).toEqual(['VENDOR_SIGNATURE_INVALID', 'NO_CHECKPOINTS'])
  })

  it('may send a catalogue that never comes in force', async () => {
    const { catalogue } = FULL_SCRIPT
    const script = {
      sessions: [{ calls: [{ tool: 'crm.lookup' }] }],
      catalogue: catalogue!,
      catalogueBroken: true,
    }
    expect((await verifyLines(buildExport(script))).outcome).toBe('pass')
  })
})

describe('a withheld error code', () => {
  it('leaves its statement unchecked', async () => {
    const statements = [{ errorCode: 'mail to maria@acme.com bounced', withheld: true }]
    const report = await verifyLines(
      buildExport({ sessions: [{ calls: [{ tool: 'read_file', statements }] }] }),
    )
    expect(report.outcome).toBe('incomplete')
    expect(codesOf(report, 'not_checked')).toEqual(['evidence.signatures ERROR_CODE_WITHHELD'])
    expect(codesOf(report)).toEqual([])
  })
})

describe('a finding that reconciliation raises', () => {
  const sessions = [
    { calls: [{ tool: 'payments.transfer', statements: [{ outcome: 'EXECUTED' as const }] }] },
  ]

  it('may still be missing while reconciliation could be behind', async () => {
    const report = await verifyLines(buildExport({ sessions, beforeReconciliation: true }))
    expect(report.outcome).toBe('pass')
  })

  it('must stand a day later', async () => {
    const script = { sessions, beforeReconciliation: true, madeAfterMs: 25 * 60 * 60 * 1000 }
    const report = await verifyLines(buildExport(script))
    expect(codesOf(report)).toEqual(['evidence.findings FINDING_MISSING'])
  })
})

describe('a head that the reader kept', () => {
  const { session, genesis_hash, head_hash } = sessionOf(closed)
  const other = `sha256:${'0'.repeat(64)}`

  it.each([
    ['the newest record', head_hash],
    ['an earlier record', genesis_hash],
  ])('is found as %s, by either name of the session', async (_what, head) => {
    for (const name of [session, 'run_1']) {
      const report = await verifyLines(closed, { pinnedHeads: [{ session: name, head }] })
      expect(report.outcome).toBe('pass')
      const notice = report.notices.find(({ code }) => code === 'PINNED_HEAD_FOUND')
      expect(notice?.message.includes('the newest')).toBe(head === head_hash)
    }
  })

  it('fails where the chain no longer holds it', async () => {
    const report = await verifyLines(closed, { pinnedHeads: [{ session, head: other }] })
    expect(codesOf(report)).toEqual(['chains.pinned PINNED_HEAD_MISSING'])
  })

  it('fails where a file of everything lacks the session, and is not checked where the file is a window', async () => {
    const pinnedHeads = [{ session: 'ses_gone', head: head_hash }]
    expect(codesOf(await verifyLines(closed, { pinnedHeads }))).toEqual(['chains.pinned PINNED_HEAD_MISSING'])
    const window = { since: '2026-07-01T00:00:00.000Z', until: null }
    const part = buildExport({ sessions: [{ calls: [{ tool: 'read_file' }] }], window })
    const report = await verifyLines(part, { pinnedHeads })
    expect(report.outcome).toBe('incomplete')
    expect(codesOf(report, 'not_checked')).toEqual(['chains.pinned PINNED_SESSION_ABSENT'])
  })
})
