/** The findings report as Markdown. UNTRUSTED: tool names are what a vendor sent; none may end its cell or steer a terminal. */
import type { FacetCount } from '../issues/issues.js'
import type { FindingsReport, ReportedIssue } from './findings-report.js'

/** Tools named in a section; the JSON form has all of them. */
const TOOLS_SHOWN = 5

export function reportMarkdown(report: FindingsReport): readonly string[] {
  const { project, generated_at, since, findings, open, issues } = report
  const range = since === null ? 'since the beginning' : `since ${since}`
  return [
    `# Findings of ${project}`,
    '',
    `Made at ${generated_at}, ${range}. For operators: it holds more than reviewers see.`,
    '',
    ...(issues.length === 0
      ? ['Nothing was found. That says what was looked for and recorded, and nothing beyond it.']
      : [
          `${counted(findings, 'finding')} of ${counted(issues.length, 'kind')}, ${open.toString()} open.`,
          '',
          '| finding | severity | found | open | reviewed | cleared | runs | last seen |',
          '| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |',
          ...issues.map(summaryRow),
          ...issues.flatMap(section),
        ]),
  ]
}

function summaryRow(issue: ReportedIssue): string {
  const { kind, severity, count, open, reviewed, cleared, runs, last_seen } = issue
  return `| ${[kind, severity, count, open, reviewed, cleared, runs, last_seen].join(' | ')} |`
}

function section(issue: ReportedIssue): readonly string[] {
  const audience = issue.published ? 'On the evidence page as well.' : 'Never published.'
  return [
    '',
    `## ${issue.kind}`,
    '',
    `${issue.means} ${audience}`,
    '',
    `- Harmless causes: ${issue.benign}`,
    `- What to do: ${issue.next}`,
    `- Seen: ${counted(issue.count, 'time')} in ${counted(issue.runs, 'run')}, from ${issue.first_seen} to ${issue.last_seen}`,
    `- State: ${issue.open.toString()} open, ${issue.reviewed.toString()} reviewed, ${issue.cleared.toString()} cleared`,
    `- Tools: ${toolList(issue.tools)}`,
  ]
}

function toolList(tools: readonly FacetCount[]): string {
  const shown = tools.slice(0, TOOLS_SHOWN).map(({ value, count }) => {
    const name = value === null ? 'none' : `\`${plain(value)}\``
    return `${name} (${count.toString()})`
  })
  const more = tools.length - shown.length
  return [...shown, ...(more > 0 ? [`and ${more.toString()} more`] : [])].join(', ')
}

/** Control and invisible characters, and the tick that would end the code span. */
function plain(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}`]/gu, '\ufffd')
}

function counted(count: number, noun: string): string {
  return `${count.toString()} ${noun}${count === 1 ? '' : 's'}`
}
