/** One session, written to by several processes at once: they take turns, and little is planned in vain. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createService } from '../../src/domain/create-service.js'
import type { HeronService } from '../../src/domain/service.js'
import type { Store } from '../../src/store/store.js'
import { actionRequest, type Heron, sessionRequest, startHeron } from '../support/heron.js'

const SESSION = 'run_1'
const CALLS_EACH = 200
const AT_ONCE = 16

let heron: Heron
let tried: number
const processes: HeronService[] = []
beforeEach(async () => {
  heron = await startHeron()
  await heron.service.openSession(sessionRequest(SESSION), heron.context())
  tried = 0
  for (let count = 0; count < 2; count += 1) processes.push(await startProcess())
})
afterEach(async () => {
  for (const each of processes.splice(0)) await each.close()
  await heron.close()
})

async function startProcess(): Promise<HeronService> {
  const { store, signer, keyRing } = await heron.place.open(heron.clock.now)
  const { published: publishedKeys, pseudonymSecret } = keyRing
  const counting: Store = {
    ...store,
    commit: (steps) => {
      tried += 1
      return store.commit(steps)
    },
  }
  return createService({ store: counting, signer, now: heron.clock.now, publishedKeys, pseudonymSecret })
}

it('is answered by all of them, in one chain, with few plans that do not hold', async () => {
  let seq = 0
  const positions: number[] = []
  const client = async (service: HeronService): Promise<void> => {
    for (let count = 0; count < CALLS_EACH / AT_ONCE; count += 1) {
      seq += 1
      const answer = await service.announceAction(actionRequest(SESSION, seq), heron.context())
      positions.push(answer.chain.position)
    }
  }
  await Promise.all(processes.flatMap((service) => Array.from({ length: AT_ONCE }, () => client(service))))
  const all = positions.sort((left, right) => left - right)
  expect(all).toEqual(Array.from(all, (_, index) => index + 1))
  expect(tried).toBeLessThan(4 * all.length)
})
