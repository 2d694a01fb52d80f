/**
 * What a verification answers: every check ends pass, fail or not checked, never an unqualified "valid" (heron.md §9).
 * Member names are those of `heron verify --json`.
 */
import type { JsonPointer } from '../json/value.js'
import { CHECK_IDS, type CheckId } from './checks.js'

export type CheckOutcome = 'pass' | 'fail' | 'not_checked'

/** One thing that is wrong, or that could not be checked. */
export type CheckFinding = {
  /** Stable; what programs read. */
  readonly code: string
  readonly outcome: 'fail' | 'not_checked'
  readonly message: string
  /** Line of the file, from 1; in the plain form the number of the entry. */
  readonly line?: number
  readonly session?: string
  readonly action?: string
  /** Into the entry. */
  readonly pointer?: JsonPointer
}

export type CheckResult = {
  readonly id: CheckId
  readonly outcome: CheckOutcome
  /** How many things were looked at. */
  readonly count: number
  readonly failed: number
  readonly not_checked: number
  /** The first {@link MAX_FINDINGS_KEPT}, failures before the rest. */
  readonly findings: readonly CheckFinding[]
}

/** Worth knowing and no failure. */
export type Notice = { readonly code: string; readonly message: string; readonly session?: string }

export type VerificationReport = {
  readonly outcome: 'pass' | 'fail' | 'incomplete'
  /** Checks for which the file holds something, in the order of `CHECKS`. */
  readonly checks: readonly CheckResult[]
  readonly notices: readonly Notice[]
  readonly totals: {
    readonly entries: number
    readonly sessions: number
    readonly actions: number
    readonly statements: number
    /** Single comparisons over all checks. */
    readonly checks: number
  }
  /** False when no entry at all could be read: the file is something else. */
  readonly readable: boolean
}

/** Most findings kept a check: a file of a million broken lines gives a report, not a second such file. */
const MAX_FINDINGS_KEPT = 200
const MAX_NOTICES_KEPT = 200

type Tally = {
  count: number
  failed: number
  notChecked: number
  failures: CheckFinding[]
  rest: CheckFinding[]
}

/** Counts and findings as they come in. */
export class ReportBuilder {
  readonly #tallies = new Map<CheckId, Tally>()
  readonly #notices: Notice[] = []
  #noticesOmitted = 0

  /** Notes that `count` more things were looked at. */
  checked(id: CheckId, count = 1): void {
    this.#tally(id).count += count
  }

  finding(id: CheckId, finding: CheckFinding): void {
    const tally = this.#tally(id)
    const fails = finding.outcome === 'fail'
    if (fails) tally.failed += 1
    else tally.notChecked += 1
    const kept = fails ? tally.failures : tally.rest
    if (kept.length < MAX_FINDINGS_KEPT) kept.push(finding)
  }

  notice(notice: Notice): void {
    if (this.#notices.length < MAX_NOTICES_KEPT) this.#notices.push(notice)
    else this.#noticesOmitted += 1
  }

  build(totals: Omit<VerificationReport['totals'], 'checks'>, readable: boolean): VerificationReport {
    const checks = CHECK_IDS.flatMap((id): CheckResult[] => {
      const tally = this.#tallies.get(id)
      if (tally === undefined) return []
      const { count, failed, notChecked, failures, rest } = tally
      const outcome = failed > 0 ? 'fail' : notChecked > 0 ? 'not_checked' : 'pass'
      const findings = [...failures, ...rest].slice(0, MAX_FINDINGS_KEPT)
      return [{ id, outcome, count, failed, not_checked: notChecked, findings }]
    })
    const outcomes = new Set(checks.map(({ outcome }) => outcome))
    const notices = [...this.#notices]
    if (this.#noticesOmitted > 0)
      notices.push({ code: 'NOTICES_OMITTED', message: `${this.#noticesOmitted.toString()} more notices` })
    return {
      outcome: outcomes.has('fail') ? 'fail' : outcomes.has('not_checked') ? 'incomplete' : 'pass',
      checks,
      notices,
      totals: { ...totals, checks: checks.reduce((sum, { count }) => sum + count, 0) },
      readable,
    }
  }

  #tally(id: CheckId): Tally {
    let tally = this.#tallies.get(id)
    if (tally === undefined) {
      tally = { count: 0, failed: 0, notChecked: 0, failures: [], rest: [] }
      this.#tallies.set(id, tally)
    }
    return tally
  }
}

/**
 * Untrusted text that stays in its line: controls, line separators, and what turns or hides the text around it (bidi
 * overrides, zero-width and other format characters, halves of surrogate pairs) become U+FFFD. As long as before.
 */
export function inertText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\ufffd')
}

/** Untrusted text for a message: short, and on one line. */
export function quote(text: string): string {
  const line = inertText(text)
  return `\`${line.length > 80 ? `${line.slice(0, 79).toWellFormed()}…` : line}\``
}
