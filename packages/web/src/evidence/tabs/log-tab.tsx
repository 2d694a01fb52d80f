/** Operator log: the whole chain of acts that could weaken the evidence. Links are compared as they are drawn. */
import type { AuditState, PageLogEntry } from '@heron/evidence'
import { EmptyState } from '../../design/empty-state.js'
import { Term } from '../../design/glossary-term.js'
import { Hash } from '../../design/hash.js'
import { StatusMark } from '../../design/status-mark.js'
import { Table } from '../../design/table.js'
import { Time } from '../../design/time.js'
import { actWords } from '../../words/acts.js'
import { Answered, More } from '../source/answered.js'
import { usePages } from '../source/use-answer.js'

export function LogTab() {
  const pages = usePages('log', (source, cursor) => source.log(cursor))
  return (
    <div className="stack">
      <p className="soft">
        The <Term of="operator_log" />, from its first entry. People are pseudonyms that differ from project
        to project.
      </p>
      <Answered answer={pages.answer}>
        {(entries) =>
          entries.length === 0 ? (
            <EmptyState>Nobody has done anything yet that could weaken the evidence.</EmptyState>
          ) : (
            <LogTable entries={entries} />
          )
        }
      </Answered>
      <More pages={pages} />
    </div>
  )
}

function LogTable({ entries }: { entries: readonly PageLogEntry[] }) {
  const hashes = new Set(entries.map(({ receipt }) => receipt.payload.entry_hash))
  const linked = ({ receipt }: PageLogEntry, index: number) => {
    const { prev_hash } = receipt.payload
    // The edge of what is loaded has its neighbour elsewhere.
    const atEdge = index === 0 || index === entries.length - 1
    return prev_hash === null || hashes.has(prev_hash) || atEdge
  }
  return (
    <Table
      caption="Operator log"
      rows={entries.map((entry, index) => ({ payload: entry.receipt.payload, linked: linked(entry, index) }))}
      keyOf={({ payload }) => payload.entry_hash}
      columns={[
        { head: 'No.', number: true, cell: ({ payload }) => payload.seq },
        { head: 'When', cell: ({ payload }) => <Time at={payload.at} /> },
        {
          head: 'What',
          header: true,
          cell: ({ payload }) => (
            <>
              {actWords(payload.act)} <code className="soft small">{payload.act}</code>
              <span className="soft small block wrap">{payload.subject}</span>
            </>
          ),
        },
        { head: 'Reason', cell: ({ payload }) => payload.reason ?? <span className="soft">none given</span> },
        {
          head: 'From – to',
          cell: ({ payload }) => (
            <span className="small wrap">
              {stateText(payload.before)} → {stateText(payload.after)}
            </span>
          ),
        },
        { head: 'Who', cell: ({ payload }) => <Hash value={payload.actor} of="pseudonym" /> },
        {
          head: 'Link',
          cell: ({ payload, linked: holds }) =>
            holds ? (
              <Hash value={payload.entry_hash} of="entry hash" />
            ) : (
              <StatusMark status="fail" word="broken" />
            ),
        },
      ]}
    />
  )
}

function stateText(state: AuditState): string {
  if (state === null) return 'nothing'
  return Object.entries(state)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ')
}
