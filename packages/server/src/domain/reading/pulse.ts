/** What changed in a project since it was last looked at: topics, for whoever shows something of it. */
import { readPulse as readPulseRow } from '../../store/queries/pulse.js'
import type { Reader } from '../../store/store.js'
import { scopeOfProject } from './project-scope.js'
import type { ProjectKey } from '../tenant.js'

export const TOPICS = [
  ...(['actions', 'sessions', 'executions', 'findings'] as const),
  ...(['approvals', 'log', 'settings'] as const),
] as const
export type Topic = (typeof TOPICS)[number]

/** Where everything stands; opaque but for being compared. */
export type Pulse = { readonly [topic in Topic]: string }

const DAY_MS = 86_400_000
/** A statement may clear a finding long after; one this old is seen at the next reading. */
const WATCHED_DAYS = 2

/** One query of some ten steps in indexes, whatever the size of the record. */
export async function readPulse(reader: Reader, project: ProjectKey, now: string): Promise<Pulse | null> {
  const row = await reader.first(readPulseRow, {
    ...scopeOfProject(project),
    chain: `project:${project.projectId}`,
    now,
    since_day: new Date(Date.parse(now) - WATCHED_DAYS * DAY_MS).toISOString().slice(0, 10),
  })
  if (row === undefined) return null
  const { action, session, execution, finding, receipt, revision, edit, log, waiting, cleared } = row
  return {
    actions: markOf(action),
    // Closing a session signs a receipt; so does the end of a question.
    sessions: markOf(session, receipt),
    executions: markOf(execution),
    // A review is an entry of the log.
    findings: markOf(finding, cleared, log),
    approvals: markOf(waiting, receipt, log),
    log: markOf(log),
    settings: markOf(revision, edit),
  }
}

/** @returns the topics in which two pulses differ, in their order. */
export function changedTopics(before: Pulse, after: Pulse): readonly Topic[] {
  return TOPICS.filter((topic) => before[topic] !== after[topic])
}

function markOf(...parts: readonly (string | number | null)[]): string {
  return JSON.stringify(parts)
}
