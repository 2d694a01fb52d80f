/** Agents by volume, the part that was not allowed drawn darker. */
import { BarList } from '../../../design/chart/bar-list.js'
import { counted } from '../../../words/figures.js'
import type { OverviewAnswer } from '../../api/reading.js'
import { Link, usePlaces } from '../../parts/link.js'

export function Agents({ agents, period }: { agents: OverviewAnswer['agents']; period: string }) {
  const places = usePlaces()
  return (
    <section className="card stack" aria-labelledby="agents">
      <h2 id="agents">Agents</h2>
      {agents.length === 0 ? <p className="soft">None in this period.</p> : null}
      <BarList
        label="Calls by agent"
        rows={agents.map(({ agent, calls, not_allowed }) => ({
          id: agent,
          name: <Link to={places.at('runs', { agent, period })}>{agent}</Link>,
          value: calls,
          part: not_allowed,
          note: not_allowed === 0 ? 'all allowed' : `${counted(not_allowed, 'call')} not allowed`,
        }))}
      />
    </section>
  )
}
