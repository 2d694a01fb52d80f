/** Token chains verified per second, beside the rate at which this machine verifies their signatures alone. */
import {
  ed25519Key,
  ed25519Signer,
  mintChain,
  PROFILES,
  readAuthority,
  type TrustedKey,
  verifyChain,
} from '@heron/delegation'
import { decodeBase64url, detectSignatureVerifier, publicKeyOfSeed } from '@heron/evidence'
import type { Figure } from '../benchmark.js'

const HOPS = 3
const AIM = 0.8
const NOW = 60
const AUDIENCE = 'https://tool.example'
const SEED = new Uint8Array(32).fill(3)
const PUBLIC_KEY = publicKeyOfSeed(SEED)
/** Chains verified at the same time, as a service has requests at the same time. */
const IN_FLIGHT = 8

export async function tokenFigures(): Promise<readonly Figure[]> {
  const tokens = await sampleChain()
  const keys = [ed25519Key(PUBLIC_KEY, 'k1')]
  const check = await signatureCheck(tokens[0] ?? '')
  const verify = (): Promise<void> => verifySample(tokens, keys)

  const figures: Figure[] = []
  for (const [label, inFlight] of [
    ['one at a time', 1],
    [`${IN_FLIGHT} at a time`, IN_FLIGHT],
  ] as const) {
    const signatures = await rateInFlight(check, inFlight)
    const chains = await rateInFlight(verify, inFlight)
    // Taken on both ends, since the machine may have slowed down or sped up in between.
    const reference = (signatures + (await rateInFlight(check, inFlight))) / 2
    figures.push(
      { name: `Ed25519 verifications, ${label}`, value: reference, unit: '/s' },
      { name: `chains of ${HOPS} tokens verified, ${label}`, value: chains, unit: 'chains/s' },
      {
        name: `of the verification rate ÷ ${HOPS}, ${label}`,
        value: (chains * HOPS) / reference,
        unit: 'ratio',
        aim: `≥ ${AIM}`,
      },
    )
  }
  return figures
}

async function verifySample(tokens: readonly string[], keys: readonly TrustedKey[]): Promise<void> {
  const result = await verifyChain(tokens, { profile: 'draft-02', now: NOW, audience: AUDIENCE, keys })
  if (result.outcome !== 'accept') throw new Error(`the sample chain was refused: ${result.detail}`)
}

/** The same signature, checked by the same verifier, without anything around it. */
async function signatureCheck(token: string): Promise<() => Promise<void>> {
  const verifier = await detectSignatureVerifier()
  const end = token.lastIndexOf('.')
  const signature = decodeBase64url(token.slice(end + 1))
  const message = new TextEncoder().encode(token.slice(0, end))
  return async () => {
    const valid = signature !== null && (await verifier(PUBLIC_KEY, message, signature))
    if (!valid) throw new Error('the sample signature does not verify')
  }
}

/** Runs `work` for about `ms`, always `inFlight` of them at once, and answers its rate per second. */
async function rateInFlight(work: () => Promise<void>, inFlight: number, ms = 1500): Promise<number> {
  for (let warm = 0; warm < 50; warm += 1) await work()
  let count = 0
  const start = performance.now()
  const lane = async (): Promise<void> => {
    while (performance.now() - start < ms) {
      await work()
      count += 1
    }
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
  return (count * 1000) / (performance.now() - start)
}

function sampleChain(): Promise<readonly string[]> {
  const authorityOf = (scopes: readonly string[], rows: number, rank: string, ttl: number) => {
    const read = readAuthority(
      {
        scopes,
        constraints: [
          { key: 'max_rows', max: rows },
          { key: 'egress', rank, order: ['none', 'internal', 'any'] },
        ],
        ttl,
      },
      PROFILES['draft-02'],
    )
    if (!read.ok) throw new Error(read.message)
    return read.authority
  }
  const hops = [
    { agent: 'orchestrator', authority: authorityOf(['crm.*', 'mail.send'], 100_000, 'any', 3600) },
    { agent: 'summarizer', authority: authorityOf(['crm.read'], 5000, 'none', 900) },
    { agent: 'formatter', authority: authorityOf(['crm.read'], 100, 'none', 300) },
  ]
  return mintChain({
    profile: 'draft-02',
    signer: ed25519Signer(SEED, 'k1'),
    iss: 'https://issuer.example',
    aud: AUDIENCE,
    principal: 'user-1',
    iat: 0,
    maxDepth: 6,
    hops: hops.map((hop, index) => ({
      ...hop,
      id: `chain:n${index}`,
      cnf: { jkt: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k' },
    })),
  })
}
