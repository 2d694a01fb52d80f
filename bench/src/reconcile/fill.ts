/**
 * A database of any size for reconciliation: a thousand calls that the service really judged, with their evidence, and as
 * many copies of them as are wanted, written row by row as SQL. Copies have ids of their own, ascending as real ones are,
 * sessions of their own, and are due one batch after the other.
 */
import { hashJson, signStatement } from '@heron/evidence'
import { createDataDirectory, openDataDirectory } from '@heron/server'
import Database from 'better-sqlite3'
import { startJudging, TOOLS, VENDOR } from '../record/vendor.js'

/** Calls judged for real; the unit in which the database grows. */
export const BATCH = 1000

const SESSIONS = 10
const START_MS = Date.parse('2026-01-01T00:00:00.000Z')

/** Makes the directory with one batch that waits for its window; the clock of the evidence is moved by hand. */
export async function createTemplate(directory: string): Promise<void> {
  const names = { organizationName: 'Bench', projectName: 'Bench', ownerEmail: 'owner@bench.example' }
  let nowMs = START_MS
  const now = (): string => new Date(nowMs).toISOString()
  const { apiKey } = await createDataDirectory(directory, names, now)
  const data = openDataDirectory(directory, {}, now)
  const { service, tenant } = await startJudging(data, apiKey, now)
  const context = () => ({ tenant, idempotencyKey: null, receivedAt: now() })
  for (let session = 0; session < SESSIONS; session += 1) {
    const request = {
      external_id: `run_${session}`,
      agent: { external_id: 'agent', version: '1' },
      principal: { type: 'service', ref: 'bench' },
      original_request: { hash: hashJson('bench'), anchors: ['<email:0f367fdcc159df07>'] },
      started_at: now(),
    } as const
    await service.openSession(request, context())
  }
  const call = async (seq: number): Promise<void> => {
    const answer = await service.announceAction(
      {
        session_external_id: `run_${seq % SESSIONS}`,
        seq,
        tool: { name: TOOLS[seq % TOOLS.length] ?? TOOLS[0] },
        args_redacted: { to: '<email:0f367fdcc159df07>', subject: 'Quarterly report', lines: ['one', 'two'] },
        args_hash: hashJson(seq),
        signals: { record_count: 1, ...(seq % 7 === 0 ? { instructions_hash: hashJson('be kind') } : {}) },
        requested_at: now(),
      },
      context(),
    )
    const statement = {
      action_id: answer.action_id,
      decision_id: answer.decision.decision_id,
      outcome: answer.decision.verdict === 'ALLOW' ? 'EXECUTED' : 'BLOCKED',
      result_hash: null,
      error_code: null,
      executed_at: now(),
    } as const
    nowMs += 1 + ((seq * 7919) % 400)
    await service.reportExecution({ ...statement, signature: signStatement(statement, VENDOR) }, context())
  }
  for (let seq = 0; seq < BATCH; seq += 1) await call(seq)
  await service.close()
}

/** Columns that name something of the batch, by table: each copy names its own. */
const RENAMED = {
  sessions: ['id', 'external_id'],
  session_heads: ['session_id'],
  actions: ['id', 'session_id', 'decision_id', 'resolves_action_id'],
  executions: ['id', 'action_id', 'session_id', 'decision_id'],
  reconciliations: ['action_id', 'touched_by'],
} as const

/**
 * Writes copies `from` to `to` of the template, the template itself being number 0. Triggers rest meanwhile: what they
 * keep is not what is measured.
 */
export function copyTemplate(path: string, from: number, to: number): void {
  const db = new Database(path)
  db.pragma('synchronous = OFF')
  db.pragma('cache_size = -200000')
  const triggers = db.prepare("select name, sql from sqlite_master where type = 'trigger'").all() as {
    name: string
    sql: string
  }[]
  for (const { name } of triggers) db.exec(`drop trigger ${name}`)
  const copies = Object.entries(RENAMED).map(([table, renamed]) => copyStatement(db, table, renamed))
  db.transaction(() => {
    for (let copy = from; copy < to; copy += 1) {
      // Due after the batch before it, as decisions are that were made later.
      const due = new Date(START_MS + copy * 1000).toISOString()
      for (const statement of copies) statement.run({ mark: `_${String(copy).padStart(7, '0')}`, due })
    }
  })()
  for (const { sql } of triggers) db.exec(sql)
  db.pragma('wal_checkpoint(truncate)')
  db.exec('analyze')
  db.close()
}

/** Inserts the rows of the template once more: `act_01…` becomes `act_0000007_01…`. */
function copyStatement(db: Database.Database, table: string, renamed: readonly string[]): Database.Statement {
  const columns = db.prepare(`select name from pragma_table_info('${table}')`).pluck().all() as string[]
  const [key] = renamed
  const values = columns.map((column) => {
    if (column === 'due_at') return ':due'
    return renamed.includes(column) ? `substr(${column}, 1, 3) || :mark || substr(${column}, 4)` : column
  })
  // Binds both names in every statement; SQLite asks for all that are given.
  return db.prepare(
    `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')} from template_${table} where :mark is not null and :due is not null order by ${String(key)}`,
  )
}

/** Keeps the template apart from what grows beside it. */
export function keepTemplate(path: string): void {
  const db = new Database(path)
  for (const table of Object.keys(RENAMED))
    db.exec(`create table template_${table} as select * from ${table}`)
  db.close()
}
