/** A run as the chain of its calls, parallel ones side by side; each link is compared as it is drawn, and drawn broken where it is. */
import { type ReactNode, useMemo } from 'react'
import type { PageCall, PublishedFindingKind } from '@heron/evidence'
import { Hash } from '../design/hash.js'
import { StatusMark } from '../design/status-mark.js'
import { counted } from '../words/figures.js'
import { DimensionChips } from './dimensions.js'
import { groupParallel } from './parallel.js'

/** How the page that shows it links to a call and to a kind of finding. */
export type ChainLinks = {
  readonly call: (action: string, text: string) => ReactNode
  readonly finding: (kind: PublishedFindingKind) => ReactNode
}

export type ChainListProps = {
  /** What the first record continues from. */
  readonly genesis: string
  /** In the order of their positions, from the first. */
  readonly calls: readonly PageCall[]
  readonly links: ChainLinks
}

export function ChainList({ genesis, calls, links }: ChainListProps) {
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
              <CallCard
                key={call.action}
                call={call}
                linked={before.get(call.action) === call.prev_hash}
                links={links}
              />
            ))}
          </div>
        </li>
      ))}
    </ol>
  )
}

function CallCard({ call, linked, links }: { call: PageCall; linked: boolean; links: ChainLinks }) {
  return (
    <article className={linked ? 'card call' : 'card call broken'}>
      <h3 className="row">
        <span className="soft number">{call.position}</span>
        {links.call(call.action, call.tool)}
        <span className="verdict">{call.verdict}</span>
      </h3>
      <div className="call-body">
        <div>
          <DimensionChips dimensions={call.dimensions} />
          <p className="small">
            {call.rule === null ? call.reasons.join(', ') : <code>{call.rule}</code>}
            {call.resolves === null ? null : <> · answers {links.call(call.resolves, 'an earlier call')}</>}
          </p>
        </div>
        <div>
          <p className="row small">
            <Outcomes outcomes={call.outcomes} />
          </p>
          {call.findings.map((kind) => (
            <p key={kind} className="small">
              {links.finding(kind)}
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

/** What the vendor says became of a call. */
function Outcomes({ outcomes }: Pick<PageCall, 'outcomes'>) {
  if (outcomes.length === 0) return <StatusMark status="gap" word="no statement" />
  return outcomes.map(({ outcome, signature_valid }, index) => (
    <StatusMark
      key={index}
      status={signature_valid ? 'declared' : 'fail'}
      word={signature_valid ? `vendor says ${outcome}` : `${outcome}, signature does not hold`}
    />
  ))
}
