/** How the findings of an issue are distributed: each value a bar, each bar a filter. */
import { BarList } from '../../../design/chart/bar-list.js'
import { type Facet, FACETS, type FacetCount, type Issue, WITHOUT } from '../../api/issues.js'
import { useSearchParams } from '../../parts/address.js'

const LABELS: Record<Facet, string> = {
  tool: 'Tool',
  agent: 'Agent',
  environment: 'Environment',
  verdict: 'Decision',
  rule: 'Rule',
}

/** As many as help; the rest are counted together. */
const SHOWN = 6

export function Distributions({ distributions }: Pick<Issue, 'distributions'>) {
  return (
    <section className="distributions" aria-label="Distributions">
      {FACETS.map((facet) => (
        <div key={facet} className="card stack">
          <h2>{LABELS[facet]}</h2>
          <Bars facet={facet} counts={distributions[facet]} />
        </div>
      ))}
    </section>
  )
}

function Bars({ facet, counts }: { facet: Facet; counts: readonly FacetCount[] }) {
  const [params, change] = useSearchParams()
  const rest = counts.slice(SHOWN)
  return (
    <>
      <BarList
        label={`By ${LABELS[facet].toLowerCase()}`}
        rows={counts.slice(0, SHOWN).map(({ value, count }) => {
          const asked = value ?? WITHOUT
          const set = params[facet] === asked
          return {
            id: asked,
            value: count,
            name: (
              <button
                type="button"
                className="bar-button"
                aria-pressed={set}
                onClick={() => {
                  change({ [facet]: set ? null : asked })
                }}
              >
                {value ?? 'none'}
              </button>
            ),
          }
        })}
      />
      {rest.length === 0 ? null : <p className="soft small">and {rest.length} more</p>}
    </>
  )
}

/** Filters that are set, each taken back by one press. */
export function FacetChips() {
  const [params, change] = useSearchParams()
  const set = [...FACETS, 'state', 'period'].filter((name) => params[name] !== undefined)
  if (set.length === 0) return null
  return (
    <p className="row filter-chips">
      {set.map((name) => (
        <button
          key={name}
          type="button"
          className="chip removable"
          aria-label={`Take back the filter ${name}: ${params[name] ?? ''}`}
          onClick={() => {
            change({ [name]: null })
          }}
        >
          {name}: {params[name] === WITHOUT ? 'none' : params[name]} <span aria-hidden="true">×</span>
        </button>
      ))}
    </p>
  )
}
