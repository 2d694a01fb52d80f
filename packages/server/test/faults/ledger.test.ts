/** The ledger sees what it is there to see: a suite of zeros proves nothing otherwise. */
import { describe, expect, it } from 'vitest'
import { type AnsweredCall, Ledger } from './ledger.mjs'

const call = (seq: number, changes: Partial<AnsweredCall> = {}): AnsweredCall => ({
  ...{ session: 'run_1', seq, action: `act_${seq}`, recordHash: `h${seq}`, signature: `s${seq}` },
  ...changes,
})

const compare = (answered: readonly AnsweredCall[], stored: readonly AnsweredCall[]) => {
  const ledger = new Ledger()
  for (const each of answered) ledger.note(each)
  return ledger.compare(stored)
}

describe('the ledger of what clients were told', () => {
  it('finds nothing where both sides agree, also on calls that nobody was answered', () => {
    expect(compare([call(1), call(1), call(2)], [call(1), call(2), call(3)])).toEqual({
      ...{ answered: 2, lost: 0, doubled: 0, different: 0 },
    })
  })

  it.each([
    ['an answer that is not stored', [call(1), call(2)], [call(1)], { lost: 1 }],
    ['a call that is stored twice', [call(1)], [call(1), call(1, { action: 'act_9' })], { doubled: 1 }],
    ['two answers to one call', [call(1), call(1, { signature: 'other' })], [call(1)], { different: 1 }],
    ['another decision than was answered', [call(1)], [call(1, { recordHash: 'h9' })], { different: 1 }],
  ])('counts %s', (_, answered, stored, found) => {
    expect(compare(answered, stored)).toMatchObject({ lost: 0, doubled: 0, different: 0, ...found })
  })
})
