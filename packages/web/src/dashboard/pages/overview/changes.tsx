/** What people changed lately: the newest entries of the operator log. */
import { Time } from '../../../design/time.js'
import { actWords } from '../../../words/acts.js'
import type { LogItem } from '../../api/reading.js'
import { Link, usePlaces } from '../../parts/link.js'

export function Changes({ changes }: { changes: readonly LogItem[] }) {
  const places = usePlaces()
  return (
    <section className="card stack wide" aria-labelledby="changes">
      <div className="row spread">
        <h2 id="changes">What changed</h2>
        <Link to={places.at('log')} className="small">
          Operator log
        </Link>
      </div>
      {changes.length === 0 ? <p className="soft">Nobody has changed anything yet.</p> : null}
      <ul className="changes">
        {changes.map(({ receipt: { payload }, actor }) => (
          <li key={payload.entry_hash}>
            <span>
              <strong>{actor ?? 'Somebody'}</strong> {actWords(payload.act)}
              {payload.reason === null ? null : <span className="soft wrap">: “{payload.reason}”</span>}
            </span>
            <span className="small">
              <Time at={payload.at} brief />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
