/** The first screen: who, which window and whose setting, exact counts, what went wrong (pages.md). */
import type { AuditPayload, PageSummary } from '@heron/evidence'
import { findLogHead } from '../../store/queries/records.js'
import { findFirstOpened, listLogOfSubject, listNewestActions } from '../../store/queries/runs.js'
import type { Reader } from '../../store/store.js'
import { WINDOW_SUBJECT } from '../settings/change-settings.js'
import { logOf, type Reach } from './reach.js'
import { storedJson } from './stored-json.js'
import { countActions, countFindings, countSessions } from './tallies.js'

/** Changes of the window that are shown; the operator log has them all. */
const CHANGES_SHOWN = 20

export async function readSummary(reader: Reader, reach: Reach): Promise<PageSummary> {
  const { page, scope, from, to, days, setBy } = reach
  const [actions, sessions, findings] = await Promise.all([
    countActions(reader, reach),
    countSessions(reader, reach),
    countFindings(reader, reach),
  ])
  const first = await reader.first(findFirstOpened, { ...scope, since: from })
  const newest = await reader.first(listNewestActions, { ...scope, limit: 1 })
  const log = await reader.first(findLogHead, logOf(reach))
  const raised = findings.reduce((sum, { open, reviewed, cleared }) => sum + open + reviewed + cleared, 0)
  return {
    vendor: page.vendor,
    project: { id: scope.project_id, name: page.projectName },
    organization: scope.organization_id,
    window: { from, to, days, set_by: setBy, changes: await windowChanges(reader, reach) },
    counts: {
      sessions: sessions.sessions,
      open_sessions: sessions.sessions - sessions.closed,
      actions: actions.actions,
      actions_with_statement: sessions.stated,
      verdicts: actions.verdicts,
    },
    first_record_at: first?.opened_at ?? null,
    last_record_at: actions.actions > 0 ? (newest?.received_at ?? null) : null,
    findings: findings.map(({ cleared: _cleared, ...count }) => count),
    records_to_verify:
      sessions.sessions + sessions.closed + actions.actions + raised + (log === undefined ? 0 : log.seq + 1),
    public_overview: page.publicOverview,
    generated_at: to,
  }
}

/** A shortened window hides nothing silently: every change of it is in the log, and here. */
async function windowChanges(reader: Reader, reach: Reach): Promise<PageSummary['window']['changes']> {
  const entries = await reader.all(listLogOfSubject, {
    ...logOf(reach),
    ...{ subject: WINDOW_SUBJECT, limit: CHANGES_SHOWN },
  })
  return entries.map(({ payload_text }) => {
    const { at, before, after, reason } = storedJson<AuditPayload>(payload_text)
    return {
      at,
      from_days: Number(before?.['window_days']),
      to_days: Number(after?.['window_days']),
      reason,
    }
  })
}
