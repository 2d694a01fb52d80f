/** What runs inside the browser: the shipped scorer and verifier, nothing of Node. */
import { detectSignatureVerifier, readJwks, scoreIngestVectors, verifyExport } from '../../src/index.js'

const page = {
  score: async (vectors: string) => scoreIngestVectors(vectors, await detectSignatureVerifier()),
  verify: async (text: string, jwks: string) => {
    const reading = readJwks(jwks)
    return verifyExport([new TextEncoder().encode(text)], {
      tools: { verifySignature: await detectSignatureVerifier() },
      pinnedKeys: reading.ok ? reading.keys : null,
    })
  },
}

export type ConformancePage = typeof page

Object.assign(globalThis, { heron: page })
