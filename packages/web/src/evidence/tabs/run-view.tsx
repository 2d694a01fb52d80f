/** One run: a vertical chain of calls. Each link is compared as it is drawn, and drawn broken where it is; Verify recomputes it. */
import type { PageRunDetail } from '@heron/evidence'
import { Hash } from '../../design/hash.js'
import { Time } from '../../design/time.js'
import { counted } from '../../words/figures.js'
import { ChainList, type ChainLinks } from '../../record/chain-list.js'
import { FINDING_WORDS } from '../../words/findings.js'
import { callHref, runHref, tabHref } from '../route.js'
import { Answered, More } from '../source/answered.js'
import { useAnswer, usePages } from '../source/use-answer.js'

const LINKS: ChainLinks = {
  call: (action, text) => <a href={callHref(action)}>{text}</a>,
  finding: (kind) => <a href={tabHref('findings', { kind })}>{FINDING_WORDS[kind].title}</a>,
}

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
        {(calls) => <ChainList genesis={detail.genesis_hash} calls={calls} links={LINKS} />}
      </Answered>
      <More pages={pages} />
    </>
  )
}
