/** Which verdicts, over time. */
import { type Verdict, VERDICTS } from '@heron/evidence'
import { type Series, StackedArea } from '../../../design/chart/stacked-area.js'
import type { OverviewAnswer } from '../../api/reading.js'
import { Link, usePlaces } from '../../parts/link.js'

/** What was allowed is the calm ground; the darker, the firmer. */
const SCALE: Record<Verdict, Series['scale']> = { ALLOW: 5, STEP_UP: 3, MODIFY: 4, DEFER: 2, DENY: 1 }

const HOUR = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const DAY_HOUR = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  hourCycle: 'h23',
})

export function VerdictMix({ overview, period }: { overview: OverviewAnswer; period: string }) {
  const places = usePlaces()
  const format = period === '1h' || period === '24h' ? HOUR : period === '7d' ? DAY_HOUR : DAY
  return (
    <section className="card stack wide" aria-labelledby="verdict-mix">
      <h2 id="verdict-mix">Decisions</h2>
      <StackedArea
        title="Decisions over time"
        points={overview.verdicts_over_time}
        timeWords={(at) => format.format(new Date(at))}
        series={VERDICTS.map((verdict) => ({
          id: verdict,
          label: verdict,
          scale: SCALE[verdict],
          legend: <Link to={places.at('calls', { period, verdict })}>{verdict}</Link>,
        }))}
      />
    </section>
  )
}
