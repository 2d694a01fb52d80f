/** Checks 19 and 20 of delegation.md §4.4: `policy` stands on allows only, and only with the value that is defined. */
import { ownMember } from '@heron/evidence'
import { briefly } from '../ledger/printable.js'
import { UNLISTED } from '../ledger/vocabulary.js'
import type { IndexedEntry } from './entries.js'
import type { Findings } from './finding.js'

/**
 * @param recordsJudged true when the version 2 record schema ran: it has already told of allows (`invalid_allow`) and
 * denies (`invalid_deny`).
 */
export function checkPolicy(entries: readonly IndexedEntry[], recordsJudged: boolean, found: Findings): void {
  for (const { index, entry, event } of entries) {
    const policy = ownMember(entry, 'policy')
    if (policy === undefined) continue
    if (event === 'allow') {
      if (policy !== UNLISTED && !recordsJudged) {
        found.onEntry('invalid_policy', `policy ${briefly(policy)} is not defined`, index)
      }
    } else if (!(event === 'deny' && recordsJudged)) {
      found.onEntry('policy_on_non_allow', 'only an allow may carry policy', index)
    }
  }
}
