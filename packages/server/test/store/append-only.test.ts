import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINE, newDatabase, type TestDatabase } from '../support/place.js'

let database: TestDatabase
let remove: () => Promise<void>

/** A row in a table, every column filled by its type; what the columns mean does not matter here. */
function insertAnyRow(table: string): void {
  const columns = database.columns(table)
  const values = columns.map(({ name, isText }) =>
    /^(revoked|closed)/.test(name) ? null : isText ? `${name} 1` : 1,
  )
  const names = columns.map(({ name }) => name).join(', ')
  database
    .prepare(`insert into ${table} (${names}) values (${columns.map(() => '?').join(', ')})`)
    .run(values)
}

beforeAll(async () => {
  ;({ database, remove } = await newDatabase())
})
afterAll(() => remove())

const EVIDENCE = [
  'policies',
  'tool_catalogs',
  'sessions',
  'answered_actions',
  'receipts',
  'executions',
  'findings',
  'finding_events',
  'idempotency_conflicts',
  'snapshots',
  'log_entries',
  'policy_changes',
  'approval_answers',
  'checkpoint_leaves',
  'checkpoint_nodes',
  'checkpoints',
  'checkpoint_witnesses',
  'checkpoint_cosignatures',
  'actions',
]

describe('evidence is append-only', () => {
  it.each(EVIDENCE)('%s refuses to change or drop a row, column by column', (table) => {
    insertAnyRow(table)
    for (const { name } of database.columns(table)) {
      // What a person could read of a call may expire, and only that.
      if (table === 'actions' && /^(args_redacted_text|resource_ref_redacted)$/.test(name)) continue
      if (table === 'sessions' && /^(agent_name|anchors_text)$/.test(name)) continue
      expect(() => database.exec(`update ${table} set ${name} = ${name}`), name).toThrow(/append-only/)
    }
    expect(() => database.exec(`delete from ${table}`)).toThrow(/append-only/)
    if (ENGINE === 'postgres') expect(() => database.exec(`truncate ${table}`)).toThrow(/append-only/)
  })

  it('a declaration may end, once, and nothing else of it may change', () => {
    const window = (id: string, ended: string): string =>
      `insert into enforcement_windows values ('o', '${id}', '${id}', 'advisory', 'h', 'f', 'u', 'r', 'a', ${ended}, null)`
    database.exec(window('p', 'null'))
    for (const { name } of database.columns('enforcement_windows'))
      expect(() => database.exec(`update enforcement_windows set ${name} = 'x'`), name).toThrow(
        /only be ended/,
      )
    database.exec(`update enforcement_windows set ended_at = 'x', ended_by = 'y'`)
    expect(() => database.exec(`update enforcement_windows set ended_at = 'z'`)).toThrow(/only be ended/)
    expect(() => database.exec('delete from enforcement_windows')).toThrow(/keeps every/)
  })

  it('redacted text may expire, and never be rewritten', () => {
    for (const column of ['args_redacted_text', 'resource_ref_redacted']) {
      expect(() => database.exec(`update actions set ${column} = 'other'`)).toThrow(/only expire/)
      database.exec(`update actions set ${column} = null`)
      expect(() => database.exec(`update actions set ${column} = 'back'`)).toThrow(/only expire/)
    }
  })

  it('a head only moves forward, and stands still once closed', () => {
    insertAnyRow('session_heads')
    expect(() => database.exec('update session_heads set position = 0')).toThrow(/forward/)
    expect(() => database.exec("update session_heads set session_id = 'x'")).toThrow(/forward/)
    expect(() => database.exec('delete from session_heads')).toThrow(/keeps/)
    database.exec("update session_heads set position = 2, head_hash = 'h2'")
    database.exec("update session_heads set closed_at = 't'")
    expect(() => database.exec("update session_heads set head_hash = 'h3'")).toThrow(/forward/)
    expect(() => database.exec('update session_heads set closed_at = null')).toThrow(/forward/)
  })

  it('a vendor key may only be revoked, once', () => {
    insertAnyRow('vendor_keys')
    expect(() => database.exec("update vendor_keys set public_key = 'x'")).toThrow(/only be revoked/)
    expect(() =>
      database.exec("update vendor_keys set public_key = 'x', revoked_at = 't', revoked_by = 'e'"),
    ).toThrow(/only be revoked/)
    database.exec("update vendor_keys set revoked_at = 't', revoked_by = 'e'")
    expect(() => database.exec('update vendor_keys set revoked_at = null')).toThrow(/only be revoked/)
    expect(() => database.exec("update vendor_keys set revoked_at = 'later'")).toThrow(/only be revoked/)
  })

  it('a vendor key that verified something stays; one that verified nothing may go', () => {
    database.exec(
      "insert into vendor_keys select organization_id, project_id, 'unused', public_key, imported_at, imported_by, null, null from vendor_keys",
    )
    database.exec("delete from vendor_keys where kid = 'unused'")
    // The statements and catalogues above were signed by a key of this very kid.
    expect(() => database.exec('delete from vendor_keys')).toThrow(/can only be revoked/)
  })
})
