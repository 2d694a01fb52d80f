/** The report for people: failures first, then what could not be checked, then the list of checks. */
import {
  CHECKS,
  type CheckFinding,
  type CheckResult,
  inertText,
  type VerificationReport,
} from '@heron/evidence'

/** Findings shown for each check; `--json` has more. */
const SHOWN = 10

const MARKS = { pass: '●', fail: '■', not_checked: '○' } as const
const WORDS = { pass: 'pass', fail: 'FAIL', not_checked: 'not checked' } as const
const OUTCOMES = {
  pass: 'PASS: everything in this file was recomputed, and it agrees',
  fail: 'FAIL: something in this file does not agree with what was signed',
  incomplete: 'INCOMPLETE: nothing failed, but not everything could be checked',
} as const

/** @param beside further lines about the file that are no part of the outcome. */
export function reportLines(
  file: string,
  report: VerificationReport,
  beside: readonly string[] = [],
): string[] {
  const { totals, checks, notices } = report
  const failed = sum(checks, 'failed')
  const notChecked = sum(checks, 'not_checked')
  const passed = Math.max(0, totals.checks - failed - notChecked)
  const lines = [
    `${file}: ${plural(totals.sessions, 'session')}, ${plural(totals.actions, 'action')}, ${plural(totals.statements, 'statement')}`,
    `${plural(totals.checks, 'check')}: ${number(passed)} pass, ${number(failed)} fail, ${number(notChecked)} not checked`,
    '',
  ]
  const byOutcome = [...checks].sort((left, right) => rank(left) - rank(right))
  const width = Math.max(...checks.map(({ id }) => id.length))
  for (const check of byOutcome) {
    const title = CHECKS.find(({ id }) => id === check.id)?.title ?? ''
    const word = WORDS[check.outcome].padEnd(WORDS.not_checked.length)
    lines.push(
      `${MARKS[check.outcome]} ${word}  ${check.id.padEnd(width)}  ${number(check.count).padStart(9)}  ${title}`,
    )
    for (const finding of check.findings.slice(0, SHOWN))
      lines.push(`    ${place(finding)}${finding.message}`)
    const more = check.failed + check.not_checked - SHOWN
    if (more > 0) lines.push(`    … and ${number(more)} more`)
  }
  if (notices.length > 0) lines.push('', ...notices.map(({ message }) => `notice: ${message}`))
  if (beside.length > 0) lines.push('', ...beside)
  // Ids come from the file: none may steer the terminal.
  return [...lines, '', OUTCOMES[report.outcome]].map(inertText)
}

function place({ line, session, action, pointer }: CheckFinding): string {
  const parts = [
    line === undefined ? '' : `line ${line.toString()}`,
    session === undefined ? '' : `session ${session}`,
    action === undefined ? '' : `action ${action}`,
    pointer ?? '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : `${parts.join(', ')}: `
}

function rank({ outcome }: CheckResult): number {
  return outcome === 'fail' ? 0 : outcome === 'not_checked' ? 1 : 2
}

function sum(checks: readonly CheckResult[], member: 'failed' | 'not_checked'): number {
  return checks.reduce((total, check) => total + check[member], 0)
}

function plural(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`
}

function number(value: number): string {
  return value.toLocaleString('en')
}
