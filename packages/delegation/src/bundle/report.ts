/** The report of a bundle verification (delegation.md §4.5): snake_case, since it is published as it stands. */
import type { JsonValue } from '@heron/evidence'
import type { EnvelopeSummary } from '../envelope/summary.js'
import type { AuthorityCounts } from './authorities.js'
import type { ExecutionBinding } from './binding.js'
import type { FailureDetail, Findings } from './finding.js'

export type CheckStatus = 'not checked' | 'verified' | 'FAILED'

export type BundleReport = {
  /** Every boolean check holds and nothing failed. Without a key this means consistent, not verified. */
  readonly ok: boolean
  readonly checks: {
    readonly integrity: boolean
    /** False too when an authority could not be read. */
    readonly monotonicity: boolean
    readonly containment: boolean
    readonly anchor: CheckStatus
    readonly version: boolean
    readonly chain_id: boolean
    readonly root: boolean
    readonly ledger_fields: boolean
    readonly expected_anchor: CheckStatus
    readonly envelopes: 'not present' | 'verified' | 'FAILED'
  }
  /** These three stay in step: one each per finding. */
  readonly failures: readonly string[]
  readonly failure_details: readonly FailureDetail[]
  /** Positions in `entries`; null for findings about the chain. */
  readonly failure_entries: readonly (number | null)[]
  readonly nodes: number
  readonly actions_checked: number
  readonly ungated: number
  readonly chain_id: JsonValue
  readonly execution_binding: ExecutionBinding
  readonly envelopes: EnvelopeSummary
  readonly verified_against: 'bundle_anchor' | 'expected_anchor'
}

export type ReportParts = {
  readonly found: Findings
  readonly counts: AuthorityCounts
  readonly chainId: JsonValue
  readonly binding: ExecutionBinding
  readonly envelopes: EnvelopeSummary
  readonly hasEnvelopes: boolean
  readonly hasKey: boolean
  readonly hasRetained: boolean
}

export function assembleReport(parts: ReportParts): BundleReport {
  const { found, counts } = parts
  const failed = found.all.map(({ failure }) => failure)
  const status = (wanted: boolean, isBad: boolean): CheckStatus =>
    wanted ? (isBad ? 'FAILED' : 'verified') : 'not checked'
  const envelopeFailed = failed.some(({ reason }) => reason.startsWith('envelope_'))
  return {
    ok: failed.length === 0,
    checks: {
      integrity: !found.has('integrity', 'invalid_ledger_entry'),
      monotonicity: !found.has('monotonicity', 'unreadable_authority', 'unreadable_granted'),
      containment: !found.has('containment'),
      anchor: status(parts.hasKey, found.has('integrity(anchor)')),
      version: versionsAgree(found),
      chain_id: !found.has('chain_id_mismatch'),
      root: !found.has('missing_root'),
      ledger_fields: !found.has('unknown_ledger_fields'),
      expected_anchor: status(
        parts.hasRetained,
        found.has('expected_head_mismatch', 'expected_anchor_mismatch'),
      ),
      envelopes: parts.hasEnvelopes ? (envelopeFailed ? 'FAILED' : 'verified') : 'not present',
    },
    failures: failed.map(({ detail }) => detail),
    failure_details: failed,
    failure_entries: found.all.map(({ entry }) => entry),
    nodes: counts.nodes,
    actions_checked: counts.actionsChecked,
    ungated: counts.ungated,
    chain_id: parts.chainId,
    execution_binding: parts.binding,
    envelopes: parts.envelopes,
    verified_against: parts.hasRetained ? 'expected_anchor' : 'bundle_anchor',
  }
}

/** False when any of the four version checks failed: execution binding has no ground then. */
export function versionsAgree(found: Findings): boolean {
  return !found.has(
    'unsupported_version',
    'anchor_version_mismatch',
    'root_version_mismatch',
    'mixed_entry_versions',
  )
}

/** A bundle of the wrong kind was not looked into: nothing of it holds. */
export function unreadableReport(found: Findings, hasRetained: boolean): BundleReport {
  const report = assembleReport({
    found,
    counts: { nodes: 0, actionsChecked: 0, ungated: 0 },
    chainId: null,
    binding: { status: 'not applicable' },
    envelopes: { states: {}, results: {}, witnesses: {}, lines: {}, notices: [] },
    hasEnvelopes: false,
    hasKey: false,
    hasRetained: false,
  })
  const none = { integrity: false, monotonicity: false, containment: false, version: false }
  return {
    ...report,
    checks: { ...report.checks, ...none, chain_id: false, root: false, ledger_fields: false },
    verified_against: hasRetained ? 'expected_anchor' : 'bundle_anchor',
  }
}
