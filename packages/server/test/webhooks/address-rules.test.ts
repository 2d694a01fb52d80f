/** Which addresses may be connected to on somebody's word (heron.md §14). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAllowedAddress } from '../../src/webhooks/safe-request/address-rules.js'

const PUBLIC = ['1.1.1.1', '93.184.215.14', '2606:4700:4700::1111', '::ffff:1.1.1.1', '64:ff9b::101:101']

/** Refused unless networks of one's own are allowed. */
const OWN = [
  ...['127.0.0.1', '127.255.255.254', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['100.64.0.1', '100.100.100.200', '::1', 'fd00:ec2::254', 'fc00::1', '::127.0.0.1'],
  ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1', '64:ff9b::10.0.0.1'],
]

/** Refused always. */
const NEVER = [
  ...['169.254.169.254', '169.254.0.1', '0.0.0.0', '255.255.255.255', '224.0.0.1', '239.255.255.250'],
  ...['192.0.0.192', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1', '168.63.129.16'],
  ...['::', 'fe80::1', 'fe80::1%eth0', 'ff02::1', 'fec0::1', '2001:db8::1', '2002:7f00:1::', '2001::1'],
  ...['::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', '64:ff9b:1::1', '::ffff:0:7f00:1'],
  ...['100::1', '3fff::1', '5f00::1', '::ffff:0.0.0.0'],
  ...['', 'localhost', '1.1.1', '1.1.1.1.', '1.1.1.1/8', 'receiver.example', '[::1]'],
]

describe('an address', () => {
  it.each(PUBLIC)('%s is public', (address) => {
    expect(isAllowedAddress(address, false)).toBe(true)
    expect(isAllowedAddress(address, true)).toBe(true)
  })

  it.each(OWN)('%s is one of a network of one’s own', (address) => {
    expect(isAllowedAddress(address, false)).toBe(false)
    expect(isAllowedAddress(address, true)).toBe(true)
  })

  it.each(NEVER)('`%s` is never connected to', (address) => {
    expect(isAllowedAddress(address, false)).toBe(false)
    expect(isAllowedAddress(address, true)).toBe(false)
  })

  it('is judged alike in every form that carries the same IPv4 address', () => {
    const octets = fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 0, max: 255 })))
    fc.assert(
      fc.property(octets, fc.boolean(), (parts, allowPrivate) => {
        const plain = parts.join('.')
        const hex = parts.map((part) => part.toString(16).padStart(2, '0'))
        const tail = `${hex[0]!}${hex[1]!}:${hex[2]!}${hex[3]!}`
        const verdict = isAllowedAddress(plain, allowPrivate)
        expect(isAllowedAddress(`::ffff:${plain}`, allowPrivate)).toBe(verdict)
        expect(isAllowedAddress(`::ffff:${tail}`, allowPrivate)).toBe(verdict)
        expect(isAllowedAddress(`64:ff9b::${tail}`, allowPrivate)).toBe(verdict)
      }),
    )
  })
})
