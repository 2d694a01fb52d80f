/**
 * A record of any size for the lists: a thousand calls that the service really judged, with statements and findings, and as
 * many copies of them as are wanted, spread over the last thirty days. The store's own triggers count the copies; their ids
 * carry their time, as real ones do. Before all of them stands one call of a tool that was never called again.
 */
import { hashJson, publicKeyOfSeed, signStatement, toBase64url } from '@heron/evidence'
import {
  type CreatedOrganization,
  createDataDirectory,
  createService,
  databasePath,
  importVendorKey,
  openDataDirectory,
  ownerOperation,
  type RequestContext,
} from '@heron/server'
import Database from 'better-sqlite3'

/** Calls judged for real; the unit in which the record grows. */
export const BATCH = 1000
export const PASSWORD = 'correct horse battery staple'
export const OWNER_EMAIL = 'owner@bench.example'
export const RARE_TOOL = 'archive.unseal'

const SESSIONS = 20
const AGENTS = ['support', 'billing', 'research'] as const
const TOOLS = ['crm.get_contact', 'tickets.list', 'mail.send', 'files.delete', 'payments.transfer'] as const
const VENDOR = { kid: 'bench', seed: new Uint8Array(32).fill(7) }
const DAYS = 30
const DAY_MS = 86_400_000
/** Nothing is younger: what arrived in the last seconds is not counted yet. */
const AGE_MS = 60_000

/** Makes a record of `calls` calls in a new directory. */
export async function fillRecord(directory: string, calls: number): Promise<CreatedOrganization> {
  const end = Date.now() - AGE_MS
  let nowMs = end - DAYS * DAY_MS
  const now = (): string => new Date(nowMs).toISOString()
  const names = { organizationName: 'Bench', projectName: 'Bench', ownerEmail: OWNER_EMAIL }
  const created = await createDataDirectory(directory, { ...names, ownerPassword: PASSWORD }, now)
  const data = openDataDirectory(directory, {}, now)
  const { store, signer, keyRing, pseudonymSecret } = data
  const key = { kid: VENDOR.kid, publicKey: toBase64url(publicKeyOfSeed(VENDOR.seed)) }
  await importVendorKey(data, await ownerOperation(data, undefined, 'bench'), key)
  const service = await createService({
    store,
    signer,
    publishedKeys: keyRing.published,
    pseudonymSecret,
    now,
  })
  const tenant = await service.authenticate(created.apiKey)
  if (tenant === null) throw new Error('the API key that was just minted is unknown')
  const context = (): RequestContext => ({ tenant, idempotencyKey: null, receivedAt: now() })
  const open = (name: string, agent: string) =>
    service.openSession(
      {
        external_id: name,
        agent: { external_id: agent, name: `Agent ${agent}`, version: '1' },
        principal: { type: 'service', ref: 'bench' },
        original_request: { hash: hashJson('bench'), anchors: [] },
        started_at: now(),
      },
      context(),
    )
  const call = async (session: string, seq: number, tool: string): Promise<void> => {
    const { action_id, decision } = await service.announceAction(
      {
        session_external_id: session,
        seq,
        tool: { name: tool },
        args_redacted: { subject: 'Quarterly report', lines: ['one', 'two'] },
        args_hash: hashJson(seq),
        signals: { record_count: 1 },
        requested_at: now(),
      },
      context(),
    )
    // One denial in ten is not obeyed.
    const obeyed = decision.verdict === 'DENY' && seq % 50 !== 4
    const outcome = decision.verdict === 'ALLOW' || !obeyed ? 'EXECUTED' : 'BLOCKED'
    const statement = { action_id, decision_id: decision.decision_id, outcome, result_hash: null } as const
    const whole = { ...statement, error_code: null, executed_at: now() }
    await service.reportExecution({ ...whole, signature: signStatement(whole, VENDOR) }, context())
  }
  await open('long_ago', 'support')
  await call('long_ago', 0, RARE_TOOL)
  nowMs += 3_600_000
  const first = nowMs
  for (let session = 0; session < SESSIONS; session += 1)
    await open(`run_${session}`, AGENTS[session % AGENTS.length] ?? AGENTS[0])
  for (let seq = 0; seq < BATCH; seq += 1) {
    nowMs += 1
    await call(`run_${seq % SESSIONS}`, seq, TOOLS[seq % TOOLS.length] ?? TOOLS[0])
  }
  await service.close()
  const copies = Math.floor(calls / BATCH) - 1
  copyBatch(
    databasePath(directory),
    first,
    Array.from({ length: copies }, (_, copy) => first + ((copy + 1) * (end - first)) / (copies + 1)),
  )
  return created
}

/** Columns that name something of the batch, by table in the order of writing; and those that say when. */
const COPIED = {
  sessions: { named: ['id', 'external_id'], at: ['opened_at'] },
  session_heads: { named: ['session_id'], at: [] },
  actions: { named: ['id', 'session_id', 'decision_id'], at: ['received_at'] },
  executions: { named: ['id', 'action_id', 'session_id', 'decision_id'], at: ['received_at'] },
  findings: { named: ['id', 'subject', 'session_id', 'action_id'], at: ['raised_at'] },
} as const

/** Writes the rows of the batch once more for each of `times`. */
function copyBatch(path: string, first: number, times: readonly number[]): void {
  const db = new Database(path)
  db.pragma('synchronous = OFF')
  db.pragma('cache_size = -400000')
  db.function('moved_id', { deterministic: true }, (id: unknown, mark: unknown) =>
    movedId(String(id), String(mark)),
  )
  for (const [table, { at }] of Object.entries(COPIED)) {
    const [since = "'~'"] = at
    const when =
      at.length === 0
        ? `(select 1 from sessions s where s.id = session_id and s.opened_at >= ?)`
        : `${since} >= ?`
    db.prepare(`create table batch_${table} as select * from ${table} where ${when}`).run(
      new Date(first).toISOString(),
    )
  }
  const statements = Object.entries(COPIED).map(([table, { named, at }]) => {
    const columns = db.prepare(`select name from pragma_table_info('${table}')`).pluck().all() as string[]
    const values = columns.map((column) => {
      if ((at as readonly string[]).includes(column)) return ':at'
      if (column === 'external_id') return "external_id || ':' || :mark"
      return (named as readonly string[]).includes(column) ? `moved_id(${column}, :mark)` : column
    })
    return db.prepare(
      `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')} from batch_${table} where :at is not null and :mark is not null`,
    )
  })
  for (let start = 0; start < times.length; start += 50) {
    db.transaction(() => {
      for (const time of times.slice(start, start + 50)) {
        const ms = Math.floor(time)
        for (const statement of statements)
          statement.run({ at: new Date(ms).toISOString(), mark: encode(ms) })
      }
    })()
  }
  for (const table of Object.keys(COPIED)) db.exec(`drop table batch_${table}`)
  db.exec('analyze')
  db.pragma('wal_checkpoint(truncate)')
  db.close()
}

const PREFIX = 4
const TIME = 10

/** An id of the batch as it would be at another time: `act_` + time + what makes it unique. */
function movedId(id: string, mark: string): string {
  return id.slice(0, PREFIX) + mark + id.slice(PREFIX + TIME)
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** A time as ids write it. */
function encode(ms: number): string {
  let text = ''
  for (let rest = ms; text.length < TIME; rest = Math.floor(rest / ALPHABET.length))
    text = ALPHABET.charAt(rest % ALPHABET.length) + text
  return text
}
