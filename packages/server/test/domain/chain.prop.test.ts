/** Whatever calls arrive, in whatever mixture at once, each session is one dense chain and everything verifies. */
import { hashJson } from '@heron/evidence'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkStore } from '../../src/domain/fsck/check-store.js'
import { createIdSource } from '../../src/domain/ids.js'
import { recordMark } from '../../src/domain/record-mark.js'
import { actionRequest, type Heron, sessionRequest, startHeron } from '../support/heron.js'

let heron: Heron
let run = 0
beforeAll(async () => {
  heron = await startHeron()
})
afterAll(() => heron.close())

const call = fc.record({
  session: fc.nat(2),
  seq: fc.nat(12),
  tool: fc.constantFrom('crm.read', 'files.delete', 'gmail.send', 'crm.update', 'payments.transfer', 'zzz'),
  args: fc.nat(1),
  bulk: fc.boolean(),
  key: fc.option(fc.nat(15)),
  approves: fc.option(fc.nat(10)),
})

it('keeps every chain dense and every text true under random parallel calls', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(call, { maxLength: 12 }), { maxLength: 4 }), async (rounds) => {
      const { service, context } = heron
      const prefix = `run_${(run += 1)}`
      for (let session = 0; session < 3; session += 1) {
        await service.openSession(sessionRequest(`${prefix}_${session}`), context())
      }
      const ids: string[] = []
      for (const calls of rounds) {
        const outcomes = await Promise.allSettled(
          calls.map(({ session, seq, tool, args, bulk, key, approves }) => {
            const action = approves === null ? undefined : ids[approves]
            const answer = action === undefined ? {} : { resolves_action: action, human_decision: 'APPROVE' }
            return service.announceAction(
              actionRequest(`${prefix}_${session}`, seq, {
                tool: { name: tool },
                args_hash: hashJson(args),
                signals: { record_count: bulk ? 500 : 1, ...answer },
              }),
              context(key === null ? null : `${prefix}:${key}`),
            )
          }),
        )
        for (const outcome of outcomes) {
          if (outcome.status === 'fulfilled') ids.push(outcome.value.action_id)
          else
            expect(outcome.reason).toMatchObject({
              code: expect.stringMatching(/^(seq|idempotency)_conflict$/),
            })
        }
      }
      expect(await checkStore(heron.data.store, heron.data.keyRing.published)).toMatchObject({ findings: [] })
    }),
    { numRuns: 15 },
  )
})

it('makes ids that are unique and sort in the order in which they were made, even when the clock steps back', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 300 }), (times) => {
      let index = 0
      const next = createIdSource(() => times[index++ % times.length] ?? 0)
      const ids = Array.from({ length: 300 }, next)
      expect(new Set(ids).size).toBe(300)
      expect([...ids].sort()).toEqual(ids)
      for (const id of ids) expect(id).toMatch(/^[0-9a-z]{20}$/)
    }),
  )
})

it('marks a digest by its first 48 bits', () => {
  expect(recordMark(`sha256:ffffffffffff${'0'.repeat(52)}`)).toBe(2 ** 48 - 1)
  expect(recordMark(`sha256:000000000001${'f'.repeat(52)}`)).toBe(1)
})
