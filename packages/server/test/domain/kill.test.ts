/**
 * A service that is killed without warning, under load, has lost no answered decision, and its chains verify: the answer
 * goes out only after the commit is durable.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { checkStore } from '../../src/domain/fsck/check-store.js'
import { findAction } from '../../src/store/queries/actions.js'
import { ORGANIZATION } from '../support/heron.js'
import { newPlace, type Place } from '../support/place.js'

const LOAD = fileURLToPath(new URL('../support/load.mjs', import.meta.url))
const BUILT = fileURLToPath(new URL('../../dist/index.js', import.meta.url))

let place: Place
afterEach(() => place.remove())

// The child cannot load TypeScript: it runs what `npm run build` made.
it.skipIf(!existsSync(BUILT))('loses no answered decision to kill -9', async () => {
  place = await newPlace()
  const { organizationId, projectId, apiKey } = await place.create(ORGANIZATION)

  const child = spawn(process.execPath, [LOAD, BUILT, place.location, apiKey], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const answered: { action: string; record_hash: string }[] = []
  const ended = new Promise<string | null>((resolve) => {
    child.once('exit', (_code, signal) => {
      resolve(signal)
    })
  })
  for await (const line of createInterface({ input: child.stdout })) {
    answered.push(JSON.parse(line) as (typeof answered)[number])
    // In the middle of the work: others are planned, being signed, and on their way to the disk.
    if (answered.length === 400) child.kill('SIGKILL')
  }
  expect(await ended).toBe('SIGKILL')
  expect(answered.length).toBeGreaterThanOrEqual(400)

  const data = await place.open()
  const scope = { organization_id: organizationId, project_id: projectId }
  for (const { action, record_hash } of answered) {
    expect(await data.store.first(findAction, { ...scope, id: action })).toMatchObject({ record_hash })
  }
  const report = await checkStore(data.store, data.keyRing.published)
  expect(report).toMatchObject({ failed: 0, findings: [] })
  expect(report.checked['actions']).toBeGreaterThanOrEqual(answered.length)
  await data.close()
})
