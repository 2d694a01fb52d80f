import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { detectMessageSigner, signEd25519 } from '../../src/index.js'

it('signs as the plain implementation does, to the byte', async () => {
  const bytes = (minLength: number, maxLength: number) => fc.uint8Array({ minLength, maxLength })
  const property = fc.asyncProperty(bytes(32, 32), bytes(0, 300), async (seed, message) => {
    const sign = await detectMessageSigner(seed)
    expect(await sign(message)).toEqual(signEd25519(seed, message))
  })
  await fc.assert(property, { numRuns: 25 })
})

it('signs where WebCrypto has no subtle part, too', async () => {
  const { crypto } = globalThis
  Object.defineProperty(globalThis, 'crypto', {
    value: { getRandomValues: crypto.getRandomValues.bind(crypto) },
    configurable: true,
  })
  onTestFinished(() => {
    Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true })
  })
  const seed = new Uint8Array(32).fill(3)
  const sign = await detectMessageSigner(seed)
  expect(await sign(new Uint8Array([1, 2]))).toEqual(signEd25519(seed, new Uint8Array([1, 2])))
})
