/** Reviewing a whole issue (heron.md §7): one signed entry for each of its findings, all with the one reason. */
import type { FindingKind } from '@heron/evidence'
import { type Review, reviewFindings } from '../findings/review-findings.js'
import { type FindingFilter, selectFindings } from '../findings/select-findings.js'
import type { Operation } from '../operator-keys.js'
import type { OperatorParts } from '../operator-log.js'

/** Findings reviewed in one transaction: 100 ms of the writer, for which every decision waits. */
const MAX_IN_ONE = 2000

/**
 * Resolves the open findings of an issue, or reopens the resolved ones; the oldest first, in one transaction.
 *
 * @param filter narrows the issue as it does when it is read.
 * @returns how many were reviewed, and how many are left for another call: more than {@link MAX_IN_ONE} at once would
 * keep decisions waiting.
 * @throws {Refusal} as {@link reviewFindings}
 */
export async function reviewIssue(
  parts: OperatorParts,
  operation: Operation,
  review: Review,
  filter: FindingFilter & { readonly kind: FindingKind },
): Promise<{ readonly reviewed: number; readonly remaining: number }> {
  const state = review === 'resolve' ? 'open' : 'resolved'
  const ids: string[] = []
  let remaining = 0
  for await (const { id } of selectFindings(parts.store, operation.project, { ...filter, state })) {
    if (ids.length < MAX_IN_ONE) ids.push(id)
    else remaining += 1
  }
  return { reviewed: await reviewFindings(parts, operation, review, ids), remaining }
}
