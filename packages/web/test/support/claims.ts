/** A posture with every mark in it, for looking at. */
import type { PostureClaim } from '../../../evidence/src/index.js'

const claim = (
  id: PostureClaim['id'],
  title: string,
  mark: PostureClaim['mark'],
  figure: string,
): PostureClaim => ({
  id,
  title,
  mark,
  stated_by: mark === 'verified' ? 'record' : mark === 'declared' ? 'vendor' : 'nobody',
  figure,
  reason: 'This follows from the records that are published here.',
  would_change: 'One record that says otherwise.',
  records: { tab: 'runs', filter: {} },
})

export const CLAIMS: readonly PostureClaim[] = [
  claim('R1', 'Interception', 'declared', '13 of 15 calls have a statement'),
  claim('R2', 'Context', 'verified', '15 of 15 evaluations carry their history'),
  claim('R3', 'Policy', 'verified', '15 rules in force'),
  claim('R4', 'Five decisions', 'verified', 'all five occurred'),
  claim('R5', 'Signed receipts', 'verified', '30 receipts'),
  claim('R6', 'Identity kept', 'verified', '2 deferred calls answered'),
  claim('R7', 'Drift', 'declared', '15 of 15 runs carry a request hash'),
  claim('R8', 'Telemetry', 'declared', 'the vendor says it exports events'),
  claim('R9', 'Least privilege', 'gap', '1 of 4 runs had a grant'),
]
