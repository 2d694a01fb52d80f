import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bind, type Query } from '../../src/store/query.js'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'

const FOLDER = new URL('../../src/store/queries/', import.meta.url)

let root: string
let database: Database.Database
const queries: [name: string, query: Query][] = []

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'heron-queries-'))
  const path = join(root, 'x.sqlite')
  await openSqliteStore({ path }).close()
  database = new Database(path)
  for (const file of readdirSync(FOLDER)) {
    const module = (await import(new URL(file, FOLDER).href)) as Record<string, Query>
    queries.push(...Object.entries(module).filter(([, each]) => 'compiled' in each))
  }
})
afterAll(() => {
  database.close()
  rmSync(root, { recursive: true, force: true })
})

function planOf(query: Query): string {
  const { sql, names } = query.compiled.sqlite
  const rows = database.prepare(`explain query plan ${sql}`).all(names.map(() => 1)) as { detail: string }[]
  return rows.map(({ detail }) => detail).join('; ')
}

describe('queries', () => {
  it('all fit the migrated schema', () => {
    expect(queries.length).toBeGreaterThan(40)
    for (const [name, { compiled }] of queries)
      expect(() => database.prepare(compiled.sqlite.sql), name).not.toThrow()
  })

  it('that insert a row fill every column of their table', () => {
    for (const [name, { compiled }] of queries) {
      const inserted = /^insert into "(\w+)" \(([^)]*)\)/.exec(compiled.sqlite.sql)
      if (inserted === null) continue
      const columns = database.prepare(`select name from pragma_table_info('${inserted[1]!}')`).pluck().all()
      expect(inserted[2]!.replaceAll('"', '').split(', ').sort(), name).toEqual(columns.sort())
    }
  })

  it('never read a whole table, except short lists and what waits to be told', () => {
    // What a query made itself (a chunk of a list, the steps from name to name) is bounded, and read as it is.
    // The outbox is read from its front, a round at a time; webhooks are 20 a project at most, sweeps one.
    const short = ['listOutbox', 'listWebhooksDue', 'countWebhookWork', 'readSweepTimes']
    const scans = queries.filter(([, query]) => /SCAN (?!chunk|found|step|CONSTANT)/.test(planOf(query)))
    expect(scans.map(([name]) => name).filter((name) => !short.includes(name))).toEqual([
      'findAnyOrganization',
      'insertFirstOrganization',
      'listProjects',
    ])
  })

  it('of the hot path and of long lists go by the index made for them', () => {
    const plan = (name: string): string => planOf(queries.find(([each]) => each === name)![1])
    expect(plan('findIssuedHash')).toContain('actions_by_mark (session_id=? AND record_mark=?)')
    expect(plan('findActionByKey')).toContain('idempotency_digest=?')
    expect(plan('findActionBySeq')).toContain('session_id=? AND seq=?')
    expect(plan('listExecutions')).toContain('executions_by_action')
    expect(plan('pageOfFindings')).toContain('session_id=? AND id>?')
    expect(plan('pageOfReceipts')).toContain('session_id=? AND id>?')
    expect(plan('listOverdue')).toContain('awaited_answers_by_due')
    expect(plan('listWebhooksDue')).toContain('webhook_deliveries_by_due')
    expect(plan('listDeliveriesDue')).toContain('webhook_deliveries_by_due')
    expect(plan('countFindingsOfDay')).toContain('finding_tallies_by_day')
    expect(plan('listDue')).toMatch(/^SEARCH r USING INDEX reconciliations_by_due \(due_at<\?\); SEARCH/)
    expect(plan('listDue')).not.toContain('TEMP B-TREE')
    expect(plan('readBacklog')).toContain('COVERING INDEX reconciliations_by_due')
    expect(plan('findEarlierInstructions')).toContain('session_id=? AND position<?')
    expect(plan('clearMissing')).toContain('kind=? AND subject=?')
    expect(plan('findApiKey')).toContain('key_hash=?')
    expect(plan('findReviewerLink')).toContain('token_hash=?')
    for (const [name, index] of [
      ['listChildSessions', 'sessions_by_parent'],
      ['pageOfFindingsOfKind', 'findings_by_kind'],
      ['listLogOfSubject', 'log_entries_by_subject'],
      ['listLogEntriesByHash', 'log_entries_by_hash'],
    ] as const) {
      expect(plan(name), name).toContain(index)
      expect(plan(name), name).not.toContain('TEMP B-TREE')
    }
    for (const name of ['scanCalls', 'scanCallsOfAgent'])
      expect(plan(name), name).toContain('COVERING INDEX actions_in_order')
    expect(plan('scanCallsOfAgent')).toMatch(/SCAN chunk; SEARCH s /)
    for (const [name, index] of [
      ['scanSessions', 'sessions_by_opened'],
      ['scanSessionsOfAgent', 'sessions_by_agent'],
      ['scanMarkedSessions', 'session_marks_by_mark'],
      ['scanFindings', 'findings_by_kind'],
    ] as const)
      expect(plan(name), name).toContain(index)
    for (const name of ['listCallRows', 'listOutcomes', 'listSessionRows', 'listFindingRows'])
      expect(plan(name), name).toMatch(
        /SEARCH \w+ USING (COVERING )?INDEX \w+ \(organization_id=\? AND project_id=\? AND \w+=\?/,
      )
    expect(plan('listAgents')).not.toMatch(/SCAN sessions/)
    expect(plan('listFindingsOfAction')).toContain('kind=? AND subject=?')
    expect(plan('findOverdueQuestion')).toContain('awaited_answers_by_due')
    for (const name of ['pageOfWaiting', 'pageOfSettled'])
      expect(plan(name), name).toContain('actions_stepped_up')
    expect(plan('listExpiredWindows')).toContain('enforcement_windows_by_until')
    expect(plan('findOpenWindow')).toContain('enforcement_windows_open')
    for (const name of ['countVerified', 'deleteVendorKey'])
      expect(plan(name), name).toContain('executions_by_key')
    for (const name of ['sumActionTallies', 'sumSessionTallies', 'sumFindingTallies'])
      expect(plan(name), name).toContain('project_id=? AND day>?')
  })

  it('name the tenant, except those that look for one, for due work, or for figures of the whole service', () => {
    const free = queries.filter(([, { compiled }]) => !compiled.sqlite.sql.includes('organization_id'))
    // A person is known before their organization is, and belongs to one: what is theirs names them alone.
    const ofPeople = /"(people|credentials|person_sessions|two_factors)"/
    const others = free.filter(([, { compiled }]) => !ofPeople.test(compiled.sqlite.sql))
    expect(others.map(([name]) => name).sort()).toEqual([
      'countFindingsOfDay',
      'countWebhookWork',
      'findAnyOrganization',
      'findApiKey',
      'findOrganization',
      'insertFirstOrganization',
      'insertOrganization',
      'listCountSweeps',
      'listExpiredWindows',
      'listOutbox',
      'listOverdue',
      'nextRetention',
      'nextSweep',
      'nextTree',
      'readBacklog',
      'readSweepTimes',
    ])
  })

  it('have the same parameters on both engines, each by its own sign', () => {
    for (const [name, { compiled }] of queries) {
      expect(compiled.postgres.names, name).toEqual(compiled.sqlite.names)
      if (compiled.postgres.names.length > 0) expect(compiled.postgres.sql, name).toContain('$1')
    }
  })

  it('bind values by name, and refuse to run with one missing', () => {
    const [, query] = queries.find(([name]) => name === 'findApiKey')!
    expect(bind(query.compiled.sqlite, { key_hash: 'x', other: 1 })).toEqual(['x'])
    expect(() => bind(query.compiled.sqlite, {})).toThrow(/`key_hash` is missing/)
  })
})
