/**
 * Resolving and reopening findings (heron.md §8): for each one a signed entry of the project's operator log with the
 * reason, in the same transaction as the event that it tells of. Nothing is removed from the evidence page.
 */
import { REVIEW_ACTS } from '@heron/evidence'
import { insertFindingEvent, listFindingEvents } from '../../store/queries/finding-events.js'
import { findFinding } from '../../store/queries/findings.js'
import type { Schema } from '../../store/schema.js'
import { step } from '../../store/store.js'
import type { Operation } from '../operator-keys.js'
import { type Act, commitActs, type OperatorParts } from '../operator-log.js'
import { Refusal } from '../refusal.js'
import { requireStatedReason } from '../settings/stated-reason.js'
import { type FindingState, stateAfter } from './finding-state.js'

/** `resolve` says why a finding may rest, `reopen` that it may not after all. */
export type Review = keyof typeof REVIEW_ACTS

const TARGET = { resolve: 'resolved', reopen: 'open' } as const satisfies Record<Review, FindingState>

/** How often others may get in between before the caller is told to come back. */
const MAX_ATTEMPTS = 5

/**
 * Reviews findings, all of them in one transaction or none. Those that stand there already are left alone.
 *
 * @param ids of findings of the operation's project.
 * @returns how many were reviewed.
 * @throws {Refusal} not_found; invalid_request for a reason that is none or must not be published; unavailable.
 */
export async function reviewFindings(
  parts: OperatorParts,
  operation: Operation,
  review: Review,
  ids: readonly string[],
): Promise<number> {
  const reason = requireStatedReason(operation.reason)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const reviewable = (await readPlaces(parts, operation, ids)).filter(
      ({ state }) => state !== TARGET[review],
    )
    if (reviewable.length === 0) return 0
    const acts = reviewable.map(({ id, state }) => actOf(operation, review, reason, id, state))
    const written = await commitActs(parts, acts, (entries) =>
      reviewable.map(({ id, ordinal }, index) => {
        const entry = entries[index]
        if (entry === undefined) throw new Error('a review has no entry in the log')
        return step(insertFindingEvent, {
          ...scopeOf(operation),
          finding_id: id,
          ordinal,
          event: review === 'resolve' ? 'resolved' : 'reopened',
          entry_seq: entry.seq,
          entry_hash: entry.entry_hash,
          execution_id: null,
          at: entry.at,
        })
      }),
    )
    if (written !== null) return reviewable.length
    // Something happened to one of them in the meantime: look again, so that each entry tells what was before it.
  }
  throw new Refusal('unavailable', 'these findings are being reviewed by others as well: try again shortly')
}

type Place = { readonly id: string; readonly state: FindingState; readonly ordinal: number }

/** Where each finding stands, and the number that its next event will have. */
async function readPlaces(
  { store }: OperatorParts,
  operation: Operation,
  ids: readonly string[],
): Promise<Place[]> {
  const places: Place[] = []
  for (const id of new Set(ids)) {
    const scope = scopeOf(operation)
    if ((await store.first(findFinding, { ...scope, id })) === undefined) {
      throw new Refusal('not_found', 'there is no finding of this id in this project')
    }
    const events: Schema['finding_events'][] = await store.all(listFindingEvents, {
      ...scope,
      finding_id: id,
    })
    places.push({ id, state: stateAfter(events.at(-1)?.event ?? null), ordinal: events.length })
  }
  return places
}

function actOf(
  { project, actorId }: Operation,
  review: Review,
  reason: string,
  id: string,
  state: FindingState,
): Act {
  return {
    organizationId: project.organizationId,
    chain: `project:${project.projectId}`,
    ...{ actorId, reason, act: REVIEW_ACTS[review], subject: `finding:${id}` },
    before: { state },
    after: { state: TARGET[review] },
  }
}

function scopeOf({ project }: Operation): { readonly organization_id: string; readonly project_id: string } {
  return { organization_id: project.organizationId, project_id: project.projectId }
}
