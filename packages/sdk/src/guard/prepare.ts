/** From a call as the agent makes it to what is announced of it: a copy nobody else holds, the real tool, the submission. */
import {
  CanonicalizationError,
  canonicalize,
  hmacSha256,
  type JsonObject,
  type Signals,
  toDigest,
  VENDOR_SCOPE,
} from '@heron/evidence'
import { HeronUsageError } from '../client/errors.js'
import type { ToolIdentity } from '../contract/key.js'
import { secretKindsAt } from '../contract/secrets.js'
import { buildSubmission, type Submission } from '../contract/submission.js'
import { realCall } from '../contract/wrapper.js'
import type { GuardContext } from './context.js'
import { copyArguments } from './copy-arguments.js'
import { type ToolCall, toolIdentity, type UndecidedCode } from './decision.js'
import { approvalSignals } from './step-up.js'

export type PreparedCall<Args extends object> = {
  readonly ok: true
  /** The caller's call with a copy of its arguments; the tool gets that copy. */
  readonly call: ToolCall<Args>
  /** The tool that really runs. */
  readonly tool: ToolIdentity
  readonly submission: Submission
}

export type UnpreparedCall<Args extends object> = {
  readonly ok: false
  readonly call: ToolCall<Args>
  readonly code: UndecidedCode
  readonly detail: string
}

/**
 * Prepares one call. Sends nothing.
 *
 * @param commitments Made anew for every call.
 * @throws {HeronUsageError} for a shown text without a secret to commit to it with.
 */
export function prepareCall<Args extends object>(
  guard: GuardContext,
  given: ToolCall<Args>,
  commitments: () => Signals,
): PreparedCall<Args> | UnpreparedCall<Args> {
  const announced = toolIdentity(given.tool)
  const shown = shownText(guard, given.shownText)
  const failed = (code: UndecidedCode, detail: string, call = given): UnpreparedCall<Args> => ({
    ok: false,
    ...{ call, code, detail },
  })
  let call: ToolCall<Args>
  let argsText: string
  try {
    // INVARIANT: what is hashed is what the tool gets. The caller keeps the original and may change it meanwhile.
    call = { ...given, args: copyArguments(given.args) }
    argsText = canonicalize(call.args)
  } catch (error) {
    const where = error instanceof CanonicalizationError ? error.message : 'they hold what cannot be copied'
    return failed('arguments_not_json', `the arguments are not JSON: ${where}`)
  }
  const args = call.args as JsonObject
  const real = realCall(announced, args, guard.contracts)
  if (real === null) {
    return failed('contract_failed', `\`${announced.name}\` calls another tool and names none`, call)
  }
  try {
    const submission = buildSubmission(args, real.contract, {
      argsText,
      anchorKey: guard.anchorKey,
      internal: guard.internalRecipients,
      signals: { ...call.signals, ...commitments(), ...shown, ...approval(call) },
    })
    const kinds = secretKindsAt(args, real.contract.memory ?? [])
    if (kinds.length > 0) warnOfSecret(guard, real.tool.name, kinds)
    return { ok: true, call, tool: real.tool, submission }
  } catch {
    // Whatever it says may quote the arguments.
    return failed('contract_failed', `a function of the contract of \`${real.tool.name}\` threw`, call)
  }
}

/**
 * The commitment to a text that a person was shown: HMAC-SHA256 under the vendor's own secret, since a plain hash of a
 * short text is guessed. Whoever is given text and secret can check it.
 */
export function shownTextCommitment(text: string, secret: string): string {
  const encoder = new TextEncoder()
  return toDigest(hmacSha256(encoder.encode(secret), encoder.encode(`${VENDOR_SCOPE}|shown_text|${text}`)))
}

/** The commitment as a signal. @throws {HeronUsageError} without a secret to commit with. */
export function shownText({ anchorKey }: Pick<GuardContext, 'anchorKey'>, text: string | undefined): Signals {
  if (text === undefined) return {}
  if (anchorKey === null) throw new HeronUsageError('/anchorSecret', 'needed to commit to a shown text')
  return { shown_text_hash: shownTextCommitment(text, anchorKey.secret) }
}

function approval({ resolves }: ToolCall<object>): Signals {
  return resolves === undefined ? {} : approvalSignals(resolves.action, resolves)
}

function warnOfSecret({ onProblem }: GuardContext, tool: string, kinds: readonly string[]): void {
  const message = `\`${tool}\` is about to write what is shaped like a credential (${kinds.join(', ')}) into the agent's memory`
  onProblem({ code: 'credential_in_memory', message, actionId: null })
}
