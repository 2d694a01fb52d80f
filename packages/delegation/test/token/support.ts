/** Chains to verify, built claim by claim with node:crypto, and broken in one place at a time. */
import { createHash, createHmac } from 'node:crypto'
import { canonicalize } from '@heron/evidence'
import type { ProfileName } from '../../src/authority/profile.js'
import type { VerifyOptions } from '../../src/token/options.js'
import { hs256Key } from '../../src/token/trusted-key.js'
import { type ChainResult, verifyChain } from '../../src/token/verify.js'

export type Claims = Record<string, unknown>

export const SECRET = Buffer.from('a secret that only these tests use')
export const AUDIENCE = 'https://tool.example'
export const NOW = 1000
/** RFC 8037 appendix A.3. */
const JKT = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'

/** Everything that makes up one verification; change what a test is about. */
export type Draft = {
  claims: Claims[]
  headers: Claims[]
  /** Instead of the canonical text of the claims. */
  payloadTexts: (string | undefined)[]
  headerTexts: (string | undefined)[]
  /** Hops whose signature is altered. */
  unsigned: Set<number>
  options: VerifyOptions
}

const delegation = (scopes: string[], constraints: Claims[]): Claims[] => [
  { type: 'agent_delegation', scopes, constraints },
]
const EGRESS = ['none', 'internal', 'any']

/** A sound chain of three: planner, reader, formatter. */
export function soundDraft(profile: ProfileName): Draft {
  const two = profile === 'draft-02'
  const egress = (rank: string): Claims => ({ key: 'egress', rank, ...(two ? { order: EGRESS } : {}) })
  const hops: [agent: string, exp: number, details: Claims[]][] = [
    ['planner', 4000, delegation(['crm.*', 'mail.send'], [egress('any'), { key: 'max_rows', max: 1000 }])],
    ['reader', 3000, delegation(['crm.read'], [egress('none'), { key: 'max_rows', max: 100 }])],
    ['formatter', 2000, delegation(['crm.read'], [egress('none'), { key: 'max_rows', max: 10 }])],
  ]
  return {
    claims: hops.map(([agent, exp, authorization_details], hop) => ({
      iss: 'https://issuer.example',
      aud: two ? AUDIENCE : null,
      iat: 500,
      exp,
      jti: `chain:n${hop}`,
      del_depth: hop,
      authorization_details,
      ...(two ? { sub: 'user-1', client_id: agent, cnf: { jkt: JKT } } : { sub: agent }),
      ...(hop === 0 ? { del_max_depth: 5 } : {}),
    })),
    headers: hops.map(() => ({ alg: 'HS256', c14n: 'JCS', kid: 'k1', typ: 'at+jwt' })),
    payloadTexts: [],
    headerTexts: [],
    unsigned: new Set(),
    options: { profile, now: NOW, keys: [hs256Key(SECRET, 'k1')] },
  }
}

const part = (text: string): string => Buffer.from(text).toString('base64url')

/** Signs each token; `par_hash` is filled in where the claims leave it out. */
export function build(draft: Draft): string[] {
  const tokens: string[] = []
  for (const [hop, claims] of draft.claims.entries()) {
    const parent = tokens[hop - 1]?.split('.').slice(0, 2).join('.')
    const filled: Claims = {
      ...(parent === undefined ? {} : { par_hash: createHash('sha256').update(parent).digest('base64url') }),
      ...claims,
    }
    for (const [name, value] of Object.entries(filled)) {
      if (value === undefined) Reflect.deleteProperty(filled, name)
    }
    const header = draft.headerTexts[hop] ?? canonicalize(draft.headers[hop])
    const signingInput = `${part(header)}.${part(draft.payloadTexts[hop] ?? canonicalize(filled))}`
    const signature = createHmac('sha256', SECRET).update(signingInput).digest()
    if (draft.unsigned.has(hop)) signature[0]! ^= 1
    tokens.push(`${signingInput}.${signature.toString('base64url')}`)
  }
  return tokens
}

/** Verifies a sound chain after `change`. */
export function verifyChanged(
  profile: ProfileName,
  change: (draft: Draft) => void = () => undefined,
): Promise<ChainResult> {
  const draft = soundDraft(profile)
  change(draft)
  return verifyChain(build(draft), draft.options)
}

/** `accept`, or the reason and its hop: `expired@2`, `malformed` for the chain as a whole. */
export function verdict(result: ChainResult): string {
  if (result.outcome === 'accept') return 'accept'
  return result.hop === null ? result.reason : `${result.reason}@${result.hop}`
}

/** The detail of one hop. */
export function detailOf(draft: Draft, hop: number): Claims & { scopes: string[]; constraints: Claims[] } {
  return (draft.claims[hop]!['authorization_details'] as never[])[0]!
}
