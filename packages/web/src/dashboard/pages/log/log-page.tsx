/** Operator log: every act that could weaken the evidence, its chain recomputed by the service and in this browser. */
import type { LogItem } from '../../api/reading.js'
import { useProjectPages } from '../../api/use-answer.js'
import { DataTable } from '../../parts/data-table.js'
import { PageFrame } from '../../parts/page-frame.js'
import { Empty } from '../../parts/states.js'
import { LOG_COLUMNS } from './log-columns.js'
import { LogVerdict } from './log-verdict.js'
import { ServiceVerdict } from './service-verdict.js'

export function LogPage() {
  const pages = useProjectPages<LogItem>('/log', ['log'])
  return (
    <PageFrame
      title="Operator log"
      lead="Every act of a person that could weaken the evidence, signed in the same transaction as the act. Reviewers read it with pseudonyms; names are shown to your organization only."
    >
      <LogVerdict pages={pages} service={<ServiceVerdict />} />
      <DataTable
        caption="Operator log"
        columns={LOG_COLUMNS}
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
