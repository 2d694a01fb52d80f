/** Lookups stay lookups while a table grows faster than the database looks at it. */
import { afterEach, beforeEach, expect, it } from 'vitest'
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

/** Entries of the indexes of `actions` that anybody has read so far, once the database's counts stand still. */
async function entriesRead(): Promise<number> {
  const database = heron.place.openDatabase()
  const count = (): number => {
    const [row] = database
      .prepare(
        "select pg_stat_clear_snapshot(), coalesce(sum(idx_tup_read), 0)::int as n from pg_stat_user_indexes where relname = 'actions'",
      )
      .all() as { n: number }[]
    return row!.n
  }
  try {
    for (let before = -1, now = count(); ; before = now, now = count()) {
      if (before === now) return now
      // Backends report what they have read once a second.
      await new Promise((resolve) => setTimeout(resolve, 1500))
    }
  } finally {
    database.close()
  }
}

it('a repeated call reads a few rows, however many there are, before the database has looked at its tables', async () => {
  const stored = 600
  for (let seq = 1; seq <= stored; seq += 1) await announce(seq)
  const before = await entriesRead()
  const repeated = 100
  for (let seq = 1; seq <= repeated; seq += 1) expect(await announce(seq)).toMatchObject({ replay: true })
  expect((await entriesRead()) - before).toBeLessThan(repeated * 10)
})
