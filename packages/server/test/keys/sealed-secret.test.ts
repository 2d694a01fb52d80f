/** Secrets that must be used again, sealed under the key ring (heron.md §14). */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSealer } from '../../src/keys/sealed-secret.js'

const RING = new Uint8Array(32).fill(7)

it('opens what it sealed, for the place that it was sealed for', () => {
  const sealer = createSealer(RING)
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (secret, place) => {
      const text = Buffer.from(secret).toString()
      const sealed = sealer.seal(text, place)
      expect(createSealer(RING).open(sealed, place)).toBe(text)
      expect(() => sealer.open(sealed, `${place}.`)).toThrow('does not open')
    }),
  )
})

it('never seals alike twice', () => {
  const sealer = createSealer(RING)
  expect(sealer.seal('one', 'place')).not.toBe(sealer.seal('one', 'place'))
})

it('opens nothing that was changed, cut, or sealed under another ring', () => {
  const sealer = createSealer(RING)
  const sealed = sealer.seal('whsec_secret', 'place')
  for (let at = 3; at < sealed.length - 1; at += 1) {
    const letter = sealed[at] === 'A' ? 'B' : 'A'
    const changed = sealed.slice(0, at) + letter + sealed.slice(at + 1)
    expect(() => sealer.open(changed, 'place')).toThrow('does not open')
  }
  for (const broken of ['', 'v1', 'v1.', 'v1.AAAA', `v2.${sealed.slice(3)}`, sealed.slice(0, 20)]) {
    expect(() => sealer.open(broken, 'place')).toThrow('does not open')
  }
  expect(() => createSealer(new Uint8Array(32)).open(sealed, 'place')).toThrow('does not open')
})
