/** The queue in front of the commits: bounded, in order within a project, and fair between projects. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FairQueue, laneOf } from '../../src/store/fair-queue.js'
import { insertSession } from '../../src/store/queries/sessions.js'
import { step } from '../../src/store/store.js'
import { A, B, session } from './store-contract.js'

describe('a queue that is fair between projects', () => {
  it('takes from every lane in turn, whatever waits in front', () => {
    const queue = new FairQueue<string>(1000)
    for (let index = 0; index < 500; index += 1) queue.push('noisy', `n${index}`)
    queue.push('quiet', 'q0')
    queue.push('quiet', 'q1')
    expect(queue.take(6)).toEqual(['n0', 'n1', 'n2', 'q0', 'q1', 'n3'])
    expect(queue.size).toBe(496)
  })

  it('gives everybody a turn where there are more projects than places', () => {
    const queue = new FairQueue<string>(1000)
    for (let round = 0; round < 3; round += 1) {
      for (let lane = 0; lane < 10; lane += 1) queue.push(`l${lane}`, `l${lane}`)
    }
    const firstTen = [...queue.take(4), ...queue.take(4), ...queue.take(2)]
    expect(new Set(firstTen).size).toBe(10)
  })

  it('lets the newest of the longest lane give way when it is full', () => {
    const queue = new FairQueue<string>(4)
    for (const item of ['n0', 'n1', 'n2', 'n3']) expect(queue.push('noisy', item)).toBeNull()
    expect(queue.push('noisy', 'n4')).toBe('n4')
    expect(queue.push('quiet', 'q0')).toBe('n3')
    expect(queue.push('quiet', 'q1')).toBe('n2')
    expect(queue.push('quiet', 'q2')).toBe('q2')
    expect(queue.size).toBe(4)
  })

  it('never holds more than its bound, loses nothing, and keeps the order within a lane', () => {
    const operation = fc.oneof(
      fc.record({ lane: fc.integer({ min: 0, max: 4 }) }),
      fc.record({ take: fc.integer({ min: 1, max: 7 }) }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.array(operation, { maxLength: 120 }), (most, run) => {
        const queue = new FairQueue<{ readonly lane: number; readonly number: number }>(most)
        const lastTaken = new Map<number, number>()
        let pushed = 0
        let displaced = 0
        let taken = 0
        const takeOut = (count: number): void => {
          const items = queue.take(count)
          expect(items.length).toBeLessThanOrEqual(count)
          taken += items.length
          for (const { lane, number } of items) {
            expect(number).toBeGreaterThan(lastTaken.get(lane) ?? -1)
            lastTaken.set(lane, number)
          }
        }
        for (const each of run) {
          if ('take' in each) takeOut(each.take)
          else if (queue.push(`${each.lane}`, { lane: each.lane, number: pushed++ }) !== null) displaced += 1
          expect(queue.size).toBeLessThanOrEqual(most)
        }
        takeOut(most)
        expect(queue.size).toBe(0)
        expect(taken + displaced).toBe(pushed)
      }),
    )
  })

  it('tells projects apart by organization and project', () => {
    const lanes = [A, B].map((scope) => laneOf([step(insertSession, session(scope, 's1'))]))
    expect(new Set(lanes).size).toBe(2)
    expect(laneOf([])).toBe('')
  })
})
