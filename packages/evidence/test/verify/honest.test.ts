import { describe, expect, it } from 'vitest'
import { CHECK_IDS } from '../../src/index.js'
import { buildExport } from '../support/export-builder.js'
import { codesOf, verifyLines } from '../support/verify.js'
import { FULL_SCRIPT } from '../support/full-script.js'

describe('an honest export', () => {
  it('passes every check, with everything that an export can hold', async () => {
    const report = await verifyLines(buildExport(FULL_SCRIPT))
    expect(codesOf(report)).toEqual([])
    expect(report.outcome).toBe('pass')
    // Pinned heads and checkpoints are not in this file; all else is.
    const absent = ['chains.pinned', 'checkpoints']
    expect(report.checks.map(({ id }) => id)).toEqual(CHECK_IDS.filter((id) => !absent.includes(id)))
    expect(report.checks.every(({ count, outcome }) => count > 0 && outcome === 'pass')).toBe(true)
  })
})
