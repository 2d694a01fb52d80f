/** The guide of docs/operations.md, tried: a dump of a running Heron, restored elsewhere, is whole and goes on. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { createService } from '../../src/domain/create-service.js'
import { checkStore } from '../../src/domain/fsck/check-store.js'
import { openPostgresInstallation } from '../../src/setup/postgres-installation.js'
import { actionRequest, executionRequest, type Heron, sessionRequest, startHeron } from '../support/heron.js'
import { createDatabase, type TestDatabase } from '../support/postgres/databases.js'

let heron: Heron
let target: TestDatabase
let folder: string
beforeEach(async () => {
  heron = await startHeron()
  target = await createDatabase({ migrated: false })
  folder = mkdtempSync(join(tmpdir(), 'heron-dump-'))
})
afterEach(async () => {
  await heron.close()
  await target.drop()
  rmSync(folder, { recursive: true, force: true })
})

const program = (name: string, ...args: string[]): void => {
  execFileSync(join(inject('postgresPrograms') ?? '', name), args, { stdio: 'pipe' })
}

it('a dump that is restored into a fresh database holds everything, and the chains go on', async () => {
  const { service, context, place, clock } = heron
  await service.openSession(sessionRequest('run_1'), context())
  const call = (seq: number) => service.announceAction(actionRequest('run_1', seq), context(`call ${seq}`))
  await service.reportExecution(executionRequest(await call(1)), context())
  const { url, keyRing } = JSON.parse(place.location) as { url: string; keyRing: string }

  const file = join(folder, 'heron.dump')
  // While somebody writes: the dump is one view.
  const [, second] = await Promise.all([
    Promise.resolve().then(() => {
      program('pg_dump', '--format=custom', `--file=${file}`, url)
    }),
    call(2),
  ])
  program('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${target.url}`, file)

  const location = { url: target.url, keyRing, env: {} }
  const restored = await openPostgresInstallation(location, clock.now)
  const report = await checkStore(restored.store, restored.keyRing.published)
  expect(report).toMatchObject({ failed: 0, findings: [], checked: { sessions: 1, executions: 1 } })
  const { store, signer } = restored
  const again = await createService({
    ...{ store, signer, now: clock.now },
    publishedKeys: restored.keyRing.published,
    pseudonymSecret: restored.keyRing.pseudonymSecret,
  })
  const tenant = (await again.authenticate(heron.apiKey))!
  // What the dump missed is asked for again, as an outbox does, and decided once.
  const replayed = await again.announceAction(actionRequest('run_1', 2), { ...context('call 2'), tenant })
  expect(replayed.chain.position).toBe(second.chain.position)
  const next = await again.announceAction(actionRequest('run_1', 3), { ...context('call 3'), tenant })
  expect(next.chain.position).toBe(3)
  await again.close()

  // Triggers, indexes and the append-only rule came along.
  const after = await openPostgresInstallation(location, clock.now)
  expect(await checkStore(after.store, after.keyRing.published)).toMatchObject({ failed: 0 })
  await after.close()
})
