/** A chain on its way through the verifier: each step reads what earlier ones established. */
import type { JsonObject } from '@heron/evidence'
import type { Authority } from '../authority/authority.js'
import type { DecodedToken } from './decode.js'
import type { VerifyOptions } from './options.js'
import type { TokenFinding, TokenReason } from './reasons.js'
import type { TokenRules } from './rules.js'

export type ChainState = {
  /** UNTRUSTED, root first. */
  readonly tokens: unknown
  readonly options: VerifyOptions
  readonly rules: TokenRules
  /** Filled by the parse step. */
  decoded: readonly DecodedToken[]
  /** Filled by the authorities step; one for each token. */
  authorities: readonly Authority[]
}

export type StepAnswer = TokenFinding | null
export type Step = (chain: ChainState) => StepAnswer | Promise<StepAnswer>

export function finding(reason: TokenReason, hop: number | null, detail: string): TokenFinding {
  return { reason, hop, detail }
}

/** The leaf's payload. INVARIANT: called after the parse step, which refuses an empty chain. */
export function leafOf(chain: ChainState): DecodedToken {
  const leaf = chain.decoded.at(-1)
  if (leaf === undefined) throw new TypeError('a chain has a leaf once it was parsed')
  return leaf
}

/** What the leaf grants. INVARIANT: called after the authorities step. */
export function leafAuthority(chain: ChainState): Authority {
  const authority = chain.authorities.at(-1)
  if (authority === undefined)
    throw new TypeError('a chain has a leaf authority once its authorities were read')
  return authority
}

/** Each token with its parent; the root has none. */
export function* hopsOf(
  chain: ChainState,
): Generator<{ hop: number; payload: JsonObject; token: DecodedToken; parent: DecodedToken | null }> {
  let parent: DecodedToken | null = null
  for (const [hop, token] of chain.decoded.entries()) {
    yield { hop, payload: token.payload, token, parent }
    parent = token
  }
}
