/** Snapshots that reviewers took of the evidence page: each holds you to what was there. */
import type { PageSnapshot } from '@heron/evidence'
import { Term } from '../../../design/glossary-term.js'
import { Hash } from '../../../design/hash.js'
import { Table } from '../../../design/table.js'
import { Time } from '../../../design/time.js'
import { count } from '../../../words/figures.js'
import type { Items } from '../../api/keys.js'
import { useProjectAnswer } from '../../api/use-answer.js'
import { Section } from '../../parts/section.js'
import { Answered, Empty } from '../../parts/states.js'

export function Snapshots() {
  const answer = useProjectAnswer<Items<PageSnapshot>>('/snapshots', ['settings'], { limit: 200 })
  return (
    <Section
      title="Snapshots"
      lead={
        <>
          A <Term of="snapshot">snapshot</Term> is a signed note of every head at one moment. Reviewers take
          them, and compare later.
        </>
      }
    >
      <Answered answer={answer} lines={2}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No snapshot was taken yet">
              <p>A reviewer takes one on the evidence page.</p>
            </Empty>
          ) : (
            <Table
              caption="List of snapshots"
              rows={items}
              keyOf={({ id }) => id}
              columns={[
                { head: 'Taken', header: true, cell: ({ taken_at }) => <Time at={taken_at} /> },
                { head: 'Runs', number: true, cell: ({ sessions }) => count(sessions) },
                { head: 'Calls', number: true, cell: ({ actions }) => count(actions) },
                { head: 'Digest', cell: ({ digest }) => <Hash value={digest} of="digest" /> },
              ]}
            />
          )
        }
      </Answered>
    </Section>
  )
}
