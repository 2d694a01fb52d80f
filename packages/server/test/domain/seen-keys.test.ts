/** A key that this process never met is not looked up first; what the database holds of it counts all the same. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createService } from '../../src/domain/create-service.js'
import { SeenKeys } from '../../src/domain/seen-keys.js'
import type { HeronService } from '../../src/domain/service.js'
import { actionRequest, type Heron, sessionRequest, startHeron } from '../support/heron.js'

let heron: Heron
/** Another process, or the same one after a restart: it has met no key yet. */
let other: HeronService
beforeEach(async () => {
  heron = await startHeron()
  const { store, signer, keyRing } = await heron.place.open(heron.clock.now)
  const { published: publishedKeys, pseudonymSecret } = keyRing
  other = await createService({ store, signer, now: heron.clock.now, publishedKeys, pseudonymSecret })
  for (const name of ['run_1', 'run_2'])
    await heron.service.openSession(sessionRequest(name), heron.context())
})
afterEach(async () => {
  await other.close()
  await heron.close()
})

it('a key that another process met is answered as it was, in its session', async () => {
  const first = await heron.service.announceAction(actionRequest('run_1', 1), heron.context('key'))
  const again = await other.announceAction(actionRequest('run_1', 1), heron.context('key'))
  expect(again).toEqual({ ...first, replay: true })
})

it('a key that another process met is refused for another action, also where nothing else would meet it', async () => {
  await heron.service.announceAction(actionRequest('run_1', 1), heron.context('key'))
  await expect(other.announceAction(actionRequest('run_2', 7), heron.context('key'))).rejects.toMatchObject({
    code: 'idempotency_conflict',
  })
  // And the session that it was planned in goes on.
  expect(await other.announceAction(actionRequest('run_2', 7), heron.context('another'))).not.toHaveProperty(
    'replay',
  )
})

it('a key that another process met, on a seq that is taken, is judged by the key', async () => {
  await heron.service.announceAction(actionRequest('run_1', 1), heron.context('key'))
  await heron.service.announceAction(actionRequest('run_2', 1), heron.context('other'))
  await expect(
    other.announceAction(actionRequest('run_2', 1, { tool: { name: 'other.tool' } }), heron.context('key')),
  ).rejects.toMatchObject({ code: 'idempotency_conflict' })
})

it('a key that another process met is answered as it was after its session has ended', async () => {
  const first = await heron.service.announceAction(actionRequest('run_1', 1), heron.context('key'))
  await heron.service.closeSession('run_1', heron.context())
  const again = await other.announceAction(actionRequest('run_1', 1), heron.context('key'))
  expect(again).toEqual({ ...first, replay: true })
})

it('keys are remembered for two generations, and no more', () => {
  const keys = new SeenKeys()
  expect(keys.meet('first')).toBe(false)
  expect(keys.meet('first')).toBe(true)
  for (let count = 0; count < 20_000; count += 1) keys.meet(`a${count.toString()}`)
  expect(keys.meet('first')).toBe(true)
  for (let count = 0; count < 50_000; count += 1) keys.meet(`b${count.toString()}`)
  expect(keys.meet('first')).toBe(false)
})
