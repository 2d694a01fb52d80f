/** The demo's outcome for people: a table of calls, findings, both verifications, links. */
import { renderTable } from '../table.js'
import type { DemoDecision } from './decisions.js'
import type { DemoFinding } from './findings.js'
import type { DemoResult } from './demo-result.js'

/** Failing checks named for the altered copy; one character breaks several at once. */
const CHECKS_SHOWN = 4

export function demoLines(result: DemoResult): readonly string[] {
  const { decisions, findings, verify, tampered_verify: tampered, alteration } = result
  return [
    '',
    'Each tool call of the agent was announced before it ran. Heron decided, the vendor signed what it then did:',
    '',
    ...callTable(decisions),
    '',
    ...findingLines(findings, decisions),
    '',
    `Exported ${String(decisions.length)} calls and verified the file offline, with Heron's keys pinned:`,
    `verify: ${verify.outcome}`,
    ...verify.notices.map(({ message }) => `  notice: ${message}`),
    '',
    `In a copy, one character was changed: line ${String(alteration.line)}, ${alteration.member}, \`${alteration.from}\` became \`${alteration.to}\`.`,
    `tampered: ${tampered.outcome}`,
    ...failingChecks(tampered),
  ]
}

function callTable(decisions: readonly DemoDecision[]): readonly string[] {
  return renderTable(
    [
      { heading: '#', align: 'right' },
      { heading: 'what the agent wanted' },
      { heading: 'tool' },
      { heading: 'verdict' },
      { heading: 'reason' },
      { heading: 'answers', align: 'right' },
      { heading: 'vendor says' },
    ],
    decisions.map(({ position, intention, tool, verdict, rule, reasons, answers, outcomes }) => [
      String(position),
      intention,
      tool,
      verdict,
      [...new Set([rule, ...reasons])].filter((reason) => reason !== null).join(', '),
      answers === null ? '' : `#${String(answers)}`,
      outcomes.join(', ') || 'nothing yet',
    ]),
  )
}

function findingLines(
  findings: readonly DemoFinding[],
  decisions: readonly DemoDecision[],
): readonly string[] {
  if (findings.length === 0) return ['The comparison of decisions and statements found nothing.']
  const positionOf = new Map(decisions.map(({ action_id, position }) => [action_id, position]))
  return [
    'The comparison of decisions and statements found:',
    ...findings.map(({ kind, severity, action, tool }) => {
      const position = positionOf.get(action ?? '')
      return `  ${kind} (${severity})${position === undefined ? '' : `: call #${String(position)}, ${tool ?? ''}`}`
    }),
  ]
}

function failingChecks({ checks }: DemoResult['tampered_verify']): readonly string[] {
  const failing = checks.filter(({ outcome }) => outcome === 'fail')
  const more = failing.length - CHECKS_SHOWN
  return [
    ...failing
      .slice(0, CHECKS_SHOWN)
      .map(({ id, findings }) => `  failed: ${id}: ${findings[0]?.message ?? ''}`),
    ...(more > 0 ? [`  … and ${String(more)} more checks`] : []),
  ]
}
