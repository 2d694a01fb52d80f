import type { KeyRing } from '@heron/server'
import { describe, expect, test } from 'vitest'
import { createKeyWatch, looksBeforeSigning } from '../../src/installation/key-watch.js'

/** What the service is asked to do at each look, in order. */
function watched(looks: number) {
  const asked: string[] = []
  let ring: KeyRing | null = ringOf('old')
  const look = createKeyWatch(
    {
      publishKeys: ({ published }) => asked.push(`publish ${published[0]!.jwk.kid}`),
      signWithRing: ({ active }) => asked.push(`sign ${active.kid}`),
    },
    () => {
      if (ring === null) throw new Error('being replaced')
      return ring
    },
    looks,
  )
  return (next: string | null): string[] => {
    ring = next === null ? null : ringOf(next)
    look()
    return asked.splice(0)
  }
}

function ringOf(kid: string): KeyRing {
  const jwk = { kty: 'OKP', crv: 'Ed25519', kid, x: 'x', use: 'sig', alg: 'EdDSA' } as const
  return {
    active: { kid, seed: new Uint8Array(32) },
    published: [{ jwk, createdAt: '2026-11-30T12:00:00.000Z', retiredAt: null }],
    pseudonymSecret: new Uint8Array(32),
  }
}

describe('a look at the key ring', () => {
  test('publishes the new key and signs with it at once where the process is alone', () => {
    const look = watched(looksBeforeSigning({ engine: 'sqlite' }))
    expect(look('old')).toEqual(['publish old', 'sign old'])
    expect(look('new')).toEqual(['publish new', 'sign new'])
  })

  test('publishes it for two further looks first where others may not have seen it', () => {
    const look = watched(looksBeforeSigning({ engine: 'postgres' }))
    expect(['new', 'new', 'new', 'new'].map(look)).toEqual([
      ['publish new'],
      ['publish new'],
      ['publish new', 'sign new'],
      ['publish new', 'sign new'],
    ])
    expect(look('newer')).toEqual(['publish newer'])
  })

  test('at a ring that cannot be read changes nothing', () => {
    const look = watched(0)
    expect(look(null)).toEqual([])
    expect(look('new')).toEqual(['publish new', 'sign new'])
  })
})
