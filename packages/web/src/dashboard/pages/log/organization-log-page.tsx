/** The organization's own log: who joined, left, and was made what. Published to nobody. */
import type { LogItem } from '../../api/reading.js'
import { usePages } from '../../api/use-answer.js'
import { DataTable } from '../../parts/data-table.js'
import { useMe } from '../../parts/me.js'
import { PageFrame } from '../../parts/page-frame.js'
import { Empty } from '../../parts/states.js'
import { LOG_COLUMNS } from './log-columns.js'
import { LogVerdict } from './log-verdict.js'

export function OrganizationLogPage() {
  const { organization } = useMe()
  const pages = usePages<LogItem>('/organization/log')
  return (
    <PageFrame
      title="Organization log"
      lead={`Who joined ${organization.name}, left it, or was made what: a chain of its own, signed like a project’s, and shown to nobody else.`}
    >
      <LogVerdict pages={pages} />
      <DataTable
        caption="Organization log"
        columns={LOG_COLUMNS}
        pages={pages}
        keyOf={({ receipt }) => receipt.payload.entry_hash}
        empty={
          <Empty title="Nothing was done yet">
            <p>Invitations, roles and new projects appear here.</p>
          </Empty>
        }
      />
    </PageFrame>
  )
}
