/**
 * A service that is killed without warning, under load, has lost no answered decision, and its chains verify: the answer
 * goes out only after the commit is durable.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { checkStore } from '../../src/domain/fsck/check-store.js'
import { createDataDirectory } from '../../src/setup/create-data-directory.js'
import { openDataDirectory } from '../../src/setup/data-directory.js'
import { findAction } from '../../src/store/queries/actions.js'
import { ORGANIZATION } from '../support/heron.js'

const LOAD = fileURLToPath(new URL('../support/load.mjs', import.meta.url))
const BUILT = fileURLToPath(new URL('../../dist/index.js', import.meta.url))

let root: string
afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

// The child cannot load TypeScript: it runs what `npm run build` made.
it.skipIf(!existsSync(BUILT))('loses no answered decision to kill -9', async () => {
  root = mkdtempSync(join(tmpdir(), 'heron-kill-'))
  const directory = join(root, 'data')
  const { organizationId, projectId, apiKey } = await createDataDirectory(directory, ORGANIZATION)

  const child = spawn(process.execPath, [LOAD, BUILT, directory, apiKey], {
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

  const data = openDataDirectory(directory, {})
  const scope = { organization_id: organizationId, project_id: projectId }
  for (const { action, record_hash } of answered) {
    expect(await data.store.first(findAction, { ...scope, id: action })).toMatchObject({ record_hash })
  }
  const report = await checkStore(data.store, data.keyRing.published)
  expect(report).toMatchObject({ failed: 0, findings: [] })
  expect(report.checked['actions']).toBeGreaterThanOrEqual(answered.length)
  await data.close()
})
