/** From a call and its contract to what is announced: hash, rendering, signals, resource. Pure, and total but for the vendor's own functions. */
import {
  type AnchorKey,
  canonicalize,
  type Digest,
  hashCanonicalText,
  hashJson,
  type JsonObject,
  looksPersonal,
  type Signals,
} from '@heron/evidence'
import type { ToolContract } from './contract.js'
import { type Counted, type InternalRecipients, recipientSignals, recordSignals } from './count.js'
import { valuesAt } from './path.js'
import { redactArguments } from './redact.js'

export type Submission = {
  /** Over the real arguments, as the tool receives them. */
  readonly argsHash: Digest
  readonly argsRedacted: JsonObject
  /** Null when nothing is stated. */
  readonly signals: Signals | null
  readonly resourceRef: string | null
}

export type SubmissionContext = {
  readonly anchorKey: AnchorKey | null
  readonly internal: InternalRecipients | null
  /** Stated about this one call, over the contract: approval, commitments, what the caller knows. */
  readonly signals: Signals
  /** The arguments' canonical text, where it was written already. */
  readonly argsText?: string
}

/**
 * Builds a submission.
 *
 * @throws {CanonicalizationError} when the arguments are not JSON, and whatever the contract's functions throw.
 */
export function buildSubmission(
  args: JsonObject,
  contract: ToolContract,
  context: SubmissionContext,
): Submission {
  const { signals: stated = {} } = contract
  const counted: Counted = {
    ...recordSignals(args, contract.records),
    ...recipientSignals(args, contract.recipients ?? contract.anchors ?? [], context.internal),
  }
  // Measured beats claimed: nothing stated can make an outside recipient internal.
  const claimed: Signals = { ...(typeof stated === 'function' ? stated(args) : stated), ...context.signals }
  const signals = Object.fromEntries(
    Object.entries({ ...claimed, ...counted }).filter(([name]) => counted[name] !== null),
  )
  const resourceRef = resourceOf(args, contract)
  // A signal without a canonical form (NaN, say) would travel as something else than what was meant.
  canonicalize(signals)
  // Hashed last, and written anew, where the contract's own functions have had the arguments in hand.
  const touched = typeof stated === 'function' || typeof contract.resource === 'function'
  const argsText = touched ? undefined : context.argsText
  return {
    argsHash: argsText === undefined ? hashJson(args) : hashCanonicalText(argsText),
    argsRedacted: redactArguments(args, contract, context.anchorKey),
    signals: Object.keys(signals).length === 0 ? null : signals,
    resourceRef,
  }
}

function resourceOf(args: JsonObject, { resource }: ToolContract): string | null {
  const found = typeof resource === 'function' ? resource(args) : firstText(args, resource)
  // A person where a reference was expected: left out here, as Heron would have to hide it anyway.
  return found === undefined || looksPersonal(found) ? null : found
}

function firstText(args: JsonObject, path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  return valuesAt(args, path).find((value) => typeof value === 'string')
}
