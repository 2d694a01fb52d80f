/** What every finding must be, wherever it stands: of its kind's severity, with every review that the log holds. */
import type { FindingEntry } from '../../export/format.js'
import { isSameJson } from '../../json/same.js'
import { severityOf } from '../../reconcile/findings.js'
import type { LogWalk } from './log-walk.js'
import type { Reporter } from './reporter.js'

export function checkFindingEntry(entry: FindingEntry, log: LogWalk, reporter: Reporter): void {
  const about = { session: entry.session ?? undefined, action: entry.action ?? undefined }
  const severity = severityOf(entry.kind)
  reporter.checked('evidence.findings')
  if (entry.severity !== severity) {
    const message = `${entry.kind} has the fixed severity ${severity}`
    reporter.fail('evidence.findings', 'SEVERITY_WRONG', message, { ...about, pointer: '/severity' })
  }
  if (!isSameJson(entry.reviews, log.reviewsOf(entry.finding))) {
    const message = 'the reviews are not those that the operator log holds'
    reporter.fail('evidence.findings', 'REVIEWS_DIFFER', message, { ...about, pointer: '/reviews' })
  }
}
