/** Builds the draft-02 vector files: tokens by node:crypto, outcomes by the oracle, bytes the same on every run. */
import { createHash, createHmac } from 'node:crypto'
import { CASES, soundChain } from './cases.mjs'
import { canonical } from './json.mjs'
import { outcomeOf } from './oracle.mjs'

// Public on purpose, like the secret of the draft-01 vectors: whoever can verify with it can forge.
const SECRET = Buffer.from('heron-delegation-draft-02-vectors-fixed-secret')
const SIGNER = { alg: 'HS256', kid: 'heron-draft-02-v1', secret_hex: SECRET.toString('hex') }

const base64url = (text) => Buffer.from(text).toString('base64url')
const inputOf = (header, payload) => `${base64url(canonical(header))}.${base64url(payload)}`

function tokensOf({ hops }) {
  const inputs = []
  return hops.map((hop, i) => {
    const claims = { ...hop.claims }
    if (i > 0) claims.par_hash = linkOf(hop, hops[i - 1], inputs[i - 1])
    const text = canonical(claims)
    const input = inputOf(hop.header, hop.payloadText === undefined ? text : hop.payloadText(text))
    inputs.push(input)
    const signature = createHmac('sha256', SECRET).update(input).digest()
    if (hop.forged) signature[0] ^= 1
    return `${input}.${signature.toString('base64url')}`
  })
}

function linkOf({ link, parentChange }, parent, parentInput) {
  const input =
    parentChange === undefined
      ? parentInput
      : inputOf(parent.header, canonical({ ...parent.claims, ...parentChange }))
  const hash = createHash('sha256').update(input).digest('base64url')
  return link === undefined ? hash : link(hash)
}

/** A chain as a vector: signed, and judged by the oracle. */
export function vectorOf(description, change) {
  const chain = structuredClone(soundChain())
  change(chain)
  const vector = {
    draft: '02',
    description,
    signer: SIGNER,
    verifier: chain.verifier,
    now: chain.now,
    tokens: tokensOf(chain),
  }
  const outcome = outcomeOf(vector)
  return { ...vector, ...(outcome === 'accept' ? { expect: 'accept' } : { expect_reject_reason: outcome }) }
}

/** `[{name, text}]`, in the order of the cases. */
export function vectorFiles() {
  return CASES.map(([name, description, change]) => {
    const vector = vectorOf(description, change)
    return {
      name: `${vector.expect === 'accept' ? 'valid' : 'reject'}_${name}.json`,
      text: `${JSON.stringify(vector, null, 2)}\n`,
    }
  })
}
