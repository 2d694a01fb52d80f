/** An entry of an operator log, as a row: who did what, why, from what to what, when. */
import { Hash } from '../../../design/hash.js'
import { Time } from '../../../design/time.js'
import { actWords } from '../../../words/acts.js'
import type { LogItem } from '../../api/reading.js'
import type { DataColumn } from '../../parts/data-table.js'
import { EntryDetails } from './entry-details.js'

export const LOG_COLUMNS: readonly DataColumn<LogItem>[] = [
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
