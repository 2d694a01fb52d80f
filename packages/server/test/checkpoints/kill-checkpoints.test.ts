/** Two services that take checkpoints at once and are killed without warning leave one log, and nothing half done. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { checkStore } from '../../src/domain/fsck/check-store.js'
import { ORGANIZATION } from '../support/heron.js'
import { newPlace, type Place } from '../support/place.js'

const CHECKPOINTS = fileURLToPath(new URL('../support/checkpoints.mjs', import.meta.url))
const BUILT = fileURLToPath(new URL('../../dist/index.js', import.meta.url))

let place: Place
afterEach(() => place.remove())

/** Runs until it printed so many lines, then is killed. */
async function killedAfter(lines: number, apiKey: string): Promise<void> {
  const child = spawn(process.execPath, [CHECKPOINTS, BUILT, place.location, apiKey], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = 0
  for await (const _ of createInterface({ input: child.stdout })) {
    printed += 1
    if (printed === lines) child.kill('SIGKILL')
  }
  expect(printed).toBeGreaterThanOrEqual(lines)
}

// The children cannot load TypeScript: they run what `npm run build` made.
it.skipIf(!existsSync(BUILT))('survive kill -9 in the middle of a round, beside each other', async () => {
  place = await newPlace()
  const { apiKey } = await place.create(ORGANIZATION)
  await Promise.all([killedAfter(60, apiKey), killedAfter(90, apiKey)])
  await killedAfter(20, apiKey)
  const data = await place.open()
  const report = await checkStore(data.store, data.keyRing.published)
  expect(report).toMatchObject({ failed: 0, findings: [] })
  expect(report.checked['checkpoints']).toBeGreaterThan(10)
  await data.close()
})
