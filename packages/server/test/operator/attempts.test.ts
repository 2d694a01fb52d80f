/** How often somebody may try: by address, by account, and by both; who floods gains nothing by it. */
import { expect, it } from 'vitest'
import { Attempts } from '../../src/http/auth/attempts.js'

const VICTIM = 'owner@vendor.example'

function takes(attempts: Attempts, address: string, account: string): boolean {
  try {
    attempts.take(address, account)
    return true
  } catch {
    return false
  }
}

it('counts the addresses of one IPv6 network as one, and those that stand for IPv4 as what they stand for', () => {
  const attempts = new Attempts(() => 0)
  const guesses = Array.from({ length: 20 }, (_, index) => `2001:db8:1:2:${index.toString(16)}::1`)
  expect(guesses.filter((address) => takes(attempts, address, VICTIM))).toHaveLength(10)
  expect(takes(attempts, '2001:db8:1:3::1', VICTIM)).toBe(true)
  for (let count = 0; count < 10; count += 1) takes(attempts, '192.0.2.1', 'a@b.example')
  expect(takes(attempts, '::ffff:192.0.2.1', 'a@b.example')).toBe(false)
})

it('keeps the count of an account while somebody who is refused already names thousands of others', () => {
  const attempts = new Attempts(() => 0)
  for (let address = 0; address < 10; address += 1) {
    for (let count = 0; count < 10; count += 1) takes(attempts, `192.0.2.${address.toString()}`, VICTIM)
  }
  expect(takes(attempts, '192.0.2.100', VICTIM)).toBe(false)
  for (let count = 0; count < 11_000; count += 1)
    takes(attempts, '192.0.2.200', `${count.toString()}@b.example`)
  expect(takes(attempts, '192.0.2.101', VICTIM)).toBe(false)
})
