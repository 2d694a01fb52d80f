/**
 * A Heron session whose grant is a delegation chain: does the chain verify, and which tool calls fell inside it?
 *
 * Reported, never a verdict: Heron decided by its policy, and the vendor's tokens speak for the vendor. A tool call is
 * matched by its name as a scope and by the leaf's life time; bounds on arguments are not checked, since the arguments
 * never reached Heron.
 */
import { isJsonObject, type JsonObject, type JsonValue, ownMember } from '@heron/evidence'
import { coveredBySet, classifyScope } from '../authority/scope.js'
import type { ProfileName } from '../authority/profile.js'
import type { TokenReason } from '../token/reasons.js'
import type { TrustedKey } from '../token/trusted-key.js'
import { type StepNotPerformed, type VerifiedChain, verifyChain } from '../token/verify.js'

/** One recorded tool call of the session. */
export type GrantedCall = {
  readonly action: string
  readonly tool: string
  /** RFC 3339, the vendor's stated time. */
  readonly requestedAt: string
}

export type GrantTrust = { readonly profile: ProfileName; readonly keys: readonly TrustedKey[] }

/** Why a call fell outside. */
export type OutsideReason = 'scope_not_granted' | 'expired'

export type SessionGrantReport = {
  /** `not_checked`: no keys were given to check the chain with. */
  readonly outcome: 'verified' | 'rejected' | 'not_checked'
  readonly reason: TokenReason | null
  /** The token that failed, 0 being the root. */
  readonly hop: number | null
  readonly detail: string
  readonly profile: ProfileName | null
  readonly scopes: readonly string[]
  readonly steps_not_performed: readonly StepNotPerformed[]
  /** Counts stay zero unless the chain was verified. */
  readonly calls: { readonly inside: number; readonly outside: number }
  readonly outside: readonly {
    readonly action: string
    readonly tool: string
    readonly reason: OutsideReason
  }[]
}

/** True for a grant document that is a delegation chain: `{"tokens": [compact, …]}`, root first. */
export function isDelegationDocument(
  document: JsonValue,
): document is JsonObject & { tokens: readonly string[] } {
  if (!isJsonObject(document) || Object.keys(document).length !== 1) return false
  const tokens = ownMember(document, 'tokens')
  return Array.isArray(tokens) && tokens.length > 0 && tokens.every((token) => typeof token === 'string')
}

/**
 * Checks a session's chain as of its start, and places its calls.
 *
 * @param document UNTRUSTED: the grant document as the export carries it.
 * @param trust `null` when the caller trusts no key for tokens.
 * @param startedAt RFC 3339: the session's stated start, at which the chain had to be alive.
 * @throws {CallerError} for a trust configuration that cannot be meant.
 */
export async function checkSessionGrant(
  document: JsonValue,
  trust: GrantTrust | null,
  startedAt: string,
  calls: Iterable<GrantedCall>,
): Promise<SessionGrantReport> {
  if (trust === null) return { ...UNCHECKED, detail: 'no keys were given to verify delegation tokens with' }
  const now = Math.floor(Date.parse(startedAt) / 1000)
  const rejected = { ...UNCHECKED, outcome: 'rejected' as const, profile: trust.profile }
  if (!Number.isFinite(now)) return { ...rejected, detail: 'the session states no start time' }
  const tokens = isJsonObject(document) ? ownMember(document, 'tokens') : undefined
  const result = await verifyChain(tokens, { profile: trust.profile, keys: trust.keys, now })
  if (result.outcome === 'reject') {
    const { reason, hop, detail, steps_not_performed: steps } = result
    return { ...rejected, reason, hop, detail, steps_not_performed: steps }
  }
  const outside: SessionGrantReport['outside'][number][] = []
  const expiresAt = Number(result.payloads.at(-1)?.['exp'])
  let inside = 0
  for (const { action, tool, requestedAt } of calls) {
    const reason = placeCall(result.verified, tool, Date.parse(requestedAt) / 1000, expiresAt)
    if (reason === null) inside += 1
    else outside.push({ action, tool, reason })
  }
  return {
    outcome: 'verified',
    reason: null,
    hop: null,
    detail: `${result.detail}; bounds on arguments are not checked, since arguments are not in the record`,
    profile: result.profile,
    scopes: result.verified.authority.scopes,
    steps_not_performed: result.steps_not_performed,
    calls: { inside, outside: outside.length },
    outside,
  }
}

const UNCHECKED: SessionGrantReport = {
  outcome: 'not_checked',
  reason: null,
  hop: null,
  detail: '',
  profile: null,
  scopes: [],
  steps_not_performed: [],
  calls: { inside: 0, outside: 0 },
  outside: [],
}

function placeCall(
  { authority }: VerifiedChain,
  tool: string,
  atSeconds: number,
  expiresAt: number,
): OutsideReason | null {
  const form = classifyScope(tool, authority.profile)
  if (form === null || !coveredBySet(tool, form, authority.scopeSet)) return 'scope_not_granted'
  return atSeconds <= expiresAt ? null : 'expired'
}
