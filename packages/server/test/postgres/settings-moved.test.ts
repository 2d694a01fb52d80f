/** What one process puts in force, the others know of with the commit, and would find out with their next write. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.js'
import { enforceCatalog } from '../../src/store/queries/catalogs.js'
import { type MovedProject, step, type Store } from '../../src/store/store.js'
import { type Heron, startHeron } from '../support/heron.js'

let heron: Heron
let other: Store
beforeEach(async () => {
  heron = await startHeron()
  const { url } = JSON.parse(heron.place.location) as { url: string }
  other = await openPostgresStore({ url })
})
afterEach(async () => {
  await other.close()
  await heron.close()
})

/** The calls, one by one, as they come. */
function heard(store: Store): () => Promise<MovedProject | null> {
  const calls: (MovedProject | null)[] = []
  let wake: (() => void) | null = null
  store.onSettingsMoved?.((project) => {
    calls.push(project)
    wake?.()
  })
  return async () => {
    while (calls.length === 0) await new Promise<void>((resolve) => (wake = resolve))
    return calls.shift() ?? null
  }
}

it('a change is told to other processes, and a lost connection is a change of anything', async () => {
  const next = heard(other)
  expect(await next()).toBeNull()
  const { organizationId, projectId } = heron.tenant
  const move = step(enforceCatalog, {
    ...{ organization_id: organizationId, project_id: projectId },
    ...{ expected_revision: 1, revision: 2, catalog_id: 'cat_1', catalog_hash: 'sha256:1' },
  })
  expect(await heron.data.store.commit([move])).toMatchObject({ ok: true })
  expect(await next()).toEqual({ organizationId, projectId })

  const database = heron.place.openDatabase()
  database
    .prepare(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'heron listener' and datname = current_database()",
    )
    .all()
  database.close()
  expect(await next()).toBeNull()
  expect(await next()).toBeNull()
})
