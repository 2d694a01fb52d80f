/** Tools by what the catalogue says of them; each leads to its calls. */
import type { CatalogSignals } from '@heron/evidence'
import { Table } from '../../../design/table.js'
import { count } from '../../../words/figures.js'
import type { ToolsAnswer } from '../../api/tools.js'
import { Link, usePlaces } from '../../parts/link.js'
import { Section } from '../../parts/section.js'

export function MentionedTools({
  title,
  lead,
  tools,
}: {
  title: string
  lead: string
  tools: ToolsAnswer['absent']
}) {
  const places = usePlaces()
  if (tools.length === 0) return null
  return (
    <Section title={title} lead={lead}>
      <ul className="tool-chips">
        {tools.map(({ name, calls }) => (
          <li key={name}>
            <Link to={places.at('calls', { tool: name })} className="chip mono">
              <span className="wrap">{name}</span> <span className="soft">{count(calls)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function DescribedTools({ tools }: { tools: ToolsAnswer['described'] }) {
  const places = usePlaces()
  if (tools.length === 0) return null
  return (
    <Section title="Described" lead="As the catalogue in force says it. A signal of the call wins over it.">
      <Table
        caption="Described tools"
        rows={tools}
        keyOf={({ name }) => name}
        columns={[
          {
            head: 'Tool',
            header: true,
            cell: ({ name, aliases }) => (
              <>
                <Link to={places.at('calls', { tool: name })} className="mono wrap">
                  {name}
                </Link>
                {aliases.length === 0 ? null : (
                  <span className="soft small block wrap">also {aliases.join(', ')}</span>
                )}
              </>
            ),
          },
          {
            head: 'What it is',
            cell: ({ signals }) => (
              <span className="chips">
                {factsOf(signals).map((fact) => (
                  <span key={fact} className="chip">
                    {fact}
                  </span>
                ))}
              </span>
            ),
          },
          { head: 'Calls', number: true, cell: ({ calls }) => count(calls) },
        ]}
      />
    </Section>
  )
}

function factsOf({ op, data_class, destination, reversible, reversibility }: CatalogSignals): string[] {
  const back =
    reversibility ?? (reversible === undefined ? undefined : reversible ? 'reversible' : 'terminal')
  return [op, data_class, destination, back].flatMap((value) =>
    value === undefined ? [] : [value.replaceAll('_', ' ')],
  )
}
