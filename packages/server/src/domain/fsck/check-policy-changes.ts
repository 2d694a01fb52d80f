/**
 * Which entry put which bundle in force: the table that pages are made from says what the operator log says, which is what
 * verifiers read (heron.md §5, §8), and the settings name the bundle that the log ends with.
 */
import type { AuditPayload } from '@heron/evidence'
import { pageOfPolicyChanges } from '../../store/queries/project-edits.js'
import { findSettings } from '../../store/queries/projects.js'
import type { Reader } from '../../store/store.js'
import type { FsckNotes } from './report.js'

type Scope = { readonly organization_id: string; readonly project_id: string }

type LoggedChange = Pick<AuditPayload, 'entry_hash' | 'act' | 'subject' | 'reason' | 'at'> & {
  readonly bundle: string
}

const PAGE = 500

/** What of a project's log names bundles; it is told every entry, in order. */
export class LoggedPolicies {
  /** By number of the entry. */
  readonly changes = new Map<number, LoggedChange>()
  /** Null where no entry names one. */
  inForce: string | null = null

  take({ seq, entry_hash, act, subject, reason, at, before, after }: AuditPayload): void {
    const bundle = after?.['policy_hash']
    if (typeof bundle !== 'string') return
    this.inForce = bundle
    // What a project begins with replaces nothing, and is no change.
    if (typeof before?.['policy_hash'] !== 'string') return
    this.changes.set(seq, { entry_hash, act, subject, reason, at, bundle })
  }
}

export async function checkPolicyChanges(
  reader: Reader,
  scope: Scope,
  { changes, inForce }: LoggedPolicies,
  notes: FsckNotes,
): Promise<void> {
  const unmet = new Set(changes.keys())
  let after = -1
  for (;;) {
    const rows = await reader.all(pageOfPolicyChanges, { ...scope, after_seq: after, limit: PAGE })
    for (const row of rows) {
      const where = `policy_changes ${row.entry_seq}`
      notes.row('policy_changes')
      unmet.delete(row.entry_seq)
      const logged = changes.get(row.entry_seq)
      notes.expect(logged !== undefined, 'missing', where, 'the operator log holds no such entry')
      if (logged === undefined) continue
      notes.expectColumns(where, 'log entry', {
        entry_hash: [row.entry_hash, logged.entry_hash],
        policy_hash: [row.policy_hash, logged.bundle],
        act: [row.act, logged.act],
        subject: [row.subject, logged.subject],
        reason: [row.reason, logged.reason ?? ''],
        changed_at: [row.changed_at, logged.at],
      })
    }
    after = rows.at(-1)?.entry_seq ?? after
    if (rows.length < PAGE) break
  }
  for (const seq of unmet) {
    const message = 'the operator log holds a change of policy that the table does not'
    notes.expect(false, 'missing', `policy_changes ${seq}`, message)
  }
  const settings = await reader.first(findSettings, scope)
  if (settings === undefined || inForce === null) return
  notes.expectColumns('project_settings', 'operator log', { policy_hash: [settings.policy_hash, inForce] })
}
