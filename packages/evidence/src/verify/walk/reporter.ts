/** Findings of the walk: the report, and the line at which it stands. */
import type { JsonPointer } from '../../json/value.js'
import type { CheckId } from '../checks.js'
import type { CheckFinding, Notice, ReportBuilder } from '../report.js'

export type About = {
  readonly session?: string | undefined
  readonly action?: string | undefined
  readonly pointer?: JsonPointer | undefined
}

export class Reporter {
  readonly #report: ReportBuilder
  /** Number of the line being walked; 0 for what concerns the whole file. */
  line = 0

  constructor(report: ReportBuilder) {
    this.#report = report
  }

  checked(check: CheckId): void {
    this.#report.checked(check)
  }

  fail(check: CheckId, code: string, message: string, about: About = {}): void {
    this.#add(check, 'fail', code, message, about)
  }

  notChecked(check: CheckId, code: string, message: string, about: About = {}): void {
    this.#add(check, 'not_checked', code, message, about)
  }

  /** One comparison: counts it and fails unless `holds`. */
  expect(check: CheckId, holds: boolean, code: string, message: string, about: About = {}): void {
    this.checked(check)
    if (!holds) this.fail(check, code, message, about)
  }

  notice(notice: Notice): void {
    this.#report.notice(notice)
  }

  #add(
    check: CheckId,
    outcome: CheckFinding['outcome'],
    code: string,
    message: string,
    { session, action, pointer }: About,
  ): void {
    this.#report.finding(check, {
      code,
      outcome,
      message,
      ...(this.line > 0 ? { line: this.line } : {}),
      ...(session === undefined ? {} : { session }),
      ...(action === undefined ? {} : { action }),
      ...(pointer === undefined ? {} : { pointer }),
    })
  }
}
