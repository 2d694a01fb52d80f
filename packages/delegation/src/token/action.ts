/** Step 8: audience of the leaf, then scope, then constraints (delegation.md §2.8, §2.12). */
import { type JsonValue, ownMember } from '@heron/evidence'
import type { Authority } from '../authority/authority.js'
import { permits } from '../authority/permits.js'
import { type ChainState, finding, leafAuthority, leafOf, type StepAnswer } from './chain.js'
import type { ChainAction } from './options.js'
import type { ActionReason } from './reasons.js'
import { TOKEN_RULES } from './rules.js'

/** True when a leaf's `aud` names this verifier: the text itself, or one member of a list. Compared exactly. */
function matchesAudience(aud: JsonValue | undefined, audience: string): boolean {
  return Array.isArray(aud) ? aud.includes(audience) : aud === audience
}

export function audience(chain: ChainState): StepAnswer {
  const expected = chain.options.audience
  if (expected === undefined || matchesAudience(ownMember(leafOf(chain).payload, 'aud'), expected))
    return null
  return finding('audience_mismatch', chain.decoded.length - 1, 'the leaf is meant for another audience')
}

/** What step 8 needs to know about a chain that passed the steps before it. */
export type ActionSubject = {
  readonly authority: Authority
  /** UNTRUSTED: the leaf's claim. */
  readonly aud: JsonValue | undefined
  /** The audience that was matched when the chain was verified. */
  readonly confirmedAudience: string | null
}

export type ActionDecision = { readonly allowed: boolean; readonly reasons: readonly ActionReason[] }

/**
 * Judges one action under a verified leaf.
 *
 * @param audience further audience to match; one that was confirmed at verification carries over.
 * @throws {CallerError} `unknown_total`
 */
export function judgeAction(subject: ActionSubject, action: ChainAction, audience?: string): ActionDecision {
  const { actionNeedsAudience } = TOKEN_RULES[subject.authority.profile.name]
  const unmatched = audience !== undefined && !matchesAudience(subject.aud, audience)
  const unconfirmed = audience === undefined && subject.confirmedAudience === null && actionNeedsAudience
  if (unmatched || unconfirmed) {
    const message = unmatched ? 'the leaf is meant for another audience' : 'no audience was given to match'
    return {
      allowed: false,
      reasons: [
        { code: 'audience_mismatch', constraint: null, limit: null, requested: audience ?? null, message },
      ],
    }
  }
  const { scope, context = {}, totals = {} } = action
  return permits(subject.authority, scope, context, { totals })
}

export function action(chain: ChainState): StepAnswer {
  const { action: asked, audience: expected } = chain.options
  const hop = chain.decoded.length - 1
  if (asked === undefined) return null
  const authority = leafAuthority(chain)
  const aud = ownMember(leafOf(chain).payload, 'aud')
  const { reasons } = judgeAction({ authority, aud, confirmedAudience: expected ?? null }, asked)
  const [first] = reasons
  return first === undefined ? null : { ...finding(first.code, hop, first.message), reasons }
}
