/** Lies that the manifest's digest cannot catch, since the liar signs the manifest again: each has its own check. */
import { describe, expect, it } from 'vitest'
import {
  type ActionEntry,
  chainRecord,
  type Digest,
  type ExportEntry,
  publicKeyOfSeed,
  toBase64url,
} from '../../src/index.js'
import { buildExport } from '../support/export-builder.js'
import { FULL_SCRIPT, SWEPT_SCRIPT } from '../support/full-script.js'
import { sign, withEntries, withEntry } from '../support/resign.js'
import { codesOf, verifyLines } from '../support/verify.js'

const honest = buildExport(SWEPT_SCRIPT)
const full = buildExport(FULL_SCRIPT)

async function codes(lines: readonly string[]): Promise<string[]> {
  return codesOf(await verifyLines(lines))
}

describe('keys', () => {
  it('refuses a file that brings another key of Heron than the pinned one', async () => {
    const x = toBase64url(publicKeyOfSeed(new Uint8Array(32).fill(9)))
    const lines = withEntry(honest, 'key', (entry) => (entry.jwk.x = x))
    expect(await codes(lines)).toContain('keys.trust_root KEY_NOT_PINNED')
  })

  it('refuses an additional key that is not pinned', async () => {
    const lines = withEntries(honest, (entries) => {
      const key = structuredClone(entries[1]) as Extract<ExportEntry, { type: 'key' }>
      return entries.toSpliced(2, 0, { ...key, jwk: { ...key.jwk, kid: 'heron-2' } })
    })
    expect(await codes(lines)).toEqual(['keys.trust_root KEY_NOT_PINNED'])
  })

  it('refuses a vendor key of small order', async () => {
    const lines = withEntry(
      honest,
      'vendor_key',
      (entry) => (entry.x = toBase64url(new Uint8Array(32).fill(0).with(0, 1))),
    )
    expect(await codes(lines)).toContain('keys.vendor KEY_INVALID')
  })

  it('refuses a vendor key whose import the operator log does not hold', async () => {
    const lines = withEntry(honest, 'vendor_key', (entry) => (entry.imported_by = `sha256:${'1'.repeat(64)}`))
    expect(await codes(lines)).toEqual(['keys.vendor IMPORT_NOT_LOGGED'])
  })

  it('refuses a key shown as in force that the log says was revoked', async () => {
    const lines = withEntry(honest, 'vendor_key', (entry) => (entry.revoked_at = entry.revoked_by = null))
    expect(await codes(lines)).toEqual(['keys.vendor REVOCATION_HIDDEN'])
  })
})

describe('sessions and chains', () => {
  it('refuses a removed action, though everything left is signed', async () => {
    const lines = withEntries(honest, (entries) => {
      const index = entries.findLastIndex(({ type }) => type === 'action')
      return entries.toSpliced(index, 1)
    })
    expect(await codes(lines)).toEqual(
      expect.arrayContaining(['chains.heads HEAD_DIFFERS', 'chains.heads COUNT_DIFFERS']),
    )
  })

  it('refuses a session cut at its end even when its own line is adjusted, because the close receipt signs the head', async () => {
    const lines = withEntries(honest, (entries) => {
      const last = entries.findLastIndex(({ type }) => type === 'action')
      const kept = entries.toSpliced(last, 1).filter(({ type }) => type !== 'resolution')
      const head = kept.findLast((entry): entry is ActionEntry => entry.type === 'action')!
      return kept.map((entry) =>
        entry.type === 'session'
          ? { ...entry, head_hash: head.record_hash, actions: entry.actions - 1 }
          : entry,
      )
    })
    expect(await codes(lines)).toEqual(['chains.heads HEAD_DIFFERS', 'chains.heads COUNT_DIFFERS'])
  })

  it('refuses a record re-anchored under another predecessor', async () => {
    const lines = withEntry(
      honest,
      'action',
      (entry) => {
        entry.prev_hash = `sha256:${'7'.repeat(64)}`
        const { recordHash } = chainRecord(entry.record, entry.prev_hash as Digest)
        entry.record_hash = entry.decision.payload.record_hash = recordHash
        entry.decision.payload.prev_hash = entry.prev_hash
        sign(entry.decision)
      },
      1,
    )
    expect(await codes(lines)).toContain('chains.links LINK_BROKEN')
  })

  it('refuses a sequence number used twice', async () => {
    const lines = withEntry(full, 'action', ({ record }) => (record.seq = 10), 1)
    expect(await codes(lines)).toContain('chains.links SEQ_USED_TWICE')
  })

  it('refuses a granted scope that is not the one behind the hash', async () => {
    const lines = withEntry(
      honest,
      'session',
      (entry) => (entry.grant_scope = { allowed_tools: ['send_mail', 'x'] }),
    )
    expect(await codes(lines)).toEqual(['sessions.genesis GRANT_SCOPE_MISMATCH'])
  })

  it('refuses the same session twice', async () => {
    const lines = withEntries(honest, (entries) => {
      const start = entries.findIndex(({ type }) => type === 'session')
      const end = entries.findIndex(({ type }) => type === 'unmatched')
      return entries.toSpliced(end, 0, ...entries.slice(start, end))
    })
    expect(await codes(lines)).toContain('sessions.genesis SESSION_TWICE')
  })
})

describe('receipts', () => {
  it('refuses a decision that is not what the evaluation found', async () => {
    const lines = withEntry(
      honest,
      'action',
      ({ decision }) => {
        decision.payload.verdict = 'ALLOW'
        sign(decision)
      },
      3,
    )
    expect(await codes(lines)).toContain('receipts.binding ANSWERS_DIFFER')
  })

  it('refuses receipts about another call than the record', async () => {
    const lines = withEntry(honest, 'action', ({ decision, evaluation }) => {
      decision.payload.tool = evaluation.payload.tool = 'read_file'
      sign(decision)
      sign(evaluation)
    })
    expect(await codes(lines)).toContain('receipts.binding MEMBERS_DIFFER')
  })

  it('refuses a history that the earlier receipts do not add up to', async () => {
    const lines = withEntry(
      honest,
      'action',
      ({ evaluation }) => {
        evaluation.payload.history.operations = { read: 5 }
        sign(evaluation)
      },
      1,
    )
    expect(await codes(lines)).toEqual(['receipts.history HISTORY_DIFFERS'])
  })

  it('refuses an answer to an action that nothing left to be answered', async () => {
    const lines = withEntry(honest, 'action', ({ decision }) => {
      decision.payload.resolves = 'act_nowhere'
      sign(decision)
    })
    expect(await codes(lines)).toEqual(['receipts.history ANSWER_WRONG'])
  })

  it('refuses a suspended enforcement that no log entry declares', async () => {
    const lines = withEntry(
      honest,
      'action',
      ({ decision }) => {
        decision.payload.enforcement.declared_by = `sha256:${'1'.repeat(64)}`
        sign(decision)
      },
      4,
    )
    expect(await codes(lines)).toEqual(['receipts.binding DECLARATION_MISSING'])
  })

  it('calls an unknown receipt version unknown, neither valid nor tampered', async () => {
    const lines = withEntry(honest, 'action', ({ decision, evaluation }) => {
      Object.assign(decision.payload, { v: 5, novelty: true })
      evaluation.payload.v = 5 as 4
      sign(decision)
      sign(evaluation)
    })
    const report = await verifyLines(lines)
    expect(report.outcome).toBe('incomplete')
    expect(codesOf(report)).toEqual([])
    expect(codesOf(report, 'not_checked')).toEqual([
      'receipts.signatures UNKNOWN_VERSION',
      'receipts.history UNKNOWN_VERSION',
      'evidence.findings UNKNOWN_VERSION',
    ])
  })

  it('refuses an unknown receipt version whose signature does not verify', async () => {
    const lines = withEntry(honest, 'action', ({ decision }) => (decision.payload.v = 5 as 4))
    expect(await codes(lines)).toEqual(['receipts.signatures RECEIPT_SIGNATURE_INVALID'])
  })

  it('refuses a receipt under a key that Heron never published', async () => {
    const lines = withEntry(honest, 'close', ({ receipt }) => (receipt.kid = 'heron-0'))
    expect(await codes(lines)).toEqual(['receipts.signatures RECEIPT_KEY_UNKNOWN'])
  })
})

describe('evidence', () => {
  it('refuses a good signature that is called bad', async () => {
    const lines = withEntry(honest, 'action', (entry) => (entry.statements[0]!.signature_valid = false))
    expect(await codes(lines)).toContain('evidence.signatures SIGNATURE_FLAG_WRONG')
  })

  it('refuses a bad signature that is called good', async () => {
    const lines = withEntry(honest, 'action', (entry) => (entry.statements[0]!.signature_valid = true), 1)
    expect(await codes(lines)).toContain('evidence.signatures SIGNATURE_FLAG_WRONG')
  })

  it('refuses a bad signature without its finding', async () => {
    const lines = withEntries(honest, (entries) =>
      entries.filter((entry) => entry.type !== 'finding' || entry.kind !== 'INVALID_VENDOR_SIGNATURE'),
    )
    expect(await codes(lines)).toEqual(['evidence.findings FINDING_MISSING'])
  })

  it('refuses a finding without ground', async () => {
    const lines = withEntry(
      honest,
      'finding',
      (entry) => {
        entry.kind = 'EXECUTED_DESPITE_DENY'
        entry.severity = 'high'
      },
      1,
    )
    expect(await codes(lines)).toContain('evidence.findings FINDING_WITHOUT_GROUND')
  })

  it('refuses evidence without decision that has no finding', async () => {
    const lines = withEntries(honest, (entries) =>
      entries.filter((entry) => entry.type !== 'finding' || entry.session !== null),
    )
    expect(await codes(lines)).toEqual(['evidence.findings FINDING_MISSING'])
  })

  it('refuses a finding that hides a review which the log holds', async () => {
    const lines = withEntry(honest, 'finding', (entry) => void entry.reviews.pop())
    expect(await codes(lines)).toEqual(['evidence.findings REVIEWS_DIFFER'])
  })

  it('refuses a statement moved to another call', async () => {
    const lines = withEntries(honest, (entries) => {
      const [first, , third] = entries.filter((entry): entry is ActionEntry => entry.type === 'action')
      return entries.map((entry) => (entry === third ? { ...third, statements: first!.statements } : entry))
    })
    expect(await codes(lines)).toEqual(['evidence.binding STATEMENT_MISPLACED'])
  })
})

describe('catalogue and policy', () => {
  it('refuses a catalogue under another hash', async () => {
    const lines = withEntry(honest, 'catalog', (entry) => (entry.catalog_hash = `sha256:${'1'.repeat(64)}`))
    expect(await codes(lines)).toEqual(
      expect.arrayContaining(['catalogue.contents CATALOG_HASH_WRONG', 'catalogue.contents CATALOG_MISSING']),
    )
  })

  it('refuses a bundle under another hash', async () => {
    const lines = withEntry(honest, 'bundle', (entry) => (entry.policy_hash = `sha256:${'1'.repeat(64)}`))
    expect(await codes(lines)).toEqual(['policy.bundles POLICY_HASH_WRONG', 'policy.bundles BUNDLE_MISSING'])
  })

  it('refuses a verdict that the published rules do not give, though both receipts agree on it', async () => {
    const lines = withEntry(
      honest,
      'action',
      ({ decision, evaluation }) => {
        decision.payload.verdict = evaluation.payload.result.verdict = 'ALLOW'
        decision.payload.transform = evaluation.payload.result.transform = null
        sign(decision)
        sign(evaluation)
      },
      3,
    )
    expect(await codes(lines)).toContain('policy.verdicts VERDICT_DIFFERS')
  })

  it('refuses a classification that claims to come from the name and does not', async () => {
    const lines = withEntry(
      honest,
      'action',
      ({ evaluation }) => {
        evaluation.payload.classification.operation = { value: 'read', source: 'derived' }
        sign(evaluation)
      },
      3,
    )
    expect(await codes(lines)).toContain('policy.classification CLASSIFICATION_DIFFERS')
  })

  it('refuses anything but DENY where no policy was loaded', async () => {
    const number = full
      .filter((line) => line.endsWith('"type":"action"}'))
      .findIndex((line) => line.includes('policy_timeout'))
    const lines = withEntry(
      full,
      'action',
      ({ decision, evaluation }) => {
        decision.payload.verdict = evaluation.payload.result.verdict = 'ALLOW'
        sign(decision)
        sign(evaluation)
      },
      number,
    )
    expect(await codes(lines)).toEqual(['policy.verdicts VERDICT_WITHOUT_POLICY'])
  })
})

describe('operator log and manifest', () => {
  it('refuses a log without its first entries', async () => {
    const lines = withEntries(honest, (entries) => {
      const index = entries.findIndex(({ type }) => type === 'log')
      return entries.toSpliced(index + 1, 1)
    })
    expect(await codes(lines)).toEqual(
      expect.arrayContaining(['log.chain LOG_NOT_DENSE', 'log.chain LINK_BROKEN']),
    )
  })

  it('refuses a log entry rewritten beside its receipt', async () => {
    const lines = withEntry(honest, 'log', (entry) => (entry.record.reason = 'another reason'))
    expect(await codes(lines)).toEqual(
      expect.arrayContaining(['log.chain ENTRY_HASH_WRONG', 'log.receipts MEMBERS_DIFFER']),
    )
  })

  it('refuses a file without manifest, and one whose manifest another key signed', async () => {
    expect(await codes(honest.slice(0, -1))).toEqual(['manifest.signature MANIFEST_MISSING'])
    const lines = [...honest.slice(0, -1), honest.at(-1)!.replace('"kid":"heron-1"', '"kid":"heron-2"')]
    expect(await codes(lines)).toEqual(['manifest.signature RECEIPT_KEY_UNKNOWN'])
  })
})
