/** What Heron decided, and why: verdict, rule, classification, and what the call answers or was answered by. */
import type { PolicyBundle } from '@heron/evidence'
import { Time } from '../../../design/time.js'
import { DIMENSION_NAMES, sourceWords } from '../../../record/dimensions.js'
import { Recompute } from '../../../record/recompute.js'
import type { CallDetail } from '../../api/reading.js'
import { useProjectAnswer } from '../../api/use-answer.js'
import { Link, usePlaces } from '../../parts/link.js'

type Bundles = { readonly items: readonly { readonly policy_hash: string; readonly bundle: PolicyBundle }[] }

export function Decided({ call }: { call: CallDetail }) {
  const { payload } = call.decision
  const places = usePlaces()
  return (
    <section className="card stack" aria-labelledby="decided">
      <h2 id="decided">What Heron decided, and why</h2>
      <p className="row">
        <span className="verdict">{payload.verdict}</span>
        {payload.enforcement.effect === 'enforced' ? null : (
          <strong>{payload.enforcement.effect}: not enforced at the time</strong>
        )}
        <span className="soft small">{payload.reasons.join(', ')}</span>
      </p>
      {call.rule === null ? (
        <p>No rule matched; the bundle’s base answered.</p>
      ) : (
        <p>
          <Link to={places.at('policy', { rule: call.rule.id })}>{call.rule.title}</Link>:{' '}
          <span className="soft">{call.rule.text}</span>
        </p>
      )}
      <Classification call={call} />
      <Links call={call} />
      <RecomputeHere call={call} />
    </section>
  )
}

function Classification({ call }: { call: CallDetail }) {
  const { classification } = call.evaluation.payload
  return (
    <dl className="dimension-grid">
      {DIMENSION_NAMES.map((name) => {
        const { value, source } = classification[name]
        return (
          <div key={name}>
            <dt>{name.replace('_', ' ')}</dt>
            <dd>
              {value}
              <span className="soft small block">{sourceWords(source)}</span>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** The earlier call that this one answers, the later one that answers it, or that nobody did in time. */
function Links({ call }: { call: CallDetail }) {
  const places = usePlaces()
  const { resolves, resolved_by, resolution } = call
  return (
    <>
      {resolves === null ? null : (
        <p>
          It answers <Link to={places.call(resolves)}>an earlier call</Link>.
        </p>
      )}
      {resolved_by === null ? null : (
        <p>
          It was answered by <Link to={places.call(resolved_by)}>a later call</Link>.
        </p>
      )}
      {resolution === null ? null : (
        <p>
          Nobody answered in time: closed as {resolution.payload.verdict} (
          {resolution.payload.reason.replace('_', ' ')}) <Time at={resolution.payload.resolved_at} />.
        </p>
      )}
    </>
  )
}

function RecomputeHere({ call }: { call: CallDetail }) {
  const { payload } = call.evaluation
  const bundles = useProjectAnswer<Bundles>('/policy/bundles', ['settings'])
  if (bundles.data === undefined) return null
  const used = bundles.data.items.find(({ policy_hash }) => policy_hash === payload.policy_hash)
  return <Recompute evaluation={payload} bundle={used?.bundle} />
}
