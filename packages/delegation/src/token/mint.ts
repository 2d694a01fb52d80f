/**
 * Minting of delegation chains (delegation.md §2.14). No clock and no randomness: times and ids are the caller's.
 *
 * What comes out has passed the steps of our own verifier that need no key and no clock; what they refuse is not minted.
 */
import { canonicalBytes, type JsonObject, type JsonValue, ownMember, toBase64url } from '@heron/evidence'
import type { Authority } from '../authority/authority.js'
import type { ProfileName } from '../authority/profile.js'
import { CallerError } from '../caller-error.js'
import { briefly } from '../ledger/printable.js'
import { parHashOf } from './par-hash.js'
import { type DecodedToken, decodeToken } from './decode.js'
import { DETAIL_TYPE } from './detail.js'
import { type StepName, TOKEN_RULES } from './rules.js'
import type { TokenSigner } from './signer.js'
import { firstFinding } from './verify.js'

/** One token to mint. */
export type MintHop = {
  /** Becomes `jti`: the node's id. */
  readonly id: string
  /** The acting agent of this hop: `sub` under draft-01, `client_id` under draft-02. */
  readonly agent: string
  /** Its ttl must be a number: `exp` is `iat + ttl`, and no later than the parent's. */
  readonly authority: Authority
  /** The key that this hop's agent holds: `jkt`, `jwk` or `x5t#S256`. Required under draft-02. */
  readonly cnf?: JsonObject
  /** Seconds since the epoch; by default the chain's. */
  readonly iat?: number
  readonly nbf?: number
  readonly aud?: string | readonly string[]
  readonly status?: JsonObject
  /** Deepest hop allowed below, counted from 0 like the guard's. On a child it can only lower the bound. */
  readonly maxDepth?: number
  /** By default the chain's. */
  readonly signer?: TokenSigner
}

export type MintOptions = {
  readonly profile: ProfileName
  readonly signer: TokenSigner
  readonly iss: string
  /** `null` is legal under draft-01 only. */
  readonly aud: string | readonly string[] | null
  /** Seconds since the epoch. */
  readonly iat: number
  /** On whose behalf all hops act: `sub` under draft-02. By default the parents' principal. */
  readonly principal?: string
  /** The guard's bound on depth, counted from 0; the token counts tokens and gets one more. */
  readonly maxDepth: number
  /** Compact tokens to continue from, root first; none mints a root. */
  readonly parents?: readonly string[]
  readonly hops: readonly MintHop[]
}

/** The verifier's steps that judge a chain by itself. */
const SELF_CHECKED: readonly StepName[] = [
  'parse',
  'claims',
  'authorities',
  'linkage',
  'depth',
  'principal',
  'narrowing',
]

/**
 * Mints one token for each hop.
 *
 * @returns the whole chain, parents included, root first.
 * @throws {CallerError} `not_mintable` for whatever our own verifier would refuse, such as a null ttl, an empty
 * principal, a missing `cnf`, an authority wider than its parent's.
 */
export async function mintChain(options: MintOptions): Promise<readonly string[]> {
  const rules = TOKEN_RULES[options.profile]
  const chain: DecodedToken[] = (options.parents ?? []).map((text) => decodeOwn(text, 'a parent token'))
  for (const hop of options.hops) {
    const signer = hop.signer ?? options.signer
    const header = { alg: signer.alg, c14n: 'JCS', kid: signer.kid, typ: 'at+jwt' }
    const signingInput = `${encodePart(header)}.${encodePart(claimsOf(hop, options, chain))}`
    const signature = await signer.sign(new TextEncoder().encode(signingInput))
    chain.push(decodeOwn(`${signingInput}.${toBase64url(signature)}`, `token ${briefly(hop.id)}`))
  }
  const tokens = chain.map(({ jws }) => jws.text)
  const { profile, iat: now } = options
  const refusal = await firstFinding(
    { tokens, options: { profile, now, keys: [] }, rules, decoded: [], authorities: [] },
    rules.order.filter((step) => SELF_CHECKED.includes(step)),
  )
  if (refusal !== null) {
    const where = refusal.hop === null ? 'the chain' : `hop ${refusal.hop.toString()}`
    throw notMintable(`${where} would be refused as ${refusal.reason}: ${refusal.detail}`)
  }
  return tokens
}

function claimsOf(hop: MintHop, options: MintOptions, chain: readonly DecodedToken[]): JsonObject {
  const { onePrincipal } = TOKEN_RULES[options.profile]
  const { authority, id, agent } = hop
  const iat = hop.iat ?? options.iat
  const parent = chain.at(-1)
  if (authority.profile.name !== options.profile)
    throw notMintable(`${briefly(id)}: the authority is of another profile`)
  if (authority.ttl === null) throw notMintable(`${briefly(id)}: an authority without a ttl gives no \`exp\``)
  const maxDepth = hop.maxDepth ?? (parent === undefined ? options.maxDepth : undefined)
  return {
    iss: options.iss,
    ...(onePrincipal ? { sub: principalOf(options, chain), client_id: agent } : { sub: agent }),
    aud: hop.aud ?? options.aud,
    iat,
    exp: Math.min(iat + authority.ttl, parent === undefined ? Infinity : expOf(parent)),
    jti: id,
    authorization_details: [
      {
        type: DETAIL_TYPE,
        scopes: authority.scopes,
        constraints: authority.constraints.map(({ wire }) => wire),
      },
    ],
    del_depth: chain.length,
    ...given('nbf', hop.nbf),
    ...given('cnf', hop.cnf),
    ...given('status', hop.status),
    ...given('del_max_depth', maxDepth === undefined ? undefined : maxDepth + 1),
    ...given('par_hash', parent === undefined ? undefined : parHashOf(parent.jws)),
  }
}

function principalOf(options: MintOptions, chain: readonly DecodedToken[]): JsonValue {
  const principal = options.principal ?? ownMember(chain[0]?.payload ?? {}, 'sub')
  if (principal === undefined) throw notMintable('a principal is needed: the `sub` of every hop')
  return principal
}

function expOf(token: DecodedToken): number {
  const exp = ownMember(token.payload, 'exp')
  if (typeof exp !== 'number') throw notMintable('the parent token has no numeric `exp`')
  return exp
}

function given(name: string, value: JsonValue | undefined): JsonObject {
  return value === undefined ? {} : { [name]: value }
}

function encodePart(object: JsonObject): string {
  return toBase64url(canonicalBytes(object))
}

function decodeOwn(text: string, what: string): DecodedToken {
  const read = decodeToken(text)
  if (!read.ok) throw notMintable(`${what} would be refused as ${read.reason}: ${read.detail}`)
  return read.token
}

function notMintable(problem: string): CallerError {
  return new CallerError('not_mintable', problem)
}
