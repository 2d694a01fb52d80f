/** What is asked of both records: every list of the operator API, plain and under each of its filters. */
import { RARE_TOOL } from '../record/batch.js'

/** @param record `since` and `until` are some days in the middle of it; the session is its newest. */
export function listsOf(record: {
  readonly session: string
  readonly since: string
  readonly until: string
}): readonly string[] {
  const { session, since, until } = record
  return [
    '/overview',
    `/overview?since=${since}&until=${until}`,
    '/overview?environment=test',
    '/sessions',
    '/sessions?agent=billing',
    '/sessions?verdict=DENY',
    '/sessions?finding=EXECUTED_DESPITE_DENY&agent=research',
    '/sessions?state=closed',
    '/sessions?environment=test',
    '/sessions?q=run_7',
    '/sessions?q=nothing_like_it',
    `/sessions?since=${since}&until=${until}`,
    `/sessions/${session}/calls`,
    '/actions',
    '/actions?limit=200',
    '/actions?tool=mail.send',
    '/actions?verdict=DENY&tool=payments.transfer',
    '/actions?verdict=MODIFY&agent=billing',
    '/actions?rule=heron.money.deny',
    '/actions?agent=research',
    '/actions?environment=test',
    '/actions?q=pay',
    '/actions?q=nothing_like_it',
    `/actions?tool=${RARE_TOOL}`,
    '/actions?q=long_ago',
    `/actions?since=${since}&until=${until}`,
    `/actions?session=${session}`,
    '/facets',
    '/issues',
    '/issues?agent=billing&state=open',
    '/issues?tool=payments.transfer',
    '/issues/EXECUTED_DESPITE_DENY',
    '/issues/EXECUTED_DESPITE_DENY?agent=billing',
    '/tools',
    '/tools/catalogs',
    '/tools/draft',
    '/log',
    '/log/verification',
    '/getting-started',
  ]
}
