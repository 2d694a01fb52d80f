/** A readable view of a chain's contents. Nothing here was verified, and the view says so in its first member. */
import { type JsonObject, ownMember } from '@heron/evidence'
import type { ProfileName } from '../authority/profile.js'
import { toWire } from '../authority/read.js'
import { claimDefect } from './claims.js'
import { type DecodedToken, decodeToken } from './decode.js'
import { readTokenAuthority } from './detail.js'
import { MAX_CHAIN_TOKENS } from './limits.js'
import { parHashOf } from './par-hash.js'
import { TOKEN_RULES } from './rules.js'

export type InspectedToken = {
  readonly hop: number
  /** `null` when the token cannot be read; `problems` says why. */
  readonly header: JsonObject | null
  readonly claims: JsonObject | null
  /** `null` when it cannot be read under the profile. */
  readonly authority: JsonObject | null
  /** Whether `par_hash` names the token before it; `null` for the root. */
  readonly linked: boolean | null
  readonly problems: readonly string[]
}

export type ChainInspection = {
  readonly verified: false
  readonly profile: ProfileName
  readonly tokens: readonly InspectedToken[]
  /** About the chain as a whole. */
  readonly problems: readonly string[]
}

/** Shows what tokens claim. @param tokens UNTRUSTED. Never throws. */
export function inspectChain(tokens: unknown, profile: ProfileName): ChainInspection {
  if (!Array.isArray(tokens) || tokens.length === 0) {
    return { verified: false, profile, tokens: [], problems: ['a chain is a list of one or more tokens'] }
  }
  const shown = (tokens as readonly unknown[]).slice(0, MAX_CHAIN_TOKENS).map(decodeToken)
  const problems =
    tokens.length > MAX_CHAIN_TOKENS ? [`only the first ${MAX_CHAIN_TOKENS.toString()} tokens are shown`] : []
  return {
    verified: false,
    profile,
    tokens: shown.map((read, hop) => {
      if (read.ok) return inspectToken(read.token, hop, parentOf(shown, hop), profile)
      const problem = `${read.reason}: ${read.detail}`
      return { hop, header: null, claims: null, authority: null, linked: null, problems: [problem] }
    }),
    problems,
  }
}

function inspectToken(
  token: DecodedToken,
  hop: number,
  parent: DecodedToken | null,
  profile: ProfileName,
): InspectedToken {
  const rules = TOKEN_RULES[profile]
  const problems: string[] = []
  const defect = rules.order.includes('claims') ? claimDefect(token.payload, hop) : null
  if (defect !== null) problems.push(`malformed: ${defect}`)
  const authority = readTokenAuthority(token.payload, rules)
  if (typeof authority === 'string') problems.push(`malformed: ${authority}`)
  const linked =
    hop === 0 ? null : parent !== null && ownMember(token.payload, 'par_hash') === parHashOf(parent.jws)
  return {
    hop,
    header: token.header,
    claims: token.payload,
    authority: typeof authority === 'string' ? null : toWire(authority),
    linked,
    problems,
  }
}

function parentOf(shown: readonly ReturnType<typeof decodeToken>[], hop: number): DecodedToken | null {
  const read = shown[hop - 1]
  return read?.ok === true ? read.token : null
}
