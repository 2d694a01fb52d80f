import { describe, expect, it } from 'vitest'
import { CHECK_IDS, readKeptCheckpoint } from '../../src/index.js'
import { notesOf, WITNESS, WITNESS_SEED, withCheckpoints } from '../support/checkpoints.js'
import { buildExport } from '../support/export-builder.js'
import { codesOf, verifyLines } from '../support/verify.js'
import { FULL_SCRIPT } from '../support/full-script.js'

describe('an honest export', () => {
  it('passes every check, with everything that an export can hold', async () => {
    const lines = withCheckpoints(buildExport(FULL_SCRIPT), { witnessSeed: WITNESS_SEED })
    const keptCheckpoints = notesOf(lines).map((note) => readKeptCheckpoint(note)!)
    const report = await verifyLines(lines, { keptCheckpoints, witnesses: [WITNESS] })
    expect(codesOf(report)).toEqual([])
    expect(report.outcome).toBe('pass')
    // No heads are pinned here; all else is.
    expect(report.checks.map(({ id }) => id)).toEqual(CHECK_IDS.filter((id) => id !== 'chains.pinned'))
    expect(report.checks.every(({ count, outcome }) => count > 0 && outcome === 'pass')).toBe(true)
  })
})
