/**
 * Editing a project (heron.md §5, §8): whoever edits names the revision that they looked at. Of two who looked at the same
 * one wins, and the other is told who it was; nothing is merged, since each entry of the log must name the true old value.
 */
import type { AuditPayload } from '@heron/evidence'
import { findEdits, moveEdits } from '../../store/queries/project-edits.js'
import { type Reader, type Step, step } from '../../store/store.js'
import { actOf, type Operation, scopeOf } from '../operator-keys.js'
import { type Act, commitActs, type OperatorParts } from '../operator-log.js'
import type { ProjectStates } from '../project-state.js'
import { Refusal } from '../refusal.js'
import { personName } from './person-name.js'
import type { ProjectKey } from '../tenant.js'

/** What edits need: `projects` is this process's copy of what is in force, dropped with each edit. */
export type EditParts = OperatorParts & { readonly projects?: Pick<ProjectStates, 'forget'> }

/** An operation on settings or policy. */
export type Edit = Operation & {
  /** The revision that the editor saw; null for one who changes without having looked (the command line). */
  readonly revision: number | null
}

/** What an edit says of itself in the log. */
export type EditedAct = Pick<Act, 'act' | 'subject' | 'before' | 'after'>

/** The newest revision; 0 before the first edit. */
export async function readRevision(
  { store }: { readonly store: Reader },
  project: ProjectKey,
): Promise<number> {
  return (await store.first(findEdits, scopeOf({ project })))?.revision ?? 0
}

/**
 * The revision to build an edit on.
 *
 * @throws {Refusal} changed_meanwhile
 */
export async function requireRevision(parts: EditParts, { project, revision }: Edit): Promise<number> {
  const current = await readRevision(parts, project)
  if (revision !== null && revision !== current) throw await changedMeanwhile(parts, project)
  return current
}

/**
 * Writes an edit that was built on `revision`: its entries, its steps and the next revision, or nothing.
 *
 * @param steps given the entries, in the order of `acts`.
 * @returns the entries and the revision that is in force from now on.
 * @throws {Refusal} changed_meanwhile, unavailable
 */
export async function commitEdit(
  parts: EditParts,
  edit: Edit,
  revision: number,
  acts: readonly EditedAct[],
  steps: (entries: readonly AuditPayload[]) => readonly Step[],
): Promise<{ readonly entries: readonly AuditPayload[]; readonly revision: number }> {
  const { project, actorId } = edit
  const entries = await commitActs(
    parts,
    acts.map((act) => actOf(edit, act)),
    (written) => {
      const last = written.at(-1)
      return [
        step(moveEdits, {
          ...scopeOf(edit),
          ...{ expected: revision, revision: revision + 1 },
          ...{ act: last?.act ?? '', subject: last?.subject ?? '', edited_at: last?.at ?? '' },
          edited_by: actorId,
        }),
        ...steps(written),
      ]
    },
  )
  parts.projects?.forget(project)
  if (entries === null) throw await changedMeanwhile(parts, project)
  return { entries, revision: revision + 1 }
}

async function changedMeanwhile(parts: EditParts, project: ProjectKey): Promise<Refusal> {
  const last = await parts.store.first(findEdits, scopeOf({ project }))
  if (last === undefined) return new Refusal('changed_meanwhile', 'there is no such revision: read it again')
  const who = (await personName(parts.store, project.organizationId, last.edited_by)) ?? 'somebody'
  const what = `${last.act} (${last.subject})`
  return new Refusal(
    'changed_meanwhile',
    `${who} changed this project at ${last.edited_at}: ${what}. Look at what is in force now, then change it again`,
  )
}
