/** The result: one line of figures, failures first, then every check with what it proves. */
import { useEffect, useState } from 'react'
import {
  type CheckFinding,
  type CheckResult,
  CHECKS,
  decodeJson,
  type JsonValue,
  type VerificationReport,
} from '@heron/evidence'
import { Hash } from '../../design/hash.js'
import { MessageText } from '../../design/message-text.js'
import { StatusMark } from '../../design/status-mark.js'
import { Table } from '../../design/table.js'
import { count, counted } from '../../words/figures.js'
import { callHref, runHref } from '../route.js'
import { BytesButton } from './bytes-view.js'
import { differenceOf, valueAt } from './check-words.js'
import { useVerifier } from './verifier.js'

/** Findings drawn of one check: the rest is in the counts, and in the offline verifier's report. */
const DRAWN = 3
const DRAWN_OPEN = 20

const TITLES = new Map<string, string>(CHECKS.map(({ id, title }) => [id, title]))

export function ReportView({
  report,
  seconds,
  at,
}: {
  report: VerificationReport
  seconds: number
  at: Date
}) {
  const { failed, notChecked, pass } = sums(report)
  const open = openOf(report)
  return (
    <section className={`card stack result ${report.outcome}`} aria-label="Result of the verification">
      <p className="result-line" role="status">
        <strong>{counted(report.totals.checks, 'check')}:</strong>{' '}
        <StatusMark status="pass" word={`${count(pass)} pass`} />,{' '}
        <StatusMark status="fail" word={`${count(failed)} fail`} quiet={failed === 0} />,{' '}
        <StatusMark status="not_checked" word={`${count(notChecked)} not checked`} />
      </p>
      <p className="soft small">
        {counted(report.totals.sessions, 'run')}, {counted(report.totals.actions, 'call')},{' '}
        {counted(report.totals.statements, 'statement')}, checked in this browser in {seconds.toFixed(1)} s,
        ended {at.toLocaleTimeString()}. {VERDICTS[report.outcome]}
      </p>
      {report.checks
        .filter(({ outcome }) => outcome === 'fail')
        .map((check) => (
          <FailedCheck key={check.id} check={check} />
        ))}
      {open.length > 0 ? (
        <details open={failed === 0}>
          <summary>Not checked, and why</summary>
          <ul className="plain-list">
            {open.map(({ check, finding }, index) => (
              <li key={index}>
                <StatusMark status="not_checked" word={check} /> <MessageText text={finding.message} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {report.notices.length > 0 ? (
        <details>
          <summary>{counted(report.notices.length, 'notice')}: worth knowing, and no failure</summary>
          <ul className="plain-list">
            {report.notices.slice(0, 100).map(({ message }, index) => (
              <li key={index}>
                <MessageText text={message} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      <details>
        <summary>Every check, and what it proves</summary>
        <CheckTable checks={report.checks} />
      </details>
    </section>
  )
}

const VERDICTS: Record<VerificationReport['outcome'], string> = {
  pass: 'Everything that could be checked was checked, and holds.',
  fail: 'Something does not hold: see below.',
  incomplete: 'Nothing failed, and not everything could be checked: see below.',
}

function FailedCheck({ check }: { check: CheckResult }) {
  const failures = check.findings.filter(({ outcome }) => outcome === 'fail')
  const left = check.failed - Math.min(DRAWN, failures.length)
  return (
    <section className="failure stack" aria-label={`Failed: ${check.id}`}>
      <h3 className="row">
        <StatusMark status="fail" word={check.id} />
        <span className="soft small">{counted(check.failed, 'failure')}</span>
      </h3>
      <p>Rule: {TITLES.get(check.id)}.</p>
      {failures.slice(0, DRAWN).map((finding, index) => (
        <FailureView key={index} finding={finding} />
      ))}
      {left > 0 ? (
        <p className="soft small">
          {counted(left, 'more failure')} of this check; <code>heron verify --json</code> lists them.
        </p>
      ) : null}
    </section>
  )
}

function FailureView({ finding }: { finding: CheckFinding }) {
  const entry = useEntry(finding.line)
  const difference = differenceOf(finding, entry)
  const found = finding.pointer === undefined ? undefined : valueAt(entry, finding.pointer)
  return (
    <article className="finding stack">
      <p>
        <strong>
          <MessageText text={finding.message} />
        </strong>{' '}
        <span className="mono small soft">{finding.code}</span>
      </p>
      <p className="row small">
        {finding.line === undefined ? null : <span>Line {count(finding.line)}</span>}
        {finding.session === undefined ? null : (
          <span>
            run <a href={runHref(finding.session)}>{finding.session}</a>
          </span>
        )}
        {finding.action === undefined ? null : (
          <span>
            call <a href={callHref(finding.action)}>{finding.action}</a>
          </span>
        )}
        {finding.pointer === undefined ? null : <code className="wrap">{finding.pointer}</code>}
      </p>
      {difference === null ? null : (
        <dl className="side-by-side">
          <div>
            <dt>Expected</dt>
            <dd>
              <ValueText text={difference.expected} />
            </dd>
          </div>
          <div>
            <dt>Found</dt>
            <dd>
              <ValueText text={difference.found} />
            </dd>
          </div>
        </dl>
      )}
      {finding.line === undefined ? null : <BytesButton line={finding.line} marked={found} />}
    </article>
  )
}

function ValueText({ text }: { text: string }) {
  if (/^sha256:[0-9a-f]{64}$/.test(text)) return <Hash value={text} />
  return (
    <span className="mono small wrap">
      <MessageText text={text.length > 400 ? `${text.slice(0, 400)}…` : text} />
    </span>
  )
}

/** The entry on a line of the verified file. */
function useEntry(line: number | undefined): JsonValue | undefined {
  const { verifier } = useVerifier()
  const [entry, setEntry] = useState<JsonValue | undefined>()
  useEffect(() => {
    if (line === undefined) return undefined
    let current = true
    void verifier.line(line).then((text) => {
      const read = text === null ? null : decodeJson(text)
      if (current && read?.ok === true) setEntry(read.value)
    })
    return () => {
      current = false
    }
  }, [line, verifier])
  return entry
}

export function CheckTable({ checks }: { checks: readonly CheckResult[] }) {
  return (
    <Table
      caption="Checks"
      rows={checks}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Result', cell: ({ outcome }) => <StatusMark status={outcome} /> },
        {
          head: 'What it proves',
          header: true,
          cell: ({ id }) => (
            <>
              {TITLES.get(id)} <span className="mono small soft">{id}</span>
            </>
          ),
        },
        { head: 'Looked at', number: true, cell: (check) => count(check.count) },
        { head: 'Fail', number: true, cell: ({ failed }) => count(failed) },
        { head: 'Not checked', number: true, cell: ({ not_checked }) => count(not_checked) },
      ]}
    />
  )
}

function sums({ checks, totals }: VerificationReport) {
  const failed = checks.reduce((sum, check) => sum + check.failed, 0)
  const notChecked = checks.reduce((sum, check) => sum + check.not_checked, 0)
  return { failed, notChecked, pass: Math.max(0, totals.checks - failed - notChecked) }
}

function openOf({ checks }: VerificationReport) {
  return checks
    .flatMap(({ id, findings }) => findings.map((finding) => ({ check: id, finding })))
    .filter(({ finding }) => finding.outcome === 'not_checked')
    .slice(0, DRAWN_OPEN)
}
