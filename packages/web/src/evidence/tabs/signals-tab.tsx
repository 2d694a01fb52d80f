/** Signals: where each dimension came from, which tools the vendor described, what it committed to. */
import type { PageSignals } from '@heron/evidence'
import { Term } from '../../design/glossary-term.js'
import { Hash } from '../../design/hash.js'
import { StatusMark } from '../../design/status-mark.js'
import { Table } from '../../design/table.js'
import { count, counted, share } from '../../words/figures.js'
import { SourceTable } from '../../record/source-table.js'
import { Answered } from '../source/answered.js'
import { useAnswer } from '../source/use-answer.js'

export function SignalsTab() {
  const answer = useAnswer('signals', (source) => source.signals())
  return <Answered answer={answer}>{(signals) => <Signals signals={signals} />}</Answered>
}

function Signals({ signals }: { signals: PageSignals }) {
  const { commitments, tools, catalog } = signals
  const rows = [
    {
      name: 'Hash of the instructions',
      part: commitments.instructions,
      whole: commitments.actions,
      of: 'calls',
    },
    {
      name: 'Hash of the text that was shown',
      part: commitments.shown_text,
      whole: commitments.actions,
      of: 'calls',
    },
    { name: 'A grant', part: commitments.grants, whole: commitments.sessions, of: 'runs' },
    { name: 'A task', part: commitments.tasks, whole: commitments.sessions, of: 'runs' },
  ]
  return (
    <div className="stack">
      <h2>
        Where each value came from (<Term of="source" />)
      </h2>
      <p className="soft">
        Of {counted(signals.actions, 'call')}. The longer the last two colours of a bar, the more the rules
        read a name or nothing.
      </p>
      <SourceTable dimensions={signals.dimensions} />
      <h2>
        Tools and the <Term of="catalogue" />
      </h2>
      {catalog === null ? (
        <p>
          <StatusMark status="gap" /> The vendor has published no catalogue: tools are known by their names
          only.
        </p>
      ) : (
        <p className="row">
          <Hash value={catalog.catalog_hash} of="catalogue hash" />
          {catalog.signature_valid ? (
            <StatusMark status="declared" word="signed by the vendor" />
          ) : (
            <StatusMark status="fail" word="its signature did not hold: never in force" />
          )}
        </p>
      )}
      <div className="columns three">
        <ToolList title="Described" tools={tools.described} none="no tool" />
        <ToolList title="Listed without facts" tools={tools.listed} none="no tool" />
        <ToolList title="Used, never mentioned" tools={tools.absent} none="no tool" />
      </div>
      <h2>What the vendor committed to</h2>
      <Table
        caption="Commitments"
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { head: 'Commitment', header: true, cell: ({ name }) => name },
          {
            head: 'Stated',
            number: true,
            cell: ({ part, whole, of }) => `${count(part)} of ${count(whole)} ${of}`,
          },
          { head: 'Share', number: true, cell: ({ part, whole }) => share(part, whole) },
        ]}
      />
    </div>
  )
}

function ToolList({ title, tools, none }: { title: string; tools: readonly string[]; none: string }) {
  return (
    <section className="card stack" aria-label={title}>
      <h3>
        {title} <span className="soft">{count(tools.length)}</span>
      </h3>
      {tools.length === 0 ? (
        <p className="soft">{none}</p>
      ) : (
        <ul className="plain-list mono small">
          {tools.map((tool) => (
            <li key={tool}>{tool}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
