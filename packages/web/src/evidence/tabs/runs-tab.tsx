/** Runs: a filtered list; one run opens as its chain. */
import { type ReactNode, useState } from 'react'
import { PUBLISHED_FINDINGS, VERDICTS } from '@heron/evidence'
import { Button } from '../../design/button.js'
import { EmptyState } from '../../design/empty-state.js'
import { Hash } from '../../design/hash.js'
import { Table } from '../../design/table.js'
import { Time } from '../../design/time.js'
import { count } from '../../words/figures.js'
import { type Route, runHref, tabHref } from '../route.js'
import { Answered, More } from '../source/answered.js'
import { usePages } from '../source/use-answer.js'
import { RunView } from './run-view.js'

export function RunsTab({ route }: { route: Route }) {
  if (route.run !== null) return <RunView session={route.run} />
  return <RunList filter={route.filter} />
}

function RunList({ filter }: { filter: URLSearchParams }) {
  const asked = {
    agent: filter.get('agent') ?? '',
    verdict: filter.get('verdict') ?? '',
    finding: filter.get('finding') ?? '',
  }
  const pages = usePages(`runs ${JSON.stringify(asked)}`, (source, cursor) => source.runs(asked, cursor))
  return (
    <div className="stack">
      <Filters key={JSON.stringify(asked)} asked={asked} />
      <Answered answer={pages.answer}>
        {(runs) =>
          runs.length === 0 ? (
            <EmptyState>
              No run matches. Runs appear here as soon as the vendor opens them; older ones may lie outside
              the window.
            </EmptyState>
          ) : (
            <Table
              caption="Runs"
              rows={runs}
              keyOf={({ session }) => session}
              columns={[
                {
                  head: 'Run',
                  header: true,
                  cell: ({ session }) => <a href={runHref(session)}>{session}</a>,
                },
                {
                  head: 'Agent',
                  cell: ({ agent, agent_version }) => (
                    <>
                      {agent}
                      {agent_version === null ? null : (
                        <span className="soft small block">version {agent_version}</span>
                      )}
                    </>
                  ),
                },
                { head: 'Opened', cell: ({ opened_at }) => <Time at={opened_at} /> },
                {
                  head: 'State',
                  cell: ({ closed_at }) => (closed_at === null ? 'open: completeness not proven' : 'closed'),
                },
                { head: 'Calls', number: true, cell: ({ actions }) => count(actions) },
                { head: 'Decisions', cell: ({ verdicts }) => <Verdicts verdicts={verdicts} /> },
                { head: 'Findings', number: true, cell: ({ findings }) => count(findings) },
                { head: 'Head', cell: ({ head_hash }) => <Hash value={head_hash} of="head" /> },
              ]}
            />
          )
        }
      </Answered>
      <More pages={pages} />
    </div>
  )
}

function Verdicts({ verdicts }: { verdicts: Readonly<Record<string, number>> }): ReactNode {
  const some = Object.entries(verdicts).filter(([, number]) => number > 0)
  return some.length === 0 ? '–' : some.map(([verdict, number]) => `${count(number)} ${verdict}`).join(', ')
}

function Filters({ asked }: { asked: { agent: string; verdict: string; finding: string } }) {
  const [filter, setFilter] = useState(asked)
  const apply = (next: typeof asked) => {
    setFilter(next)
    const set = Object.entries(next).filter(([, value]) => value !== '')
    window.location.hash = tabHref('runs', Object.fromEntries(set))
  }
  return (
    <form
      className="row filters no-print"
      aria-label="Filter runs"
      onSubmit={(event) => {
        event.preventDefault()
        apply(filter)
      }}
    >
      <label className="field">
        Agent
        <input
          value={filter.agent}
          onChange={(event) => {
            setFilter({ ...filter, agent: event.target.value })
          }}
        />
      </label>
      <Choice
        label="Decision"
        value={filter.verdict}
        values={VERDICTS}
        onChange={(verdict) => {
          apply({ ...filter, verdict })
        }}
      />
      <Choice
        label="Finding"
        value={filter.finding}
        values={Object.keys(PUBLISHED_FINDINGS)}
        onChange={(finding) => {
          apply({ ...filter, finding })
        }}
      />
      <Button type="submit">Filter</Button>
    </form>
  )
}

export type ChoiceProps = {
  readonly label: string
  readonly value: string
  readonly values: readonly string[]
  readonly onChange: (value: string) => void
}

export function Choice({ label, value, values, onChange }: ChoiceProps) {
  return (
    <label className="field">
      {label}
      <select
        value={value}
        onChange={(event) => {
          onChange(event.target.value)
        }}
      >
        <option value="">any</option>
        {values.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  )
}
