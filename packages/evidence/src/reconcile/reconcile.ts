/**
 * The comparison of one decision with what the vendor says happened (heron.md §7). Pure: the caller brings the facts
 * and the clock. Running it twice on the same facts gives the same findings, each once per action and kind.
 */
import type { Verdict } from '../policy/types.js'
import type { Outcome } from '../wire/requests.js'
import type { PublishedFindingKind } from './findings.js'

/** A statement as it arrived. Times are Heron's receive clock, in milliseconds since the epoch. */
export type StatementFacts = {
  readonly outcome: Outcome
  readonly signatureValid: boolean
  readonly receivedAtMs: number
}

export type DecisionFacts = {
  readonly verdict: Verdict
  /** Only an enforced decision can be disobeyed: an advisory one is rehearsed, a suspended one bound nobody. */
  readonly effect: 'enforced' | 'advisory' | 'suspended'
  readonly decidedAtMs: number
  /** Whether a model's answer disagreed with a measured dimension. */
  readonly contradicted: boolean
  /** In order of arrival; contradictory ones are all kept. */
  readonly statements: readonly StatementFacts[]
}

export type ReconcileSettings = {
  /** From here on absence is judged; far above any tool's runtime. */
  readonly horizonMs: number
  /** The p99 of this tool's own paired calls, or the window while fewer than {@link PAIRS_FOR_P99} exist. */
  readonly lateAfterMs: number
}

/** From this many pairs on, a tool is measured against its own p99. */
export const PAIRS_FOR_P99 = 20

/** Outcomes that put a call into the world, whether or not it succeeded. */
export const WORLD_OUTCOMES: ReadonlySet<Outcome> = new Set(['EXECUTED', 'FAILED', 'ABANDONED'])

/** Where a decision stands against the vendor's statements. */
export type PairState = 'paired' | 'pending' | 'missing'

export type Reconciliation = { readonly state: PairState; readonly findings: readonly PublishedFindingKind[] }

/**
 * Compares a decision with its statements.
 *
 * @param nowMs Heron's clock, milliseconds since the epoch.
 */
export function reconcile(
  decision: DecisionFacts,
  settings: ReconcileSettings,
  nowMs: number,
): Reconciliation {
  const findings: PublishedFindingKind[] = []
  const [first] = decision.statements
  const pastHorizon = nowMs - decision.decidedAtMs > settings.horizonMs
  if (first === undefined && pastHorizon) findings.push('MISSING_EXECUTION')
  if (first !== undefined && first.receivedAtMs - decision.decidedAtMs > settings.lateAfterMs) {
    findings.push('LATE_EVIDENCE')
  }
  if (decision.verdict !== 'ALLOW' && decision.effect === 'enforced' && putIntoTheWorld(decision)) {
    findings.push(`EXECUTED_DESPITE_${decision.verdict}`)
  }
  if (decision.statements.some(({ signatureValid }) => !signatureValid))
    findings.push('INVALID_VENDOR_SIGNATURE')
  if (decision.contradicted) findings.push('INTENT_CONTRADICTION')
  const state = first !== undefined ? 'paired' : pastHorizon ? 'missing' : 'pending'
  return { state, findings }
}

/** Only what the vendor signed can accuse it; a statement that does not verify has a finding of its own. */
function putIntoTheWorld({ statements }: DecisionFacts): boolean {
  return statements.some(({ outcome, signatureValid }) => signatureValid && WORLD_OUTCOMES.has(outcome))
}

/**
 * The p99 of a tool's delays between decision and first statement, by the nearest-rank method.
 *
 * @returns `fallbackMs` while there are fewer than {@link PAIRS_FOR_P99} pairs.
 */
export function lateAfter(delaysMs: readonly number[], fallbackMs: number): number {
  if (delaysMs.length < PAIRS_FOR_P99) return fallbackMs
  const sorted = [...delaysMs].sort((left, right) => left - right)
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? fallbackMs
}
