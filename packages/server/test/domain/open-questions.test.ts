/** What is kept of a session's open questions: enough to find the one that is answered, and no more than is open. */
import { expect, it } from 'vitest'
import { type AwaitedAnswer, OpenQuestions } from '../../src/domain/open-questions.js'

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 30, 12, minute)).toISOString()
const asked = (number: number, changes: Partial<AwaitedAnswer> = {}): AwaitedAnswer => ({
  actionId: `act_${number.toString()}`,
  verdict: 'STEP_UP',
  tool: 'mail.send',
  argsHash: 'sha256:1',
  dueAt: at(30),
  ...changes,
})
const CALL = { tool: 'mail.send', argsHash: 'sha256:1' }

it('the newest of a call that is asked again and again are found, newest first, and each by its name', () => {
  const questions = new OpenQuestions()
  for (let number = 1; number <= 1000; number += 1) questions.add(asked(number), at(0))
  const found = questions.steppedUp(CALL, at(1)).map(({ actionId }) => actionId)
  expect(found).toHaveLength(20)
  expect(found.slice(0, 2)).toEqual(['act_1000', 'act_999'])
  expect(questions.isSteppedUp(CALL, 'act_1', at(1))).toBe(true)
  expect(questions.isSteppedUp({ ...CALL, tool: 'mail.read' }, 'act_1', at(1))).toBe(false)
  expect(questions.isSteppedUp(CALL, 'act_1', at(30))).toBe(false)
})

it('one that was answered is not found again; the others are', () => {
  const questions = new OpenQuestions()
  questions.add(asked(1), at(0))
  questions.add(asked(2), at(0))
  questions.add(asked(3, { verdict: 'MODIFY', dueAt: null }), at(0))
  questions.add(asked(4, { verdict: 'DEFER' }), at(0))
  questions.remove('act_2')
  expect(questions.steppedUp(CALL, at(1)).map(({ actionId }) => actionId)).toEqual(['act_1'])
  expect(questions.isSteppedUp(CALL, 'act_2', at(1))).toBe(false)
  expect(questions.find(CALL, at(1))?.actionId).toBe('act_4')
  questions.remove('act_4')
  expect(questions.find(CALL, at(1))?.actionId).toBe('act_3')
  questions.remove('act_3')
  expect(questions.find(CALL, at(1))).toBeNull()
})

it('an older question of a call does not take the newer one along when it is answered', () => {
  const questions = new OpenQuestions()
  questions.add(asked(1, { verdict: 'DEFER' }), at(0))
  questions.add(asked(2, { verdict: 'DEFER' }), at(0))
  questions.remove('act_1')
  expect(questions.find(CALL, at(1))?.actionId).toBe('act_2')
})

it('what nobody answered in time is let go as others come', () => {
  const questions = new OpenQuestions()
  for (let number = 0; number < 100_000; number += 1) {
    const minute = Math.floor(number / 100)
    const one = asked(number, { argsHash: `sha256:${number.toString()}`, dueAt: at(minute + 1) })
    questions.add(one, at(minute))
  }
  expect(questions.size).toBeLessThan(1000)
})
