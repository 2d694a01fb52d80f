/**
 * A disk that is full, as the embedded database sees it: a file may not grow any further. What was answered before is
 * there, what was not is not half there, and with room again the same directory goes on.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { createService } from '../../src/domain/create-service.js'
import { checkStore } from '../../src/domain/fsck/check-store.js'
import { findAction } from '../../src/store/queries/actions.js'
import { actionRequest, ORGANIZATION } from '../support/heron.js'
import { newPlace, type Place } from '../support/place.js'

const LOAD = fileURLToPath(new URL('../support/load.mjs', import.meta.url))
const BUILT = fileURLToPath(new URL('../../dist/index.js', import.meta.url))
const PRLIMIT = '/usr/bin/prlimit'

/** No file of the process grows beyond this: some hundreds of decisions. */
const MOST_BYTES = 8 * 1024 * 1024

let place: Place
afterEach(() => place.remove())

// The child runs what `npm run build` made; `prlimit` is Linux's.
it.skipIf(!existsSync(BUILT) || !existsSync(PRLIMIT))(
  'answers nothing that a full disk did not take',
  async () => {
    place = await newPlace()
    const { organizationId, projectId, apiKey } = await place.create(ORGANIZATION)

    const limited = [`--fsize=${MOST_BYTES}`, process.execPath, LOAD, BUILT, place.location, apiKey]
    const child = spawn(PRLIMIT, limited, { stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    let complaint = ''
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      complaint += chunk
    })
    const answered: { action: string; record_hash: string }[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      answered.push(JSON.parse(line) as (typeof answered)[number])
    }
    expect(await ended).toBe(1)
    expect(complaint).toMatch(/unavailable/)
    expect(answered.length).toBeGreaterThan(100)

    const data = await place.open()
    const scope = { organization_id: organizationId, project_id: projectId }
    for (const { action, record_hash } of answered) {
      expect(await data.store.first(findAction, { ...scope, id: action })).toMatchObject({ record_hash })
    }
    const { store, signer, keyRing } = data
    const service = await createService({
      ...{ store, signer, publishedKeys: keyRing.published, pseudonymSecret: keyRing.pseudonymSecret },
    })
    const tenant = await service.authenticate(apiKey)
    if (tenant === null) throw new Error('the key that was just minted is unknown')
    const context = { tenant, idempotencyKey: null, receivedAt: new Date().toISOString() }
    const next = await service.announceAction(actionRequest('run_0', 1_000_000), context)
    expect(next.decision.verdict).toBe('ALLOW')
    expect(await checkStore(store, keyRing.published)).toMatchObject({ failed: 0, findings: [] })
    await service.close()
  },
)
