/**
 * Verification of a delegation chain (delegation.md §2.7, §2.8): the steps of the configured profile, in its order,
 * denying on the first failure. The answer says which steps it rests without.
 */
import { type JsonObject, ownMember } from '@heron/evidence'
import type { ProfileName } from '../authority/profile.js'
import { toWire } from '../authority/read.js'
import { holder } from '../dpop/holder.js'
import { status } from '../status/check.js'
import { statusReferenceOf } from '../status/reference.js'
import { action, type ActionDecision, type ActionSubject, audience, judgeAction } from './action.js'
import { type ChainState, leafAuthority, leafOf, type Step } from './chain.js'
import { assertVerifyOptions, type ChainAction, type VerifyOptions } from './options.js'
import type { ActionReason, TokenFinding, TokenReason } from './reasons.js'
import { type StepName, TOKEN_RULES } from './rules.js'
import { signatures } from './signatures.js'
import {
  authorities,
  claims,
  depth,
  effectiveMaxDepth,
  linkage,
  narrowing,
  parse,
  principal,
  window,
} from './steps.js'

/** A check that an answer rests without, because the caller gave nothing to perform it with. */
export type StepNotPerformed = 'step_6_holder_binding' | 'step_7_status' | 'step_8_audience' | 'step_8_action'

export type ChainAccepted = {
  readonly outcome: 'accept'
  readonly detail: string
  readonly profile: ProfileName
  readonly leaf_authority: JsonObject
  /** Of the leaf; the root's is 0. */
  readonly depth: number
  /** Tokens that a chain through this leaf may have. */
  readonly del_max_depth: number
  /** The claims of every token, root first. */
  readonly payloads: readonly JsonObject[]
  readonly audience: 'matched' | 'not checked'
  /** True only when holder, status where referred to, audience and an action were all checked, and hold. */
  readonly authorized: boolean
  readonly steps_not_performed: readonly StepNotPerformed[]
  /** For {@link permitsUnderChain}; not part of a printed report. */
  readonly verified: VerifiedChain
}

export type ChainRejected = {
  readonly outcome: 'reject'
  readonly reason: TokenReason
  /** The token that failed, 0 being the root; `null` for the chain as a whole. */
  readonly hop: number | null
  readonly detail: string
  readonly profile: ProfileName
  /** All failing parts, when an action was denied. */
  readonly reasons?: readonly ActionReason[]
  readonly steps_not_performed: readonly StepNotPerformed[]
}

export type ChainResult = ChainAccepted | ChainRejected

/** A chain that passed verification. */
export type VerifiedChain = ActionSubject

const STEPS: Readonly<Record<StepName, Step>> = {
  parse,
  claims,
  authorities,
  signatures,
  linkage,
  depth,
  principal,
  narrowing,
  window,
  holder,
  status,
  audience,
  action,
}

/**
 * Verifies one chain.
 *
 * @param tokens UNTRUSTED: compact tokens, root first; anything else is a finding.
 * @throws {CallerError} for a configuration that cannot be meant; never for what is in the tokens.
 */
export async function verifyChain(tokens: unknown, options: VerifyOptions): Promise<ChainResult> {
  assertVerifyOptions(options)
  const rules = TOKEN_RULES[options.profile]
  const chain: ChainState = { tokens, options, rules, decoded: [], authorities: [] }
  const failure = await firstFinding(chain, rules.order)
  return failure === null ? accepted(chain) : rejected(chain, failure)
}

/** Runs steps in the order given. */
export async function firstFinding(
  chain: ChainState,
  order: readonly StepName[],
): Promise<TokenFinding | null> {
  for (const step of order) {
    const answer = STEPS[step](chain)
    const result = answer instanceof Promise ? await answer : answer
    if (result !== null) return result
  }
  return null
}

/** Judges a further action under a chain that was verified (step 8); see `judgeAction`. */
export function permitsUnderChain(
  chain: VerifiedChain,
  asked: ChainAction,
  confirm: { readonly audience?: string } = {},
): ActionDecision {
  return judgeAction(chain, asked, confirm.audience)
}

function accepted(chain: ChainState): ChainAccepted {
  const { options, decoded } = chain
  const authority = leafAuthority(chain)
  const missing = notPerformed(chain)
  return {
    outcome: 'accept',
    detail: `${decoded.length.toString()} token${decoded.length === 1 ? '' : 's'} verified`,
    profile: options.profile,
    leaf_authority: toWire(authority),
    depth: decoded.length - 1,
    del_max_depth: effectiveMaxDepth(chain),
    payloads: decoded.map(({ payload }) => payload),
    audience: options.audience === undefined ? 'not checked' : 'matched',
    authorized: missing.every((step) => step === 'step_7_status' && !refersToStatus(chain)),
    steps_not_performed: missing,
    verified: {
      authority,
      aud: ownMember(leafOf(chain).payload, 'aud'),
      confirmedAudience: options.audience ?? null,
    },
  }
}

function rejected(chain: ChainState, failure: TokenFinding): ChainRejected {
  const { reason, hop, detail, reasons } = failure
  return {
    outcome: 'reject',
    reason,
    hop,
    detail,
    profile: chain.options.profile,
    ...(reasons === undefined ? {} : { reasons }),
    steps_not_performed: notPerformed(chain),
  }
}

function notPerformed({ options }: ChainState): StepNotPerformed[] {
  const missing: StepNotPerformed[] = []
  if (options.holder === undefined) missing.push('step_6_holder_binding')
  if (options.status === undefined) missing.push('step_7_status')
  if (options.audience === undefined) missing.push('step_8_audience')
  if (options.action === undefined) missing.push('step_8_action')
  return missing
}

function refersToStatus(chain: ChainState): boolean {
  return chain.decoded.some(({ payload }) => statusReferenceOf(payload) !== 'none')
}
