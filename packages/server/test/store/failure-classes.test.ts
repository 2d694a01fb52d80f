/** What Heron makes of an error of PostgreSQL: only where a statement is to blame is it a defect of ours. */
import { expect, it } from 'vitest'
import { failureOf } from '../../src/store/postgres/failure.js'

it.each([
  ['a step that changed nothing', '22012', 'unmet'],
  ['a key that is taken', '23505', 'unmet'],
  ['a check that does not hold', '23514', 'refused'],
  ['two transactions in each other’s way', '40001', 'again'],
  ['a full disk', '53100', 'unavailable'],
  ['a disk that fails', '58030', 'unavailable'],
  ['a file that may not grow', 'XX000', 'unavailable'],
  ['a page that is damaged', 'XX001', 'unavailable'],
  ['a server that ends', '57P02', 'lost'],
  ['a server that is starting', '57P03', 'lost'],
  ['a socket that was closed', 'ECONNRESET', 'lost'],
] as const)('%s (%s) is %s', (_what, code, failure) => {
  expect(failureOf(Object.assign(new Error(), { code }))).toBe(failure)
})
