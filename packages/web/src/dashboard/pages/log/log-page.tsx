/** Operator log: every act that could weaken the evidence, its chain recomputed by the service and in this browser. */
import { actWords } from '../../../words/acts.js'
import { Hash } from '../../../design/hash.js'
import { Time } from '../../../design/time.js'
import type { LogItem } from '../../api/reading.js'
import { useProjectPages } from '../../api/use-answer.js'
import { type DataColumn, DataTable } from '../../parts/data-table.js'
import { PageFrame } from '../../parts/page-frame.js'
import { Empty } from '../../parts/states.js'
import { EntryDetails } from './entry-details.js'
import { LogVerdict } from './log-verdict.js'

export function LogPage() {
  const pages = useProjectPages<LogItem>('/log', ['log'])
  return (
    <PageFrame
      title="Operator log"
      lead="Every act of a person that could weaken the evidence, signed in the same transaction as the act. Reviewers read it with pseudonyms; names are shown to your organization only."
    >
      <LogVerdict pages={pages} />
      <DataTable
        caption="Operator log"
        columns={COLUMNS}
        pages={pages}
        keyOf={({ receipt }) => receipt.payload.entry_hash}
        empty={
          <Empty title="Nothing was done yet">
            <p>The first entry is usually an API key. Nothing here can be changed or removed later.</p>
          </Empty>
        }
      />
    </PageFrame>
  )
}

const COLUMNS: readonly DataColumn<LogItem>[] = [
  { head: 'No.', width: '3.6rem', number: true, cell: ({ receipt }) => receipt.payload.seq },
  {
    head: 'What',
    header: true,
    cell: ({ receipt: { payload }, actor }) => (
      <>
        <strong>{actor ?? 'Somebody'}</strong> {actWords(payload.act)}
        <span className="soft small block wrap">
          <code>{payload.act}</code> {payload.subject}
        </span>
        <span className="only-narrow small">
          {payload.reason === null ? null : `“${payload.reason}” · `}
          <Time at={payload.at} brief />
        </span>
      </>
    ),
  },
  {
    head: 'Reason',
    width: '14rem',
    from: 'medium',
    cell: ({ receipt }) => receipt.payload.reason ?? <span className="soft">none asked</span>,
  },
  {
    head: 'From – to',
    width: '16rem',
    from: 'wide',
    cell: (item) => <EntryDetails payload={item.receipt.payload} />,
  },
  {
    head: 'When',
    width: '10.25rem',
    from: 'medium',
    cell: ({ receipt }) => <Time at={receipt.payload.at} brief />,
  },
  {
    head: 'Entry',
    width: '12.5rem',
    from: 'widest',
    cell: ({ receipt }) => <Hash value={receipt.payload.entry_hash} of="entry hash" />,
  },
]
