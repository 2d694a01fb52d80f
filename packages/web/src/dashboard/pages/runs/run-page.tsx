/** One run: who, for whom, by which grant, its parent and children, then its chain of calls. */
import { Hash } from '../../../design/hash.js'
import { Time } from '../../../design/time.js'
import { StatusMark } from '../../../design/status-mark.js'
import { ChainList, type ChainLinks } from '../../../record/chain-list.js'
import { counted } from '../../../words/figures.js'
import type { PageCall } from '@heron/evidence'
import type { SessionDetail } from '../../api/reading.js'
import { itemsOf, useProjectAnswer, useProjectPages } from '../../api/use-answer.js'
import { usePathParam } from '../../parts/address.js'
import { Link, usePlaces } from '../../parts/link.js'
import { PageFrame } from '../../parts/page-frame.js'
import { RawJson } from '../../parts/raw-json.js'
import { Answered, Empty, Failed, Loading } from '../../parts/states.js'
import { Button } from '../../../design/button.js'
import { findingTitle } from '../issues/finding-titles.js'

export function RunPage() {
  const session = usePathParam('session')
  const places = usePlaces()
  const run = useProjectAnswer<SessionDetail>(`/sessions/${encodeURIComponent(session)}`, [
    'sessions',
    'actions',
    'findings',
  ])
  const name = run.data?.external_id ?? session
  return (
    <PageFrame
      title={`Run ${name}`}
      heading={
        <>
          Run {name} {run.data === undefined ? null : <span className="soft">by {run.data.agent}</span>}
        </>
      }
      up={{ label: 'All runs', place: places.at('runs') }}
    >
      <Answered answer={run} lines={8}>
        {(detail) => (
          <>
            <Facts run={detail} />
            <Timeline run={detail} />
            <RawJson of="the run" value={detail} />
          </>
        )}
      </Answered>
    </PageFrame>
  )
}

function Facts({ run }: { run: SessionDetail }) {
  const places = usePlaces()
  return (
    <section className="card" aria-label="About this run">
      <dl className="facts">
        <dt>Opened</dt>
        <dd>
          <Time at={run.opened_at} />
        </dd>
        <dt>Closed</dt>
        <dd>
          {run.closed_at === null ? (
            <StatusMark status="not_checked" word="still open: that nothing is missing is not proven" />
          ) : (
            <Time at={run.closed_at} />
          )}
        </dd>
        <dt>Agent</dt>
        <dd>
          <Link to={places.at('runs', { agent: run.agent })}>{run.agent_name ?? run.agent}</Link>
          {run.agent_version === null ? null : <span className="soft"> version {run.agent_version}</span>}
          <span className="soft">, {run.environment}</span>
        </dd>
        <dt>Worked for</dt>
        <dd>
          {run.principal.type} <code>{run.principal.ref}</code>
        </dd>
        {run.task_ref === null ? null : (
          <>
            <dt>Task</dt>
            <dd>
              <Link to={places.at('runs', { q: run.task_ref })}>{run.task_ref}</Link>
            </dd>
          </>
        )}
        {run.parent === null ? null : (
          <>
            <dt>Started by run</dt>
            <dd>
              <Link to={places.run(run.parent.session)}>{run.parent.external_id}</Link>
            </dd>
          </>
        )}
        {run.children.length === 0 ? null : (
          <>
            <dt>Started runs</dt>
            <dd className="row">
              {run.children.map((child) => (
                <Link key={child.session} to={places.run(child.session)}>
                  {child.external_id}
                </Link>
              ))}
            </dd>
          </>
        )}
        <dt>Original request</dt>
        <dd>
          <Hash value={run.record.original_request_hash} of="hash of the request" />{' '}
          <span className="soft small">
            {run.anchors.length === 0
              ? 'named nobody'
              : `named ${counted(run.anchors.length, 'recipient')}, kept as keyed tokens`}
          </span>
        </dd>
        {run.grant === null ? null : (
          <>
            <dt>Grant</dt>
            <dd>
              {run.grant.ref === null ? null : <code>{run.grant.ref}</code>}{' '}
              <Hash value={run.grant.hash} of="hash of the grant" />
            </dd>
          </>
        )}
        <dt>Head</dt>
        <dd>
          <Hash value={run.head_hash} of="head" /> after {counted(run.actions, 'call')}
        </dd>
      </dl>
    </section>
  )
}

function Timeline({ run }: { run: SessionDetail }) {
  const places = usePlaces()
  const pages = useProjectPages<PageCall>(`/sessions/${encodeURIComponent(run.session)}/calls`, [
    'actions',
    'executions',
    'findings',
  ])
  const links: ChainLinks = {
    call: (action, text) => <Link to={places.call(action)}>{text}</Link>,
    finding: (kind) => <Link to={places.issue(kind)}>{findingTitle(kind)}</Link>,
  }
  if (pages.data === undefined)
    return pages.error === null ? <Loading lines={6} /> : <Failed problem={pages.error} />
  const calls = itemsOf(pages)
  return (
    <section className="stack" aria-labelledby="chain">
      <h2 id="chain">Calls, as they are chained</h2>
      {calls.length === 0 ? (
        <Empty title="No call in this run yet">
          <p>The run was opened; its agent has not asked for a tool call.</p>
        </Empty>
      ) : (
        <ChainList genesis={run.genesis_hash} calls={calls} links={links} />
      )}
      {pages.hasNextPage ? (
        <p>
          <Button onClick={() => void pages.fetchNextPage()} disabled={pages.isFetchingNextPage}>
            {pages.isFetchingNextPage ? 'Loading …' : 'Show more calls'}
          </Button>
        </p>
      ) : null}
    </section>
  )
}
