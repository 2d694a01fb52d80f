/** A decision names the bundle that was in force by the operator log, whoever signed it (heron.md §5, §8). */
import { describe, expect, it } from 'vitest'
import type { ExportEntry } from '../../src/index.js'
import { buildExport } from '../support/export-builder.js'
import { switchedRule } from '../support/full-script.js'
import { type MutableEntry, sign, withEntries, withEntry, withLog } from '../support/resign.js'
import { codesOf, verifyLines } from '../support/verify.js'

const RULE = 'heron.bulk_external.step_up'
/** Five calls that the rule does not touch: two while it is on, ten minutes apart from its being off, and so on. */
const SESSIONS = [{ calls: switchedRule(RULE) }]
const honest = buildExport({ sessions: SESSIONS })
const older = buildExport({ sessions: SESSIONS, beginningNotLogged: true })
const neverChanged = { sessions: [{ calls: [{ tool: 'read_file' }] }], beginningNotLogged: true }

type Action = MutableEntry<'action'>

/** Signs both receipts of a call again, as one can who holds Heron's key. */
function resigned(lines: readonly string[], number: number, change: (entry: Action) => void): string[] {
  return withEntry(
    lines,
    'action',
    (entry) => {
      change(entry)
      sign(entry.decision)
      sign(entry.evaluation)
    },
    number,
  )
}

function underBundle(entry: Action, bundle: string): void {
  entry.decision.payload.policy_hash = entry.evaluation.payload.policy_hash = bundle
}

const entriesOf = (lines: readonly string[]): ExportEntry[] =>
  lines.map((line) => JSON.parse(line) as ExportEntry)

const [WITH_RULE = '', WITHOUT_RULE = ''] = entriesOf(honest).flatMap((entry) =>
  entry.type === 'bundle' ? [entry.policy_hash] : [],
)

/** When the log says that the rule was switched, in epoch milliseconds. */
function switchedMs(act: 'rule.disabled' | 'rule.enabled'): number {
  const entry = entriesOf(honest).find((each) => each.type === 'log' && each.record.act === act)
  return Date.parse(entry?.type === 'log' ? entry.record.at : '')
}

async function codes(lines: readonly string[]): Promise<string[]> {
  return codesOf(await verifyLines(lines))
}

async function outcomeOf(lines: readonly string[]): Promise<string | undefined> {
  const { checks } = await verifyLines(lines)
  return checks.find(({ id }) => id === 'policy.in_force')?.outcome
}

describe('the policy in force', () => {
  it('passes for a rule on, off and on again, each decision under the bundle of its time', async () => {
    const report = await verifyLines(honest)
    expect(report.outcome).toBe('pass')
    // Three entries that put a bundle in force, five decisions.
    expect(report.checks.find(({ id }) => id === 'policy.in_force')).toMatchObject({
      count: 8,
      outcome: 'pass',
    })
  })

  it.each([
    ['an older bundle that is in force again later', 2, WITH_RULE],
    ['a newer bundle, before there was one', 0, WITHOUT_RULE],
    ['the bundle before, long after it was replaced', 4, WITHOUT_RULE],
  ])('fails alone for %s, though it gives the same verdict', async (_, number, bundle) => {
    const lines = resigned(honest, number, (entry) => {
      underBundle(entry, bundle)
    })
    expect(await codes(lines)).toEqual(['policy.in_force POLICY_NOT_IN_FORCE'])
    const { checks } = await verifyLines(lines)
    const [finding] = checks.find(({ id }) => id === 'policy.in_force')!.findings
    expect(finding).toMatchObject({ session: 'ses_1', pointer: '/decision/payload/policy_hash' })
    expect(finding?.action).toMatch(/^act_/)
  })

  it('allows a minute around each change for the clocks of two processes, and no more', async () => {
    const decidedAt = (number: number, ms: number, bundle: string): string[] =>
      resigned(honest, number, (entry) => {
        underBundle(entry, bundle)
        const at = new Date(ms).toISOString()
        entry.decision.payload.decided_at = entry.decision.payload.received_at = at
      })
    const [offMs, onMs] = [switchedMs('rule.disabled'), switchedMs('rule.enabled')]
    const late = ['policy.in_force POLICY_NOT_IN_FORCE']
    expect(await codes(decidedAt(1, offMs + 60_000, WITH_RULE))).toEqual([])
    expect(await codes(decidedAt(1, offMs + 60_001, WITH_RULE))).toEqual(late)
    expect(await codes(decidedAt(0, offMs - 60_000, WITHOUT_RULE))).toEqual([])
    expect(await codes(decidedAt(0, offMs - 60_001, WITHOUT_RULE))).toEqual(late)
    expect(await codes(decidedAt(2, onMs - 60_000, WITH_RULE))).toEqual([])
    expect(await codes(decidedAt(2, onMs - 60_001, WITH_RULE))).toEqual(late)
  })

  it('takes the first bundle for that of any time before, so that a clock set back accuses nobody', async () => {
    const early = (bundle: string): string[] =>
      resigned(honest, 0, (entry) => {
        underBundle(entry, bundle)
        const { payload } = entry.decision
        payload.decided_at = payload.received_at = '2026-07-13T11:00:00.000Z'
      })
    expect(await codes(early(WITH_RULE))).toEqual([])
    expect(await codes(early(WITHOUT_RULE))).toEqual(['policy.in_force POLICY_NOT_IN_FORCE'])
  })

  it('asks nothing of a decision that no policy judged', async () => {
    const calls = [{ tool: 'read_file', withoutPolicy: true }]
    const { checks } = await verifyLines(buildExport({ sessions: [{ calls }] }))
    expect(checks.find(({ id }) => id === 'policy.in_force')).toMatchObject({ count: 1, outcome: 'pass' })
  })

  it('is not loosened by break-glass or a shadow window: verdicts do not bind, the bundle stays', async () => {
    const calls = (['suspended', 'advisory'] as const).map((effect) => ({ tool: 'run_job', effect }))
    const loose = buildExport({ sessions: [{ calls: [...calls, ...switchedRule(RULE)] }] })
    expect(await codes(loose)).toEqual([])
    const swapped = resigned(loose, 0, (entry) => {
      underBundle(entry, WITHOUT_RULE)
    })
    expect(await codes(swapped)).toEqual(['policy.in_force POLICY_NOT_IN_FORCE'])
  })

  it('is the same in a file of a window, which holds the whole log', async () => {
    const window = { since: '2026-07-13T12:00:00.000Z', until: null }
    expect(await outcomeOf(buildExport({ sessions: SESSIONS, window }))).toBe('pass')
  })
})

describe('a log that does not say with which policy the project began', () => {
  it('says it by the first change, which names the bundle before it', async () => {
    expect(await outcomeOf(older)).toBe('pass')
    const lines = resigned(older, 0, (entry) => {
      underBundle(entry, WITHOUT_RULE)
    })
    expect(await codes(lines)).toEqual(['policy.in_force POLICY_NOT_IN_FORCE'])
  })

  it('leaves everything unchecked where there never was a change', async () => {
    const report = await verifyLines(buildExport(neverChanged))
    expect(report.outcome).toBe('incomplete')
    expect(codesOf(report, 'not_checked')).toEqual(['policy.in_force POLICY_NOT_LOGGED'])
  })

  it('leaves unchecked what comes before the first entry that names a bundle, and only that', async () => {
    const unsaid = withLog(older, (record) => {
      if (record.act === 'rule.disabled') record.before = { enabled: true }
    })
    const report = await verifyLines(unsaid)
    const check = report.checks.find(({ id }) => id === 'policy.in_force')
    expect(check).toMatchObject({ outcome: 'not_checked', not_checked: 1, failed: 0 })
  })
})

describe('a log that contradicts itself', () => {
  it('fails where a change is missing between two that are there', async () => {
    const lines = withLog(honest, (record) => {
      if (record.act === 'rule.enabled') record.before = { enabled: false, policy_hash: WITH_RULE }
    })
    expect(await codes(lines)).toEqual(['policy.in_force POLICY_CHANGE_MISSING'])
  })

  it('takes two settings changed at once for one change', async () => {
    const twice = withEntries(honest, (entries) => {
      const at = entries.findIndex((entry) => entry.type === 'log' && entry.record.act === 'rule.disabled')
      return entries.toSpliced(at, 0, structuredClone(entries[at]!))
    })
    expect(await codes(withLog(twice, () => undefined))).toEqual([])
  })

  it('gains nothing from an entry dated back: none takes effect before one that it follows', async () => {
    const dated = withLog(honest, (record) => {
      if (record.act === 'rule.enabled') record.at = '2026-07-13T12:00:00.100Z'
    })
    // What was decided while the rule was off by every other account is not covered by the older date.
    const lines = resigned(dated, 0, (entry) => {
      underBundle(entry, WITHOUT_RULE)
    })
    expect(await codes(lines)).toContain('policy.in_force POLICY_NOT_IN_FORCE')
  })
})
