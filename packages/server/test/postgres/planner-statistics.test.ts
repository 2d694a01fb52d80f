/** Lookups stay lookups while a table grows faster than the database looks at it. */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { query } from '../../src/store/query.js'
import { findActionByKey } from '../../src/store/queries/actions.js'
import { actionRequest, type Heron, sessionRequest, startHeron } from '../support/heron.js'

const SESSION = 'run_1'

let heron: Heron
beforeEach(async () => {
  heron = await startHeron()
  await heron.service.openSession(sessionRequest(SESSION), heron.context())
})
afterEach(async () => {
  await heron.close()
})

const announce = (seq: number) =>
  heron.service.announceAction(actionRequest(SESSION, seq), heron.context(`key_${seq.toString()}`))

/** Asked of every connection that answers point reads: to tell now what it has read, not when it next finds time. */
const reportReads = query()((db) => db.selectNoFrom(sql<string>`pg_stat_force_next_flush()`.as('told')))

const byEveryReader = (read: () => Promise<unknown>) => Promise.all([read(), read(), read(), read()])

function ask(text: string): number {
  const database = heron.place.openDatabase()
  try {
    return (database.prepare(text).all() as { n: number }[])[0]!.n
  } finally {
    database.close()
  }
}

const looksAtActions = () =>
  ask("select count(last_analyze)::int as n from pg_stat_user_tables where relname = 'actions'")

/** Entries of the indexes of `actions` that anybody has read so far. */
async function entriesRead(): Promise<number> {
  await byEveryReader(() => heron.data.store.first(reportReads, {}))
  return ask(
    "select coalesce(sum(idx_tup_read), 0)::int as n from pg_stat_user_indexes where relname = 'actions'",
  )
}

it('a repeated call reads a few rows, however many there are, though it was planned on an empty table', async () => {
  // Every reader plans the lookup for good, on a table without a row.
  const { organizationId: organization_id, projectId: project_id } = heron.tenant
  const lookUp = () =>
    heron.data.store.first(findActionByKey, { organization_id, project_id, idempotency_digest: 'none' })
  for (let time = 0; time < 20; time += 1) await byEveryReader(lookUp)
  const stored = 600
  for (let seq = 1; seq <= stored; seq += 1) await announce(seq)
  while (looksAtActions() === 0) await setImmediate()
  const before = await entriesRead()
  const repeated = 100
  for (let seq = 1; seq <= repeated; seq += 1) expect(await announce(seq)).toMatchObject({ replay: true })
  expect((await entriesRead()) - before).toBeLessThan(repeated * 10)
})
