/** Five figures, each with its course and a way to what it counts. */
import type { ReactNode } from 'react'
import { VERDICTS } from '@heron/evidence'
import { Sparkline } from '../../../design/chart/sparkline.js'
import { Term } from '../../../design/glossary-term.js'
import { count, counted } from '../../../words/figures.js'
import type { OverviewAnswer } from '../../api/reading.js'
import { Link, type Place, usePlaces } from '../../parts/link.js'

export function Figures({ overview, period }: { overview: OverviewAnswer; period: string }) {
  const { figures, spark, verdicts_over_time, queue, issues_open } = overview
  const places = usePlaces()
  const refused = VERDICTS.filter((verdict) => verdict !== 'ALLOW').flatMap((verdict) => {
    const number = verdicts_over_time.reduce((sum, at) => sum + at[verdict], 0)
    return number === 0 ? [] : [{ verdict, number }]
  })
  return (
    <dl className="tiles">
      <Tile
        label="Calls"
        place={places.at('calls', { period })}
        value={count(figures.calls)}
        spark={spark.calls}
      >
        announced before they ran
      </Tile>
      <Tile
        label={<Term of="coverage">Coverage</Term>}
        place={places.at('calls', { period })}
        value={figures.coverage === null ? '–' : percent(figures.coverage)}
        spark={spark.coverage}
      >
        {queue === 0 ? 'have a statement' : `have a statement; ${count(queue)} still to compare`}
      </Tile>
      <Tile
        label="Not allowed"
        place={places.at('calls', {
          period,
          ...(refused[0] === undefined ? {} : { verdict: refused[0].verdict }),
        })}
        value={count(figures.not_allowed)}
        spark={spark.not_allowed}
      >
        {refused.length === 0
          ? 'every call was allowed'
          : refused.map(({ verdict, number }, index) => (
              <span key={verdict}>
                {index === 0 ? '' : ' · '}
                <Link to={places.at('calls', { period, verdict })}>
                  {count(number)} {verdict}
                </Link>
              </span>
            ))}
      </Tile>
      <Tile
        label="Open findings"
        place={places.at('issues', { state: 'open' })}
        value={count(figures.open_findings)}
        spark={spark.open_findings}
      >
        {figures.open_findings === 0 ? 'none to look at' : `of ${counted(issues_open, 'kind')}`}
      </Tile>
      <Tile
        label="Decision time, p95"
        place={places.at('calls', { period })}
        value={figures.decision_p95_ms === null ? '–' : `${decimals(figures.decision_p95_ms)} ms`}
        spark={[]}
      >
        from request to signed answer
      </Tile>
    </dl>
  )
}

function Tile({
  label,
  place,
  value,
  spark,
  children,
}: {
  label: ReactNode
  place: Place
  value: string
  spark: readonly (number | null)[]
  children: ReactNode
}) {
  return (
    <div className="tile">
      <dt>{label}</dt>
      <dd>
        <Link to={place} className="tile-value">
          {value}
        </Link>
        <span className="soft small block">{children}</span>
        <Sparkline values={spark} />
      </dd>
    </div>
  )
}

/** Never rounded up to all, or down to nothing. */
function percent(part: number): string {
  const rounded = Math.round(part * 1000) / 10
  if (part < 1 && rounded >= 100) return '> 99.9 %'
  if (part > 0 && rounded <= 0) return '< 0.1 %'
  return `${rounded.toLocaleString()} %`
}

function decimals(ms: number): string {
  if (ms < 0.1) return '< 0.1'
  return ms.toLocaleString(undefined, { maximumFractionDigits: ms < 10 ? 1 : 0 })
}
