/** Where a finding stands: what its log of events says last (heron.md §7, §8). The finding itself never changes. */
import type { Schema } from '../../store/schema.js'

export type FindingEvent = Schema['finding_events']['event']

/** `cleared`: the statement that was missing has arrived. `resolved`: an operator has said why it may rest. */
export type FindingState = 'open' | 'resolved' | 'cleared'

/** @param last its last event; null where there is none. */
export function stateAfter(last: FindingEvent | null): FindingState {
  return last === null || last === 'reopened' ? 'open' : last
}
