/** One call: what was asked, what Heron decided and why, what the vendor says happened, then the signed documents. */
import { StatusMark } from '../../../design/status-mark.js'
import { Time } from '../../../design/time.js'
import type { CallDetail } from '../../api/reading.js'
import { useProjectAnswer } from '../../api/use-answer.js'
import { usePathParam } from '../../parts/address.js'
import { Link, usePlaces } from '../../parts/link.js'
import { PageFrame } from '../../parts/page-frame.js'
import { RawJson } from '../../parts/raw-json.js'
import { Answered } from '../../parts/states.js'
import { findingTitle } from '../issues/finding-titles.js'
import { SeverityMark } from '../../../design/severity.js'
import { Asked } from './asked.js'
import { Decided } from './decided.js'
import { Documents } from './documents.js'

export function CallPage() {
  const action = usePathParam('action')
  const places = usePlaces()
  const call = useProjectAnswer<CallDetail>(`/actions/${encodeURIComponent(action)}`, [
    'actions',
    'executions',
    'findings',
    'approvals',
  ])
  const { data } = call
  return (
    <PageFrame
      title={data === undefined ? 'Call' : `Call of ${data.record.tool}`}
      heading={
        data === undefined ? (
          'Call'
        ) : (
          <>
            Call of <code>{data.record.tool}</code>
          </>
        )
      }
      up={
        data === undefined
          ? { label: 'All calls', place: places.at('calls') }
          : { label: `Run ${data.session_external_id}`, place: places.run(data.session) }
      }
    >
      <Answered answer={call} lines={12}>
        {(detail) => (
          <>
            <Asked call={detail} />
            <Decided call={detail} />
            <Happened call={detail} />
            <Findings call={detail} />
            <Documents call={detail} />
            <RawJson of="the call" value={detail} />
          </>
        )}
      </Answered>
    </PageFrame>
  )
}

function Happened({ call }: { call: CallDetail }) {
  return (
    <section className="card stack" aria-labelledby="happened">
      <h2 id="happened">What the vendor says happened</h2>
      {call.statements.length === 0 ? (
        <p>
          <StatusMark status="gap" word="no statement" /> Nothing was reported about this call.
        </p>
      ) : (
        <ol className="stack">
          {call.statements.map(({ statement, signature_valid, received_at }, index) => (
            <li key={index} className="row">
              <StatusMark status="declared" word={statement.outcome ?? 'no outcome'} />
              {signature_valid ? null : <StatusMark status="fail" word="signature does not hold" />}
              <span className="small">
                done <Time at={statement.executed_at} clock="vendor" />, received <Time at={received_at} />
              </span>
              {statement.error_code === null ? null : <code>{statement.error_code}</code>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function Findings({ call }: { call: CallDetail }) {
  const places = usePlaces()
  if (call.findings.length === 0) return null
  return (
    <section className="card stack" aria-labelledby="findings">
      <h2 id="findings">Findings</h2>
      <ul className="stack">
        {call.findings.map(({ finding, kind, severity, raised_at, cleared_at, reviews }) => (
          <li key={finding} className="row">
            <SeverityMark severity={severity} />
            <Link to={places.issue(kind)}>{findingTitle(kind)}</Link>
            <span className="soft small">
              raised <Time at={raised_at} />
              {cleared_at === null ? '' : ', cleared since'}
              {reviews.length === 0 ? '' : `, reviewed: “${reviews.at(-1)?.reason ?? ''}”`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
