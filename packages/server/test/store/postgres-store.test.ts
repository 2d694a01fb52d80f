import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrationsFor } from '../../src/store/migrate.js'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.js'
import { insertSettings, listProjects } from '../../src/store/queries/projects.js'
import {
  advanceHead,
  findSession,
  insertSession,
  insertSessionHead,
} from '../../src/store/queries/sessions.js'
import { type Snapshot, step, type Store } from '../../src/store/store.js'
import { createDatabase, type TestDatabase } from '../support/postgres/databases.js'
import { A, describeStore, head, move, session, settings } from './store-contract.js'

const databases: TestDatabase[] = []
afterAll(async () => {
  for (const database of databases) await database.drop()
})

async function emptyDatabase(options = {}): Promise<TestDatabase> {
  const database = await createDatabase(options)
  databases.push(database)
  return database
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

describeStore('PostgreSQL', async (signer) => openPostgresStore({ url: (await emptyDatabase()).url, signer }))

describeStore('PostgreSQL with a key that is elsewhere', async ({ sign, pinned, close }) =>
  openPostgresStore({ url: (await emptyDatabase()).url, signer: { sign, pinned, close } }),
)

describe('opening a PostgreSQL store', () => {
  it('migrates once, however many start together', async () => {
    const { url } = await emptyDatabase({ migrated: false })
    const stores = await Promise.all(Array.from({ length: 4 }, () => openPostgresStore({ url })))
    await stores[0]!.commit([step(insertSession, session(A, 's1'))])
    for (const store of stores) await store.close()
    const client = await connect(url)
    const { rows } = await client.query<{ name: string }>('select name from heron_migrations order by 1')
    await client.end()
    expect(rows.map(({ name }) => name).sort()).toEqual(
      migrationsFor('postgres')
        .map(({ name }) => name)
        .sort(),
    )
  })

  it('is one clear error for a database that is not there, and for one from a newer Heron', async () => {
    const { url, name } = await emptyDatabase({ migrated: false })
    await (await openPostgresStore({ url })).close()
    const missing = url.replace(name, 'heron_none')
    await expect(openPostgresStore({ url: missing })).rejects.toMatchObject({
      code: 'store_open',
      message: expect.stringContaining('heron_none') as string,
    })
    const client = await connect(url)
    await client.query("insert into heron_migrations values ('9999_future.sql', '')")
    await client.end()
    await expect(openPostgresStore({ url })).rejects.toMatchObject({
      code: 'store_open',
      message: expect.stringMatching(/newer Heron/) as string,
    })
  })
})

describe('a PostgreSQL database that is in trouble', () => {
  let url: string
  let store: Store
  let client: pg.Client
  beforeEach(async () => {
    ;({ url } = await emptyDatabase())
    store = await openPostgresStore({ url, lockTimeoutMs: 50, statementTimeoutMs: 500 })
    client = await connect(url)
    await store.commit([step(insertSession, session(A, 's0'))])
  })
  afterEach(async () => {
    await client.end()
    await store.close()
  })
  const find = (externalId: string) =>
    store.first(findSession, { ...A, environment: 'live', external_id: externalId })
  const cut = () =>
    client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'heron %' and datname = current_database()",
    )

  it('takes up again after its connections were cut; reads do not even notice', async () => {
    await cut()
    expect(await find('s0')).toBeUndefined()
    const outcomes = []
    for (let attempt = 0; attempt < 2; attempt += 1)
      outcomes.push(
        await store.commit([step(insertSession, session(A, 's1'))]).catch((error: unknown) => error),
      )
    // Cut before it was sent: nothing was written, and the caller is told so, or it went over a new connection.
    expect(outcomes).toContainEqual({ ok: true, kid: '', signatures: [] })
  })

  it('cut in the middle of a commit leaves it done or not, never twice; asking again says which', async () => {
    const write = () =>
      store.commit([step(insertSession, session(A, 's1')), step(insertSessionHead, head(A, 's1'))])
    const doubtful = write().catch((error: unknown) => error)
    await cut()
    const outcomes = [await doubtful]
    while (!outcomes.some((each) => 'ok' in (each as object)))
      outcomes.push(await write().catch((error: unknown) => error))
    expect(await find('s1')).toMatchObject({ external_id: 's1', position: 0 })
    expect(await write()).toEqual({ ok: false, step: 0 })
  })

  it('refuses, and writes nothing, while another holds a lock for too long; then it goes on', async () => {
    await client.query('begin; lock table sessions in exclusive mode')
    const refused = store.commit([step(insertSession, session(A, 's1'))])
    await expect(refused).rejects.toMatchObject({ code: 'store_unavailable' })
    await client.query('rollback')
    expect(await store.commit([step(insertSession, session(A, 's1'))])).toMatchObject({ ok: true })
  })

  it('refuses what the queue cannot hold instead of growing', async () => {
    const small = await openPostgresStore({ url, maxWaiting: 10 })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => small.commit([step(insertSession, session(A, `t${index}`))])),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    await small.close()
  })

  it('opens eight views at once, and the next when one of them is closed', async () => {
    const views = await Promise.all(Array.from({ length: 8 }, () => store.snapshot()))
    let ninth: Snapshot | null = null
    const opening = store.snapshot().then((view) => (ninth = view))
    expect(await views[0]!.all(listProjects, {})).toEqual([])
    expect(ninth).toBeNull()
    await views[0]!.close()
    views.push(await opening)
    for (const view of views) await view.close()
  })

  it('tries again where two transactions stood in each other’s way', async () => {
    await store.commit([
      step(insertSettings, settings(A)),
      ...['a', 'b'].flatMap((id) => [
        step(insertSession, session(A, id)),
        step(insertSessionHead, head(A, id)),
      ]),
    ])
    const other = await openPostgresStore({ url })
    const both = (each: Store, from: number) =>
      Promise.all(['a', 'b'].map((id) => each.commit([step(advanceHead, move(A, id, from))])))
    const outcomes = (await Promise.all([both(store, 0), both(other, 0)])).flat()
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(2)
    await other.close()
  })
})
