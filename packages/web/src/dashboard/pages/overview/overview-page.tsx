/** Overview: how the project stands. */
import { PageFrame } from '../../parts/page-frame.js'

export function OverviewPage() {
  return <PageFrame title="Overview">{null}</PageFrame>
}
