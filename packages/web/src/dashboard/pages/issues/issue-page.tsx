/** One issue: what it means, how it is distributed (each value a filter), its findings, and their review. */
import { useState } from 'react'
import { Button } from '../../../design/button.js'
import { SeverityMark } from '../../../design/severity.js'
import { Time } from '../../../design/time.js'
import { count, counted } from '../../../words/figures.js'
import { FACETS, type IssueDetail } from '../../api/issues.js'
import { useProjectGrowing } from '../../api/use-answer.js'
import { usePathParam, useQueryParams } from '../../parts/address.js'
import { usePlaces } from '../../parts/link.js'
import { Only } from '../../parts/me.js'
import { PageFrame } from '../../parts/page-frame.js'
import { sinceOf } from '../../parts/period.js'
import { Empty, Failed, Loading } from '../../parts/states.js'
import { Distributions, FacetChips } from './distributions.js'
import { findingTitle } from './finding-titles.js'
import { FindingList } from './finding-list.js'
import { type Review, ReviewDialog } from './review-dialog.js'

export function IssuePage() {
  const kind = usePathParam('kind')
  const places = usePlaces()
  const params = useQueryParams()
  const facets = Object.fromEntries(FACETS.map((facet) => [facet, params[facet]]))
  const pages = useProjectGrowing<IssueDetail>(
    `/issues/${encodeURIComponent(kind)}`,
    ['findings'],
    { ...facets, state: params['state'], since: sinceOf(params['period']) },
    ({ findings }) => findings.next_cursor,
  )
  const issue = pages.data?.pages[0]
  return (
    <PageFrame
      title={findingTitle(kind)}
      heading={
        <>
          {findingTitle(kind)} <span className="soft mono small">{kind}</span>
        </>
      }
      up={{ label: 'All issues', place: places.at('issues') }}
      actions={issue === undefined ? undefined : <ReviewActions issue={issue} />}
    >
      {issue !== undefined ? (
        <>
          <Summary issue={issue} />
          <FacetChips />
          <Distributions distributions={issue.distributions} />
          <FindingList pages={pages} />
        </>
      ) : pages.error === null ? (
        <Loading lines={10} />
      ) : pages.error.status === 404 ? (
        <NothingLeft />
      ) : (
        <Failed problem={pages.error} again={() => void pages.refetch()} />
      )}
    </PageFrame>
  )
}

function NothingLeft() {
  return (
    <>
      <FacetChips />
      <Empty title="Nothing of this kind matches">
        <p>Take back a filter, or look at all issues. A cleared finding is no longer counted as open.</p>
      </Empty>
    </>
  )
}

function Summary({ issue }: { issue: IssueDetail }) {
  const { advice } = issue
  return (
    <section className="card stack" aria-label="What this means">
      <p className="row">
        <SeverityMark severity={issue.severity} />
        <strong>
          {count(issue.open)} open of {count(issue.count)}
        </strong>
        <span className="soft small">
          in {counted(issue.runs, 'run')}, first <Time at={issue.first_seen} />, last{' '}
          <Time at={issue.last_seen} />
        </span>
        <span className="chip">{issue.published ? 'shown to reviewers' : 'seen by operators only'}</span>
      </p>
      <dl className="facts">
        <dt>It means</dt>
        <dd>{advice.means}</dd>
        <dt>Harmless when</dt>
        <dd>{advice.benign}</dd>
        <dt>Look at</dt>
        <dd>{advice.next}</dd>
      </dl>
    </section>
  )
}

/** Reviews everything that the filter shows. */
function ReviewActions({ issue }: { issue: IssueDetail }) {
  const [decision, setDecision] = useState<Review['decision'] | null>(null)
  const params = useQueryParams()
  const filter = Object.fromEntries(
    FACETS.flatMap((facet) => (params[facet] === undefined ? [] : [[facet, params[facet]]])),
  )
  const since = sinceOf(params['period'])
  const reviewed = issue.count - issue.open
  return (
    <Only role="operator">
      {reviewed === 0 ? null : (
        <Button
          onClick={() => {
            setDecision('reopen')
          }}
        >
          Reopen
        </Button>
      )}
      {issue.open === 0 ? null : (
        <Button
          kind="primary"
          onClick={() => {
            setDecision('resolve')
          }}
        >
          Resolve {count(issue.open)}
        </Button>
      )}
      {decision === null ? null : (
        <ReviewDialog
          review={{
            decision,
            of: 'issue',
            kind: issue.kind,
            number: decision === 'resolve' ? issue.open : reviewed,
            filter: { ...filter, ...(since === null ? {} : { since }) },
          }}
          onClose={() => {
            setDecision(null)
          }}
        />
      )}
    </Only>
  )
}
