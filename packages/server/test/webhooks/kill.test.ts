/** A sender that is killed without warning loses no event: what it was sending is sent again, under the same id. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { createService } from '../../src/domain/create-service.js'
import { addWebhook } from '../../src/domain/webhooks/manage-webhooks.js'
import { createDataDirectory } from '../../src/setup/create-data-directory.js'
import { openDataDirectory } from '../../src/setup/data-directory.js'
import { startWebhookSender } from '../../src/webhooks/sender.js'
import { actionRequest, Clock, ORGANIZATION, sessionRequest } from '../support/heron.js'
import { CALLS } from '../worker/live-worker.js'
import { signaturesBy } from './live-webhooks.js'
import { startReceiver } from './receiver.js'

const SENDS = fileURLToPath(new URL('../support/send-webhooks.mjs', import.meta.url))
const BUILT = fileURLToPath(new URL('../../dist/index.js', import.meta.url))

let root: string
afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

// The child cannot load TypeScript: it runs what `npm run build` made.
it.skipIf(!existsSync(BUILT))('loses no event to kill -9', async () => {
  root = mkdtempSync(join(tmpdir(), 'heron-webhooks-'))
  const directory = join(root, 'data')
  const clock = new Clock()
  const { apiKey, ...created } = await createDataDirectory(directory, ORGANIZATION)
  const { store, signer, keyRing } = openDataDirectory(directory, {})
  const service = await createService({
    ...{ store, signer, publishedKeys: keyRing.published, pseudonymSecret: keyRing.pseudonymSecret },
    ...{ webhookAllowPrivate: true, now: clock.now },
  })
  // Answers every second request; the others hang until their sender dies.
  const receiver = await startReceiver((response, _request, number) => {
    if (number % 2 === 0 || number > 4) response.writeHead(204).end()
  })
  const { secret } = await addWebhook(
    service.operatorParts,
    { project: created, actorId: created.ownerId },
    {
      ...{ url: receiver.url, topics: ['decision.step_up'] },
    },
  )
  const tenant = await service.authenticate(apiKey)
  const context = { tenant: tenant!, idempotencyKey: null, receivedAt: clock.now() }
  const told = new Set<string>()
  for (let number = 0; number < 8; number += 1) {
    const name = `run_${number.toString()}`
    await service.openSession(sessionRequest(name), context)
    const action = await service.announceAction(actionRequest(name, 1, CALLS.STEP_UP), context)
    told.add(action.action_id)
  }

  const child = spawn(process.execPath, [SENDS, BUILT, directory], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise((resolve) => {
    child.once('exit', (_code, signal) => {
      resolve(signal)
    })
  })
  await receiver.seen(4)
  child.kill('SIGKILL')
  expect(await ended).toBe('SIGKILL')

  // Another process, once the claims of the dead one are over: far ahead of the child's clock.
  clock.advance(365 * 86_400_000)
  const sender = startWebhookSender({ service, intervalMs: 0, now: clock.now })
  do await sender.idle()
  while (await sender.tick())
  const actionOf = ({ body }: { body: string }): string =>
    (JSON.parse(body) as { data: { action: string } }).data.action
  expect(new Set(receiver.received.map(actionOf))).toEqual(told)
  const ids = new Map(receiver.received.map((one) => [actionOf(one), one.headers['webhook-id']]))
  for (const one of receiver.received) {
    expect(one.headers['webhook-id']).toBe(ids.get(actionOf(one)))
    expect(signaturesBy(secret, one)).toEqual([true])
  }
  await sender.stop()
  await service.close()
  await receiver.close()
})
