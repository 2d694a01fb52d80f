/**
 * Steps 0 to 5 of chain verification (delegation.md §2.7, §2.8). Each answers the first finding in root-to-leaf order;
 * in which order the steps themselves run is data (./rules).
 */
import { ownMember } from '@heron/evidence'
import type { Authority } from '../authority/authority.js'
import { narrower } from '../authority/narrower.js'
import { type ChainState, finding, hopsOf, type Step } from './chain.js'
import { claimDefect, isPositiveInteger } from './claims.js'
import { isBase64url } from './compact.js'
import { equalTexts } from './constant-time.js'
import { type DecodedToken, decodeToken } from './decode.js'
import { readTokenAuthority } from './detail.js'
import { MAX_CHAIN_TOKENS } from './limits.js'
import { parHashOf } from './par-hash.js'

/** Step 0: every token's text, before any signature of any token is looked at. */
export const parse: Step = (chain) => {
  const { tokens } = chain
  if (!Array.isArray(tokens) || tokens.length === 0) {
    return finding('malformed', null, 'a chain is a list of one or more tokens')
  }
  if (tokens.length > MAX_CHAIN_TOKENS) {
    return finding('malformed', null, `more than ${MAX_CHAIN_TOKENS.toString()} tokens`)
  }
  const decoded: DecodedToken[] = []
  for (const [hop, text] of (tokens as readonly unknown[]).entries()) {
    const read = decodeToken(text)
    if (!read.ok) return finding(read.reason, hop, read.detail)
    decoded.push(read.token)
  }
  chain.decoded = decoded
  return null
}

/** Step 0 of draft-02: the claims that every token must carry. */
export const claims: Step = (chain) => {
  for (const { hop, payload } of hopsOf(chain)) {
    const defect = claimDefect(payload, hop)
    if (defect !== null) return finding('malformed', hop, defect)
  }
  return null
}

/** Step 4a, or part of step 0 in draft-02: every token's authority, the root's included. */
export const authorities: Step = (chain) => {
  const read: Authority[] = []
  for (const { hop, payload } of hopsOf(chain)) {
    const authority = readTokenAuthority(payload, chain.rules)
    if (typeof authority === 'string') return finding('malformed', hop, authority)
    read.push(authority)
  }
  chain.authorities = read
  return null
}

/** Step 2: each child names the very instance of its parent. */
export const linkage: Step = (chain) => {
  for (const { hop, payload, parent } of hopsOf(chain)) {
    const claimed = ownMember(payload, 'par_hash')
    if (parent === null) {
      if (claimed !== undefined) return finding('malformed', hop, 'a root token must not carry `par_hash`')
      continue
    }
    if (typeof claimed !== 'string') return finding('par_hash_mismatch', hop, '`par_hash` is missing')
    // Padding, or another alphabet, would be read by a lenient decoder as the same bytes.
    if (!isBase64url(claimed)) return finding('malformed', hop, '`par_hash` is not base64url without padding')
    if (!equalTexts(claimed, parHashOf(parent.jws))) {
      return finding('par_hash_mismatch', hop, '`par_hash` is not the hash of the token before it')
    }
  }
  return null
}

/**
 * Step 3a: positions, and the chain's length against each bound that a token sets. `del_max_depth` counts tokens, while
 * hops are numbered from 0.
 */
export const depth: Step = (chain) => {
  const last = chain.decoded.length - 1
  for (const { hop, payload } of hopsOf(chain)) {
    if (hop === 0) {
      if (ownMember(payload, 'del_depth') !== 0)
        return finding('depth_invalid', 0, '`del_depth` of a root must be 0')
      if (!isPositiveInteger(ownMember(payload, 'del_max_depth'))) {
        return finding('depth_invalid', 0, '`del_max_depth` of a root must be a positive integer')
      }
    }
    const bound = ownMember(payload, 'del_max_depth')
    if (isPositiveInteger(bound) && last >= bound) {
      return finding(
        'depth_invalid',
        hop,
        `${(last + 1).toString()} tokens where at most ${bound.toString()} may stand`,
      )
    }
    if (ownMember(payload, 'del_depth') !== hop) {
      return finding('depth_invalid', hop, `\`del_depth\` must be ${hop.toString()}`)
    }
  }
  return null
}

/** Step 3b of draft-02: one principal on every hop. */
export const principal: Step = (chain) => {
  const [root] = chain.decoded
  for (const { hop, payload } of hopsOf(chain)) {
    if (root !== undefined && ownMember(payload, 'sub') !== ownMember(root.payload, 'sub')) {
      return finding('principal_altered', hop, '`sub` is not the root’s principal')
    }
  }
  return null
}

/** Step 4: each authority within its parent's, and no child that lengthens the chain (rules 1, 2, 3 and 5 of §2.9). */
export const narrowing: Step = (chain) => {
  const { narrowsLifetime } = chain.rules
  let bound = Infinity
  for (const { hop, payload } of hopsOf(chain)) {
    const [parent, child] = [chain.authorities[hop - 1], chain.authorities[hop]]
    if (parent !== undefined && child !== undefined) {
      const verdict = narrower(child, narrowsLifetime ? parent : { ...parent, ttl: null })
      if (!verdict.ok) return finding('not_narrower', hop, verdict.message)
    }
    const own = ownMember(payload, 'del_max_depth')
    if (own === undefined) continue
    if (!isPositiveInteger(own))
      return finding('malformed', hop, '`del_max_depth` must be a positive integer')
    if (own > bound) return finding('not_narrower', hop, '`del_max_depth` exceeds the bound inherited so far')
    bound = own
  }
  return null
}

/** Step 5: each token's window, both ends included, and an expiry that no child extends. */
export const window: Step = (chain) => {
  const { now } = chain.options
  for (const { hop, payload, parent } of hopsOf(chain)) {
    const nbf = ownMember(payload, 'nbf') ?? null
    const exp = ownMember(payload, 'exp')
    if (nbf !== null && typeof nbf !== 'number') return finding('malformed', hop, '`nbf` must be a number')
    if (typeof exp !== 'number') return finding('malformed', hop, '`exp` must be a number')
    if (nbf !== null && nbf > now) return finding('expired', hop, 'not valid yet')
    if (now > exp) return finding('expired', hop, 'no longer valid')
    const parentExp = parent === null ? exp : ownMember(parent.payload, 'exp')
    if (typeof parentExp !== 'number' || exp > parentExp) {
      return finding('expired', hop, '`exp` is later than the parent’s')
    }
  }
  return null
}

/** The bound on the chain's length that holds at the leaf. INVARIANT: called after the depth step. */
export function effectiveMaxDepth(chain: ChainState): number {
  const bounds = chain.decoded
    .map(({ payload }) => ownMember(payload, 'del_max_depth'))
    .filter(isPositiveInteger)
  return Math.min(...bounds)
}
