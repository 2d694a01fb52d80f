import { afterAll } from 'vitest'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.js'
import { createDatabase, type TestDatabase } from '../support/postgres/databases.js'
import { describeStore } from './store-contract.js'

const databases: TestDatabase[] = []
afterAll(async () => {
  for (const database of databases) await database.drop()
})

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createDatabase()
  databases.push(database)
  return database
}

describeStore('PostgreSQL', async (signer) => openPostgresStore({ url: (await emptyDatabase()).url, signer }))

describeStore('PostgreSQL with a key that is elsewhere', async ({ kid, sign, close }) =>
  openPostgresStore({ url: (await emptyDatabase()).url, signer: { kid, sign, close } }),
)
