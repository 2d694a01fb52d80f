/** Truncation and equivocation (heron.md §11): what a checkpoint in the file, or one kept earlier, brings to light. */
import { describe, expect, it } from 'vitest'
import {
  type CheckpointLeaf,
  type ExportEntry,
  readKeptCheckpoint,
  type VerifyOptions,
} from '../../src/index.js'
import {
  notesOf,
  recommitted,
  roundsOf,
  withCheckpoints,
  withoutNewestCall,
  withoutSession,
  windowedSince,
  WITNESS,
  WITNESS_SEED,
} from '../support/checkpoints.js'
import { buildExport } from '../support/export-builder.js'
import { withEntries, withEntry } from '../support/resign.js'
import { codesOf, verifyLines } from '../support/verify.js'

const plain = buildExport({
  sessions: [
    { calls: [{ tool: 'crm.lookup' }, { tool: 'read_file' }, { tool: 'list_files' }] },
    { calls: [{ tool: 'read_file' }], open: true },
    {
      recordFormat: 2,
      calls: [{ tool: 'read_file' }, { tool: 'list_files' }, { tool: 'read_file' }, { tool: 'list_files' }],
    },
  ],
})
const honest = withCheckpoints(plain, { witnessSeed: WITNESS_SEED })
const notes = notesOf(honest)
const LAST_SESSION = sessionsOf(plain).at(-1)!

function kept(...texts: readonly string[]): Partial<VerifyOptions> {
  return { keptCheckpoints: texts.map((text) => readKeptCheckpoint(text)!) }
}

async function failures(lines: readonly string[], options: Partial<VerifyOptions> = {}): Promise<string[]> {
  return codesOf(await verifyLines(lines, options))
}

function sessionsOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const entry = JSON.parse(line) as ExportEntry
    return entry.type === 'session' ? [entry.session] : []
  })
}

describe('an export with checkpoints', () => {
  it('passes, with every checkpoint that was kept and the witness that signed', async () => {
    const report = await verifyLines(honest, { ...kept(...notes), witnesses: [WITNESS] })
    expect(codesOf(report)).toEqual([])
    expect(report.outcome).toBe('pass')
    const own = report.checks.filter(({ id }) => id.startsWith('checkpoints.'))
    expect(own.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['checkpoints.signatures', 'pass'],
      ['checkpoints.tree', 'pass'],
      ['checkpoints.heads', 'pass'],
      ['checkpoints.kept', 'pass'],
      ['checkpoints.witnesses', 'pass'],
    ])
    expect(report.notices.map(({ code }) => code)).toContain('NEWEST_CHECKPOINT')
  })

  it('is not checked for truncation without any, and says so without failing', async () => {
    const report = await verifyLines(plain)
    expect(report.outcome).toBe('pass')
    expect(report.checks.some(({ id }) => id.startsWith('checkpoints.'))).toBe(false)
    expect(report.notices.map(({ code }) => code)).toContain('NO_CHECKPOINTS')
  })

  it('passes when it begins at a checkpoint, and says what of the kept ones it cannot compare', async () => {
    const windowed = windowedSince(withCheckpoints(plain, { leftOut: 1 }), '2026-07-13T13:02:30.000Z')
    const report = await verifyLines(windowed, kept(...notes.slice(1)))
    expect(report.outcome).toBe('pass')
    const exact = await verifyLines(windowed, kept(notes[0]!))
    expect(exact.outcome).toBe('pass')
    const later = windowedSince(withCheckpoints(plain, { leftOut: 2 }), '2026-07-13T13:03:30.000Z')
    const older = await verifyLines(later, kept(notes[0]!))
    expect(older.outcome).toBe('incomplete')
    expect(codesOf(older, 'not_checked')).toEqual(['checkpoints.kept KEPT_BEFORE_WINDOW'])
  })
})

describe('taking away what was committed to, with everything signed again by Heron', () => {
  it('fails for the newest call', async () => {
    expect(await failures(withoutNewestCall(honest))).toEqual([
      'checkpoints.heads COMMITTED_HEAD_MISSING',
      'checkpoints.heads CLOSED_STATE_DIFFERS',
    ])
  })

  it('fails for a whole session, unless the window of the file leaves it out', async () => {
    const shorter = withoutSession(honest, LAST_SESSION)
    expect(await failures(shorter)).toEqual(['checkpoints.heads COMMITTED_SESSION_MISSING'])
    const elsewhere = withEntries(shorter, (entries) =>
      entries.map((entry) =>
        entry.type === 'header'
          ? { ...entry, window: { since: null, until: '2026-07-01T00:00:00.000Z' } }
          : entry,
      ),
    )
    expect(await failures(elsewhere)).toEqual([])
  })

  it.each([
    ['of the whole record', null, 1],
    ['of a window that began before them', '2026-07-13T12:59:00.000Z', 1],
    ['that has none of them', '2026-07-13T12:59:00.000Z', 3],
  ])(
    'never passes for a session whose leaves are left out as well, in a file %s',
    async (_, since, leftOut) => {
      const rounds = roundsOf(plain).map((round) =>
        // Whoever hides it commits to nothing more about it once the leaves that did are left out.
        round.filter((leaf) => leaf.kind !== 'session_head' || leaf.session !== LAST_SESSION),
      )
      rounds[0] = roundsOf(plain)[0]!
      const shorter = withoutSession(withCheckpoints(plain, { rounds, leftOut }), LAST_SESSION)
      const report = await verifyLines(windowedSince(shorter, since))
      expect(report.outcome).toBe('incomplete')
      expect(codesOf(report, 'not_checked')).toContain('checkpoints.heads LEAVES_LEFT_OUT')
    },
  )

  it('fails for entries of the operator log', async () => {
    const last = honest.findLastIndex((line) => line.includes('"type":"log"'))
    const shorter = withEntries(honest, (entries) => entries.toSpliced(last, 1))
    expect(await failures(shorter)).toContain('checkpoints.heads COMMITTED_LOG_DIFFERS')
  })

  it('fails by a checkpoint that was kept, when the log of heads was written anew as well', async () => {
    const rewritten = recommitted(withoutNewestCall(honest))
    expect(await failures(rewritten)).toEqual([])
    expect(await failures(rewritten, kept(notes.at(-1)!))).toEqual([
      'checkpoints.kept KEPT_CHECKPOINT_DIFFERS',
    ])
  })

  it('fails by a checkpoint that was kept, when the log was cut back to an earlier one', async () => {
    const [first = [], second = []] = roundsOf(plain)
    const shorter = recommitted(honest, { rounds: [first, second] })
    expect(await failures(shorter)).toEqual([])
    expect(await failures(shorter, kept(notes.at(-1)!))).toEqual(['checkpoints.kept KEPT_CHECKPOINT_LARGER'])
  })

  it('fails by a checkpoint that was kept, when the file holds none any more', async () => {
    expect(await failures(plain, kept(notes[0]!))).toEqual(['checkpoints.kept CHECKPOINTS_MISSING'])
  })

  it('fails when a later leaf takes back an earlier one', async () => {
    const [first = [], second = [], third = []] = roundsOf(plain)
    const back = recommitted(honest, { rounds: [first, third, second] })
    expect(await failures(back)).toContain('checkpoints.heads LEAF_CONTRADICTS')
  })
})

describe('a log of heads that does not hold together', () => {
  it('fails for a leaf that was exchanged', async () => {
    const swapped = withEntries(honest, (entries) => {
      const leaves = entries.filter((entry) => entry.type === 'checkpoint_leaf')
      const [first, second] = leaves
      return entries.map((entry) =>
        entry === first
          ? { ...first, leaf: second!.leaf }
          : entry === second
            ? { ...second, leaf: first!.leaf }
            : entry,
      )
    })
    expect(await failures(swapped)).toContain('checkpoints.tree ROOT_DIFFERS')
  })

  it.each([
    ['left out in the middle', 3, 'checkpoints.tree LEAF_MISPLACED'],
    ['left out at the end', -1, 'checkpoints.tree LEAVES_DIFFER'],
  ])('fails for a leaf %s', async (_, place, code) => {
    const shorter = withEntries(honest, (entries) => {
      const leaf = entries.filter(({ type }) => type === 'checkpoint_leaf').at(place)
      return entries.filter((entry) => entry !== leaf)
    })
    expect(await failures(shorter)).toContain(code)
  })

  it('fails for leaves under no checkpoint, and for a checkpoint that signs too little', async () => {
    const unsigned = withEntries(honest, (entries) => entries.filter(({ type }) => type !== 'checkpoint'))
    expect(await failures(unsigned)).toContain('checkpoints.tree LEAVES_UNSIGNED')
    const newest = notes.length - 1
    const behind = withEntries(honest, (entries) => {
      const last = entries.filter(({ type }) => type === 'checkpoint')[newest]
      return entries.filter((entry) => entry !== last)
    })
    expect(await failures(behind)).toContain('checkpoints.tree LEAVES_DIFFER')
  })

  it('fails for subtrees that do not give the root, and for subtrees where they do not belong', async () => {
    const windowed = withCheckpoints(plain, { leftOut: 1 })
    const wrong = withEntry(windowed, 'checkpoint', (entry) => {
      entry.nodes = [...entry.nodes!].reverse()
    })
    expect(await failures(wrong)).toEqual(['checkpoints.tree NODES_WRONG'])
    const misplaced = withEntry(honest, 'checkpoint', (entry) => (entry.nodes = []), 1)
    expect(await failures(misplaced)).toEqual(['checkpoints.tree NODES_WRONG'])
  })

  it("fails for a note that Heron did not sign, and for another project's", async () => {
    const forged = withEntry(honest, 'checkpoint', (entry) => {
      entry.note = entry.note.replace(/(— \S+ \S{20})./, '$1A')
    })
    expect(await failures(forged)).toContain('checkpoints.signatures CHECKPOINT_SIGNATURE_INVALID')
    const foreign = withEntry(honest, 'checkpoint', (entry) => {
      entry.note = entry.note.replaceAll('prj_test', 'prj_other')
    })
    expect(await failures(foreign)).toContain('checkpoints.signatures ORIGIN_DIFFERS')
    const report = await verifyLines(honest, kept(notes[0]!.replaceAll('prj_test', 'prj_other')))
    expect(codesOf(report, 'not_checked')).toEqual(['checkpoints.kept KEPT_OTHER_LOG'])
    const unsigned = await verifyLines(honest, kept(notes[0]!.replace(/(— \S+ \S{20})./, '$1A')))
    expect(codesOf(unsigned, 'not_checked')).toEqual(['checkpoints.kept KEPT_NOT_SIGNED'])
  })

  it('fails without the cosignature that the reader asks for, and for one that does not hold', async () => {
    const options = { witnesses: [WITNESS] }
    expect(await failures(withCheckpoints(plain), options)).toEqual([
      'checkpoints.witnesses COSIGNATURE_MISSING',
    ])
    const stranger = withCheckpoints(plain, { witnessSeed: new Uint8Array(32).fill(4) })
    expect(await failures(stranger, options)).toEqual(['checkpoints.witnesses COSIGNATURE_MISSING'])
    const broken = withEntry(
      honest,
      'checkpoint',
      (entry) => (entry.note = entry.note.replace(/(witness\.example \S{40})./, '$1B')),
      notes.length - 1,
    )
    expect(await failures(broken, options)).toContain('checkpoints.witnesses COSIGNATURE_INVALID')
  })

  it('leaves leaves of a later version unread, and compares the rest', async () => {
    const [first = [], ...others] = roundsOf(plain)
    const later = { kind: 'session_weather', v: 1, sky: 'clear' } as unknown as CheckpointLeaf
    const report = await verifyLines(withCheckpoints(plain, { rounds: [[later, ...first], ...others] }))
    expect(codesOf(report)).toEqual([])
    expect(codesOf(report, 'not_checked')).toEqual(['checkpoints.heads UNKNOWN_VERSION'])
  })

  it('says when records are old enough and no checkpoint commits to them', async () => {
    const [first = []] = roundsOf(plain)
    const never = LAST_SESSION
    const without = first.filter((leaf) => leaf.kind !== 'session_head' || leaf.session !== never)
    const report = await verifyLines(withCheckpoints(plain, { rounds: [without] }))
    expect(codesOf(report)).toEqual([])
    expect(report.outcome).toBe('incomplete')
    expect(codesOf(report, 'not_checked')).toEqual(['checkpoints.heads HEAD_NOT_COMMITTED'])
  })
})
