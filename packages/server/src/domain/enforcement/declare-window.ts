/**
 * Shadow windows and break-glass (heron.md §3): declared for a bounded time, with a reason, one at a time; ended early by an
 * operator, or by their time. Declaration and end are signed entries, and every receipt in between names the declaration.
 */
import { ENFORCEMENT_ACTS, LONGEST_ENFORCEMENT_MS, type LooseEffect } from '@heron/evidence'
import {
  endWindow,
  findOpenWindow,
  insertEnforcementWindow,
  listExpiredWindows,
} from '../../store/queries/enforcement.js'
import { touchSettings } from '../../store/queries/project-edits.js'
import type { Schema } from '../../store/schema.js'
import { type Step, step } from '../../store/store.js'
import { actOf, scopeOf } from '../operator-keys.js'
import { commitActs } from '../operator-log.js'
import { Refusal } from '../refusal.js'
import { commitEdit, type Edit, type EditedAct, type EditParts, requireRevision } from '../settings/edits.js'
import { requireStatedReason } from '../settings/stated-reason.js'
import { normaliseTime } from '../time.js'

type WindowRow = Schema['enforcement_windows']

/** Who writes the entry of an end that nobody brought about. */
export const HERON_ITSELF = 'heron'

/** Windows ended in one round of the worker: there are few, and the rest stay due. */
const ROUND = 50

/**
 * Declares a shadow window (`advisory`) or break-glass (`suspended`), from now until `until`.
 *
 * @param until UNTRUSTED, RFC 3339.
 * @throws {Refusal} invalid_request; in_use while another one is in force; changed_meanwhile
 */
export async function declareWindow(
  parts: EditParts,
  edit: Edit,
  effect: LooseEffect,
  until: string,
): Promise<void> {
  const reason = requireStatedReason(edit.reason)
  const end = requireEnd(effect, until, parts.now())
  const revision = await requireRevision(parts, edit)
  const open = await parts.store.first(findOpenWindow, scopeOf(edit))
  if (open !== undefined && open.declared_until > parts.now()) {
    throw new Refusal(
      'in_use',
      `${NAMES[open.effect]} is in force until ${open.declared_until}: end it first`,
    )
  }
  const id = `enf_${parts.newId()}`
  const declared: EditedAct = {
    act: ENFORCEMENT_ACTS[effect].declared,
    subject: `${ENFORCEMENT_ACTS[effect].subject}:${id}`,
    before: { effect: 'enforced' },
    after: { effect, until: end },
  }
  // One whose time is over, and of whose end the worker has not written yet, ends before another one begins.
  const acts = open === undefined ? [declared] : [endOf(open, 'expired'), declared]
  await commitEdit(parts, { ...edit, reason }, revision, acts, (entries) => {
    const [first] = entries
    const entry = entries.at(-1)
    return [
      ...(open === undefined ? [] : [endStep(open, first)]),
      step(insertEnforcementWindow, {
        ...scopeOf(edit),
        ...{ id, effect, reason, actor_id: edit.actorId },
        declared_by: entry?.entry_hash ?? '',
        declared_from: entry?.at ?? '',
        declared_until: end,
        ended_at: null,
        ended_by: null,
      }),
      step(touchSettings, scopeOf(edit)),
    ]
  })
}

/**
 * Ends what is declared before its time.
 *
 * @throws {Refusal} not_found when none of that kind is in force; changed_meanwhile
 */
export async function endWindowEarly(parts: EditParts, edit: Edit, effect: LooseEffect): Promise<void> {
  const reason = requireStatedReason(edit.reason)
  const revision = await requireRevision(parts, edit)
  const open = await parts.store.first(findOpenWindow, scopeOf(edit))
  if (open?.effect !== effect || open.declared_until <= parts.now()) {
    throw new Refusal('not_found', `${NAMES[effect]} is not in force`)
  }
  await commitEdit(parts, { ...edit, reason }, revision, [endOf(open, 'ended_early')], ([entry]) => [
    endStep(open, entry),
    step(touchSettings, scopeOf(edit)),
  ])
}

/**
 * Writes into the log that a declaration's time is over, so that a reader need not compare dates. It bound nobody since
 * then, whether or not this was written.
 *
 * @returns how many were ended, one round of them.
 */
export async function endExpiredWindows(parts: EditParts): Promise<number> {
  const expired = await parts.store.all(listExpiredWindows, { now: parts.now(), limit: ROUND })
  let ended = 0
  for (const window of expired) {
    const project = { organizationId: window.organization_id, projectId: window.project_id }
    const operation = { project, actorId: HERON_ITSELF, reason: null }
    const written = await commitActs(parts, [actOf(operation, endOf(window, 'expired'))], ([entry]) => [
      endStep(window, entry),
      step(touchSettings, scopeOf(operation)),
    ])
    parts.projects?.forget(project)
    if (written !== null) ended += 1
  }
  return ended
}

const NAMES: Readonly<Record<LooseEffect, string>> = {
  advisory: 'a shadow window',
  suspended: 'break-glass',
}

function requireEnd(effect: LooseEffect, until: string, now: string): string {
  const end = normaliseTime(until)
  const longest = LONGEST_ENFORCEMENT_MS[effect]
  if (end === null || end <= now || Date.parse(end) - Date.parse(now) > longest) {
    const most = `${(longest / 3_600_000).toString()} hours`
    throw new Refusal('invalid_request', `must be a time within the next ${most}, e.g. \`${now}\``, '/until')
  }
  return end
}

function endOf({ effect, id, declared_until }: WindowRow, cause: 'expired' | 'ended_early'): EditedAct {
  return {
    act: ENFORCEMENT_ACTS[effect].ended,
    subject: `${ENFORCEMENT_ACTS[effect].subject}:${id}`,
    before: { effect, until: declared_until },
    after: { effect: 'enforced', cause },
  }
}

function endStep(
  { organization_id, project_id, id }: WindowRow,
  entry: { readonly at: string; readonly entry_hash: string } | undefined,
): Step {
  const end = { ended_at: entry?.at ?? '', ended_by: entry?.entry_hash ?? '' }
  return step(endWindow, { organization_id, project_id, id, ...end })
}
