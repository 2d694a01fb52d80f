/** One run: a vertical chain of calls. Each link is compared as it is drawn, and drawn broken where it is; Verify recomputes it. */
import { useMemo } from 'react'
import { type PageCall, type PageRunDetail } from '@heron/evidence'
import { Hash } from '../../design/hash.js'
import { StatusMark } from '../../design/status-mark.js'
import { Time } from '../../design/time.js'
import { counted } from '../../words/figures.js'
import { FINDING_WORDS } from '../../words/findings.js'
import { DimensionChips } from '../dimensions.js'
import { callHref, runHref, tabHref } from '../route.js'
import { Answered, More } from '../source/answered.js'
import { useAnswer, usePages } from '../source/use-answer.js'
import { groupParallel } from './parallel.js'

export function RunView({ session }: { session: string }) {
  const run = useAnswer(`run ${session}`, (source) => source.run(session))
  return (
    <div className="stack">
      <p className="no-print">
        <a href={tabHref('runs')}>All runs</a>
      </p>
      <Answered answer={run}>{(detail) => <Chain detail={detail} />}</Answered>
    </div>
  )
}

function Chain({ detail }: { detail: PageRunDetail }) {
  const pages = usePages(`calls ${detail.session}`, (source, cursor) => source.calls(detail.session, cursor))
  return (
    <>
      <h2>
        Run {detail.session} <span className="soft">by {detail.agent}</span>
      </h2>
      <dl className="facts">
        <dt>Opened</dt>
        <dd>
          <Time at={detail.opened_at} />
        </dd>
        <dt>Closed</dt>
        <dd>
          {detail.closed_at === null ? (
            'still open: that nothing is missing is not proven'
          ) : (
            <Time at={detail.closed_at} />
          )}
        </dd>
        <dt>Worked for</dt>
        <dd>
          {detail.record.principal.type} <code>{detail.record.principal.ref}</code>
        </dd>
        <dt>Original request</dt>
        <dd>
          <Hash value={detail.record.original_request_hash} of="hash of the request" />
        </dd>
        <dt>Head</dt>
        <dd>
          <Hash value={detail.head_hash} of="head" /> after {counted(detail.actions, 'call')}
        </dd>
        {detail.parent_session === null ? null : (
          <>
            <dt>Started by run</dt>
            <dd>
              <a href={runHref(detail.parent_session)}>{detail.parent_session}</a>
            </dd>
          </>
        )}
        {detail.child_sessions.length === 0 ? null : (
          <>
            <dt>Started runs</dt>
            <dd>
              {detail.child_sessions.map((child) => (
                <a key={child} className="spaced" href={runHref(child)}>
                  {child}
                </a>
              ))}
            </dd>
          </>
        )}
      </dl>
      <Answered answer={pages.answer}>
        {(calls) => <ChainList genesis={detail.genesis_hash} calls={calls} />}
      </Answered>
      <More pages={pages} />
    </>
  )
}

function ChainList({ genesis, calls }: { genesis: string; calls: readonly PageCall[] }) {
  const groups = useMemo(() => groupParallel(calls), [calls])
  const before = new Map(calls.map((call, index) => [call.action, calls[index - 1]?.record_hash ?? genesis]))
  return (
    <ol className="chain">
      <li className="chain-link genesis">
        <span className="soft">opened</span> <Hash value={genesis} of="genesis hash" />
      </li>
      {groups.map((group) => (
        <li key={group[0]?.action} className={group.length > 1 ? 'chain-link parallel' : 'chain-link'}>
          {group.length > 1 ? (
            <p className="soft small">{counted(group.length, 'call')} at the same time</p>
          ) : null}
          <div className="chain-group">
            {group.map((call) => (
              <CallCard key={call.action} call={call} linked={before.get(call.action) === call.prev_hash} />
            ))}
          </div>
        </li>
      ))}
    </ol>
  )
}

function CallCard({ call, linked }: { call: PageCall; linked: boolean }) {
  return (
    <article className={linked ? 'card call' : 'card call broken'}>
      <h3 className="row">
        <span className="soft number">{call.position}</span>
        <a href={callHref(call.action)}>{call.tool}</a>
        <span className="verdict">{call.verdict}</span>
      </h3>
      <div className="call-body">
        <div>
          <DimensionChips dimensions={call.dimensions} />
          <p className="small">
            {call.rule === null ? call.reasons.join(', ') : <code>{call.rule}</code>}
            {call.resolves === null ? null : (
              <>
                {' '}
                · answers <a href={callHref(call.resolves)}>an earlier call</a>
              </>
            )}
          </p>
        </div>
        <div>
          <p className="row small">
            {call.outcomes.length === 0 ? (
              <StatusMark status="gap" word="no statement" />
            ) : (
              call.outcomes.map(({ outcome, signature_valid }, index) => (
                <StatusMark
                  key={index}
                  status={signature_valid ? 'declared' : 'fail'}
                  word={signature_valid ? `vendor says ${outcome}` : `${outcome}, signature does not hold`}
                />
              ))
            )}
          </p>
          {call.findings.map((kind) => (
            <p key={kind} className="small">
              <a href={tabHref('findings', { kind })}>{FINDING_WORDS[kind].title}</a>
            </p>
          ))}
          <p className="row small">
            {linked ? null : <StatusMark status="fail" word="does not continue the chain" />}
            <Hash value={call.record_hash} of="record hash" />
          </p>
        </div>
      </div>
    </article>
  )
}
