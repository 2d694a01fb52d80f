/** Collects what the inspection of lines finds; plain data in the end, so that it can come back from a worker. */
import type { JsonPointer } from '../../json/value.js'
import type { CheckId } from '../checks.js'
import type { CheckFinding } from '../report.js'

/** Where a finding belongs, as far as it is known. */
export type Place = {
  readonly line: number
  readonly session?: string
  readonly action?: string
}

export type RecordedFinding = { readonly check: CheckId; readonly finding: CheckFinding }

/** Most findings that one line may add: a hostile line must not make a report larger than itself. */
const MAX_FINDINGS_PER_LINE = 50

/** What one batch of lines added. */
export class BatchRecorder {
  readonly counts = new Map<CheckId, number>()
  readonly findings: RecordedFinding[] = []
  statements = 0
}

/** Records for one entry. */
export class LineRecorder {
  readonly #batch: BatchRecorder
  #place: Place
  #left = MAX_FINDINGS_PER_LINE

  constructor(batch: BatchRecorder, line: number) {
    this.#batch = batch
    this.#place = { line }
  }

  /** Names session and action once the entry was read. */
  about(place: Omit<Place, 'line'>): void {
    this.#place = { ...this.#place, ...place }
  }

  /** Counts one statement of the vendor. */
  statement(): void {
    this.#batch.statements += 1
  }

  /** Counts one comparison; call before the finding that it may lead to. */
  checked(check: CheckId): void {
    this.#batch.counts.set(check, (this.#batch.counts.get(check) ?? 0) + 1)
  }

  fail(check: CheckId, code: string, message: string, pointer?: JsonPointer): void {
    this.#add(check, 'fail', code, message, pointer)
  }

  notChecked(check: CheckId, code: string, message: string, pointer?: JsonPointer): void {
    this.#add(check, 'not_checked', code, message, pointer)
  }

  /** One comparison: counts it and fails unless `holds`. */
  expect(check: CheckId, holds: boolean, code: string, message: string, pointer?: JsonPointer): void {
    this.checked(check)
    if (!holds) this.fail(check, code, message, pointer)
  }

  #add(
    check: CheckId,
    outcome: CheckFinding['outcome'],
    code: string,
    message: string,
    pointer: JsonPointer | undefined,
  ): void {
    if (this.#left === 0) return
    this.#left -= 1
    const finding: CheckFinding = {
      code,
      outcome,
      message,
      ...this.#place,
      ...(pointer === undefined ? {} : { pointer }),
    }
    this.#batch.findings.push({ check, finding })
  }
}
