/** What was asked: the tool, the redacted arguments, who for. */
import { Hash } from '../../../design/hash.js'
import { Time } from '../../../design/time.js'
import type { CallDetail } from '../../api/reading.js'
import { Link, usePlaces } from '../../parts/link.js'

export function Asked({ call }: { call: CallDetail }) {
  const { record, decision } = call
  const places = usePlaces()
  return (
    <section className="card stack" aria-labelledby="asked">
      <h2 id="asked">What was asked</h2>
      <dl className="facts">
        <dt>Tool</dt>
        <dd>
          <Link to={places.at('calls', { tool: record.tool })}>{record.tool}</Link>
        </dd>
        <dt>By agent</dt>
        <dd>
          <Link to={places.at('runs', { agent: decision.payload.agent })}>{decision.payload.agent}</Link>{' '}
          <span className="soft">{decision.payload.agent_version}</span>, for{' '}
          {decision.payload.principal.type} <code>{decision.payload.principal.ref}</code>
        </dd>
        <dt>Asked</dt>
        <dd>
          <Time at={record.requested_at} clock="vendor" />, received{' '}
          <Time at={decision.payload.received_at} />
        </dd>
        <dt>Place</dt>
        <dd>
          call {decision.payload.position} of its run, the vendor’s number {record.seq}
        </dd>
        {call.resource_ref_redacted === null ? null : (
          <>
            <dt>Resource</dt>
            <dd>
              <code>{call.resource_ref_redacted}</code>
            </dd>
          </>
        )}
        <dt>Arguments</dt>
        <dd>
          <Hash value={record.args_hash} of="hash of the arguments" />
        </dd>
      </dl>
      <Arguments value={call.args_redacted} />
    </section>
  )
}

/** As the vendor redacted them, and Heron again. */
export function Arguments({ value }: { value: unknown }) {
  if (value === null || value === undefined)
    return <p className="soft small">The redacted arguments have expired; their hash stays.</p>
  return (
    <figure className="stack">
      <figcaption className="small soft">Arguments, redacted by the vendor and again by Heron</figcaption>
      <pre className="bytes" tabIndex={0} aria-label="Redacted arguments">
        {JSON.stringify(value, null, 2)}
      </pre>
    </figure>
  )
}
