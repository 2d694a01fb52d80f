import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  publicKeyOfSeed,
  toBase64url,
  verifyEd25519,
  decodeBase64url,
  importPublicKey,
} from '@heron/evidence'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createKeyRingFile,
  KEY_RING_VARIABLE,
  loadKeyRing,
  ringInEnvironment,
  saveKeyRing,
} from '../../src/keys/key-ring-file.js'
import { createKeyRing, readKeyRing, rotateKeyRing, writeKeyRing } from '../../src/keys/key-ring.js'
import { createThreadSigner } from '../../src/keys/signer.js'

const T0 = '2026-11-30T12:00:00.000Z'
const T1 = '2026-12-01T12:00:00.000Z'
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heron-keys-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

describe('the key ring', () => {
  it('survives being written and read', () => {
    const ring = createKeyRing(T0)
    const read = readKeyRing(writeKeyRing(ring), 'here')
    expect(read.published).toEqual(ring.published)
    expect(toBase64url(read.active.seed)).toBe(toBase64url(ring.active.seed))
    expect(toBase64url(read.pseudonymSecret)).toBe(toBase64url(ring.pseudonymSecret))
  })

  it('rotates: a new key signs, every old public key stays with its dates, its private half goes', () => {
    const first = createKeyRing(T0)
    const second = rotateKeyRing(rotateKeyRing(first, T1), T1)
    expect(second.published.map(({ createdAt, retiredAt }) => [createdAt, retiredAt])).toEqual([
      [T1, null],
      [T1, T1],
      [T0, T1],
    ])
    expect(second.published.at(-1)?.jwk).toEqual(first.published[0]?.jwk)
    expect(writeKeyRing(second)).not.toContain(toBase64url(first.active.seed))
    expect(second.published[0]?.jwk.x).toBe(toBase64url(publicKeyOfSeed(second.active.seed)))
  })

  it('is kept in a file that nobody else may read', () => {
    const path = join(folder, 'ring.json')
    saveKeyRing(path, createKeyRing(T0))
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(loadKeyRing(path, {}).published).toHaveLength(1)
  })

  it.each([0o640, 0o604, 0o660, 0o622])('refuses a file of mode %o, and says how to mend it', (mode) => {
    const path = join(folder, 'ring.json')
    saveKeyRing(path, createKeyRing(T0))
    chmodSync(path, mode)
    expect(() => loadKeyRing(path, {})).toThrow(/chmod 600/)
  })

  it('comes from the environment where that has one', () => {
    const ring = createKeyRing(T0)
    expect(loadKeyRing(join(folder, 'none'), { [KEY_RING_VARIABLE]: writeKeyRing(ring) }).published).toEqual(
      ring.published,
    )
  })

  it('comes from the file that the environment names, where that is a path', () => {
    const ring = createKeyRing(T0)
    const path = join(folder, 'named.json')
    saveKeyRing(path, ring)
    const env = { [KEY_RING_VARIABLE]: path }
    expect(loadKeyRing(join(folder, 'none'), env).published).toEqual(ring.published)
    expect(ringInEnvironment(env)).toBeNull()
    expect(ringInEnvironment({ [KEY_RING_VARIABLE]: writeKeyRing(ring) })).toBe(writeKeyRing(ring))
  })

  it('is made once, also where two processes make one at the same moment', () => {
    const path = join(folder, 'once.json')
    const [first, second] = [createKeyRing(T0), createKeyRing(T0)]
    expect(createKeyRingFile(path, first)).toBe(true)
    expect(createKeyRingFile(path, second)).toBe(false)
    expect(loadKeyRing(path, {}).published).toEqual(first.published)
    expect(readdirSync(folder).filter((name) => name.includes('once'))).toEqual(['once.json'])
  })

  it('that is there and cannot be reached is not called missing', () => {
    const path = join(folder, 'ring.json')
    symlinkSync(path, path)
    expect(() => loadKeyRing(path, {})).toThrow(/cannot be read by this user/)
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(() => loadKeyRing(join(file, 'ring.json'), {})).toThrow(/there is no key ring/)
  })

  it('that is missing or damaged is one clear error that never shows a secret', () => {
    const path = join(folder, 'ring.json')
    expect(() => loadKeyRing(path, {})).toThrow(/there is no key ring/)
    const ring = createKeyRing(T0)
    const seed = toBase64url(ring.active.seed)
    const text = writeKeyRing(ring)
    const broken = [
      'no json',
      '[]',
      text.replace('"v": 1', '"v": 2'),
      text.replace(seed, seed.slice(1)),
      text.replace(seed, toBase64url(new Uint8Array(32).fill(9))),
      text.replace(/"retired_at": null/, '"retired_at": "2026-11-30T12:00:00.000Z"'),
      text.replace(/"x": "[^"]+"/, '"x": "AAAA"'),
      text.replace(/"pseudonym_secret": "[^"]+"/, '"pseudonym_secret": ""'),
    ]
    for (const content of broken) {
      writeFileSync(path, content, { mode: 0o600 })
      let message = ''
      try {
        loadKeyRing(path, {})
      } catch (error) {
        message = (error as Error).message
        expect(error).toMatchObject({ code: 'key_ring' })
      }
      expect(message, content).toMatch(/ring\.json/)
      expect(message).not.toContain(seed)
    }
  })
})

describe('the signing thread', () => {
  it('signs in order, what the public key of the ring verifies', async () => {
    const ring = createKeyRing(T0)
    const signer = createThreadSigner(ring.active)
    const texts = Array.from({ length: 100 }, (_, index) => `text ${index} äöü €`)
    const signatures = await Promise.all(texts.map((text) => signer.sign([text, `${text}!`])))
    const key = importPublicKey(ring.published[0]!.jwk.x)!
    for (const [index, { kid, signatures: made }] of signatures.entries()) {
      const [one, two] = made
      expect(kid).toBe(ring.active.kid)
      const verify = (text: string, signature: string): boolean =>
        verifyEd25519(key, new TextEncoder().encode(text), decodeBase64url(signature)!)
      expect(verify(texts[index]!, one!)).toBe(true)
      expect(verify(`${texts[index]!}!`, two!)).toBe(true)
    }
    await signer.close()
    await expect(signer.sign(['x'])).rejects.toMatchObject({ code: 'signing_unavailable' })
  })

  it('refuses more than it could sign in time', async () => {
    const signer = createThreadSigner(createKeyRing(T0).active)
    const texts = Array.from({ length: 20_001 }, () => 'x')
    await expect(signer.sign(texts)).rejects.toMatchObject({ code: 'signing_unavailable' })
    expect((await signer.sign(['x'])).signatures).toHaveLength(1)
    await signer.close()
  })

  it('names with each signature the key that made it, while another takes over', async () => {
    const old = createKeyRing(T0)
    const ring = rotateKeyRing(old, T1)
    const signer = createThreadSigner(old.active)
    const told: string[] = []
    signer.onKey?.(({ kid }) => told.push(kid))
    const pinned = signer.pinned()
    const asked = Array.from({ length: 10 }, () => signer.sign(['x']))
    await asked[0]
    asked.push(signer.sign(['x']))
    signer.use?.(ring.active)
    signer.use?.(ring.active)
    asked.push(signer.sign(['x']))
    const all = [...(await Promise.all(asked)), await signer.sign(['x']), await pinned.sign(['x'])]
    for (const { kid, signatures } of all) {
      const { x } = ring.published.find(({ jwk }) => jwk.kid === kid)!.jwk
      const made = decodeBase64url(signatures[0]!)!
      expect(verifyEd25519(importPublicKey(x)!, new TextEncoder().encode('x'), made)).toBe(true)
    }
    expect(all[0]!.kid).toBe(old.active.kid)
    expect(all.slice(-2).map(({ kid }) => kid)).toEqual([ring.active.kid, old.active.kid])
    expect(told).toEqual([old.active.kid, ring.active.kid])
    await signer.close()
  })
})
