/**
 * A record of any size on PostgreSQL: the judged batch and as many copies of it as are wanted, made inside the database.
 * Triggers rest meanwhile: marks of sessions are copied as rows. The counts by day stay those of the batch, since there
 * are some hundred rows of them in a record of any size.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type CreatedOrganization, createPostgresInstallation, openPostgresInstallation } from '@heron/server'
import { BATCH, judgeBatch } from './batch.js'
import { COPIED, copiedValue, copyTimes, ofBatch } from './copies.js'

/** Copies in one transaction. */
const AT_ONCE = 20

/** Written by a trigger where calls are written one by one. */
const MARKS = { table: 'session_marks', named: ['session_id'], at: ['opened_at'] } as const

const DIALECT = {
  at: 'copy.at',
  mark: 'copy.mark',
  digest: (text: string) =>
    `left(translate(encode(sha256(convert_to(${text}, 'UTF8')), 'base64'), '+/', '-_'), 22)`,
}

export type EmptyPostgres = {
  readonly url: string
  readonly keyRing: string
  /** Folder of PostgreSQL's programs. */
  readonly programs: string
}

/** Makes a record of `calls` calls in an empty database. */
export async function fillPostgresRecord(
  { url, keyRing, programs }: EmptyPostgres,
  calls: number,
  onProgress: (calls: number) => void,
): Promise<CreatedOrganization> {
  const location = { url, keyRing, env: {} }
  const batch = await judgeBatch({
    create: (organization, now) => createPostgresInstallation(location, organization, now),
    open: (now) => openPostgresInstallation(location, now),
  })
  const ask = (...sql: readonly string[]): Promise<string> => askPsql(programs, url, sql)
  const tables = [...COPIED, MARKS]
  await ask('alter system set full_page_writes = off', 'select pg_reload_conf()')
  const statements: string[] = []
  for (const copied of tables) {
    const { table } = copied
    await ask(
      `create table batch_${table} as select * from ${table} where ${ofBatch(copied, batch)} order by ${copied.named[0] ?? ''}`,
      `alter table ${table} disable trigger user`,
    )
    const columns = await ask(
      `select column_name from information_schema.columns where table_name = '${table}' and is_generated = 'NEVER'`,
    )
    const names = columns.split('\n')
    const values = names.map((column) => copiedValue(copied, column, DIALECT))
    // Lateral and fenced off by `offset`, so that one copy is written after the other, and ids ascend.
    statements.push(
      `insert into ${table} (${names.join(', ')}) select made.* from copies copy cross join lateral (select ${values.join(', ')} from batch_${table} offset 0) made`,
    )
  }
  const times = copyTimes(batch, calls)
  for (let start = 0; start < times.length; start += AT_ONCE) {
    const copies = times.slice(start, start + AT_ONCE)
    const rows = copies.map(({ at, mark }) => `('${at}', '${mark}')`).join(', ')
    await ask(
      ...['set synchronous_commit = off', 'begin'],
      `create temporary table copies on commit drop as select * from (values ${rows}) as given (at, mark)`,
      ...[...statements, 'commit'],
    )
    onProgress((1 + start + copies.length) * BATCH)
  }
  for (const { table } of tables)
    await ask(`drop table batch_${table}`, `alter table ${table} enable trigger user`)
  await ask('alter system reset full_page_writes', 'select pg_reload_conf()', 'vacuum analyze', 'checkpoint')
  return batch.created
}

/** Runs statements one after the other; answers what the last of them read, without headings. */
export async function askPsql(programs: string, url: string, sql: readonly string[]): Promise<string> {
  const commands = sql.flatMap((each) => ['-c', each])
  const child = spawn(join(programs, 'psql'), [url, '-qAtX', '-v', 'ON_ERROR_STOP=1', ...commands], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [answer, complaint] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    complaint += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`psql ended with ${code ?? 'a signal'}: ${complaint.trim()}`)
  return answer.trim()
}
