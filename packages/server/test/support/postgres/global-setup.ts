/** Starts the cluster once for all test files of the `postgres` project, with a migrated database to copy from. */
import type { TestProject } from 'vitest/node'
import { openPostgresStore } from '../../../src/store/postgres/postgres-store.js'
import { findPrograms, startCluster } from './cluster.mjs'
import { TEMPLATE, withAdministration } from './databases.js'

export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const programs = findPrograms()
  project.provide('postgresPrograms', programs)
  if (programs === null) {
    project.provide('postgresUrl', null)
    return undefined
  }
  const cluster = await startCluster(programs, { durable: false })
  try {
    await withAdministration(cluster.url('postgres'), async (run) => {
      await run(`create database ${TEMPLATE}`)
    })
    await (await openPostgresStore({ url: cluster.url(TEMPLATE) })).close()
  } catch (error) {
    await cluster.stop()
    throw error
  }
  project.provide('postgresUrl', cluster.url('{}'))
  return () => cluster.stop()
}
