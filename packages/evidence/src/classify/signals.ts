/**
 * Reading the signals that a vendor states about one call (heron.md §4): what may be classified, and the three kinds
 * of statement that are refused when they are incomplete. `./classify.ts` turns the result into a classification.
 *
 * Only what §3 lists is refused. A dimension stated in a value or type outside its vocabulary reads as not stated: it
 * then gains nothing over silence, and loses nothing.
 */
import { looksPersonal } from '../anchor/patterns.js'
import { isDigest } from '../crypto/digest.js'
import { childPointer, isJsonObject, type JsonPointer } from '../json/value.js'
import {
  type ApprovalStatement,
  DATA_CLASSES,
  type DataClass,
  type Destination,
  DESTINATIONS,
  type Dimension,
  DIMENSIONS,
  type Operation,
  OPERATIONS,
  REVERSIBILITIES,
  type Reversibility,
  type Signals,
} from '../policy/types.js'

/** The counts that set the magnitude, in the order in which they are published. */
export const COUNT_SIGNALS = ['record_count', 'recipient_count', 'amount'] as const
export type CountSignal = (typeof COUNT_SIGNALS)[number]

/** Digests that bind a vendor to a text and change no verdict (heron.md §4, "inert commitments"). */
export const COMMITMENT_SIGNALS = ['instructions_hash', 'shown_text_hash'] as const
export type CommitmentSignal = (typeof COMMITMENT_SIGNALS)[number]

const INFERENCE_SIGNALS = ['inferred', 'inference_model', 'inference_prompt_hash', 'inference_slice'] as const
const APPROVAL_SIGNALS = ['resolves_action', 'human_decision', 'human_authorized', 'approver'] as const

/** Signals that no rule may test: they lift nothing and deny nothing except as heron.md §4 says itself. */
export const UNTESTABLE_SIGNALS: readonly string[] = [
  ...COMMITMENT_SIGNALS,
  ...INFERENCE_SIGNALS,
  ...APPROVAL_SIGNALS,
]

/** Facts about a call, a tool or both, each in its vocabulary; what is missing or `unknown` was not stated. */
export type StatedFacts = {
  readonly operation: Operation
  readonly data_class: DataClass
  readonly destination: Destination
  readonly reversibility: Reversibility
}

export type DeclaredSignals = StatedFacts & {
  /** Not negative. */
  readonly counts: { readonly [count in CountSignal]?: number }
}

/** Which of the declared dimensions are a model's answers, and where those came from. */
export type StatedInference = {
  readonly dimensions: readonly Dimension[]
  readonly model: string
  readonly prompt_hash: string
  readonly slice: string
}

export type StatedSignals = {
  readonly declared: DeclaredSignals
  readonly inference: StatedInference | null
  readonly approval: ApprovalStatement | null
  readonly commitments: readonly CommitmentSignal[]
}

export type SignalRefusalCode =
  'malformed_digest' | 'incomplete_approval' | 'incomplete_inference' | 'invalid_request'

export type SignalRefusal = {
  readonly ok: false
  readonly code: SignalRefusalCode
  /** Inside the signals object. */
  readonly pointer: JsonPointer
  readonly message: string
}

export type SignalReading = ({ readonly ok: true } & StatedSignals) | SignalRefusal

/**
 * Reads the signals of one call. A refusal is a 400; nothing of such a call may be stored.
 *
 * @param signals UNTRUSTED. Absent (or null) where the call carries none. Keys that nobody knows are welcome.
 */
export function readSignals(signals: Signals | undefined): SignalReading {
  const stated: unknown = signals ?? {}
  if (!isJsonObject(stated)) return refuse('invalid_request', '', 'must be an object of flat values')
  for (const [name, value] of Object.entries(stated)) {
    if (typeof value === 'object' && value !== null) {
      return refuse('invalid_request', childPointer('', name), 'must be a text, a number, a boolean or null')
    }
  }
  const flat = stated as Signals
  const commitments = readCommitments(flat)
  if ('code' in commitments) return commitments
  const inference = readInference(flat)
  if (inference !== null && 'code' in inference) return inference
  const approval = readApproval(flat)
  if (approval !== null && 'code' in approval) return approval
  const facts = readFacts(flat)
  return { ok: true, declared: { ...facts, counts: readCounts(flat) }, inference, approval, commitments }
}

/**
 * Reads the four factual dimensions from a call's signals or from a catalogue entry. Total.
 *
 * @param signals UNTRUSTED.
 */
export function readFacts(signals: { readonly [name: string]: unknown }): StatedFacts {
  return {
    operation: oneOf(OPERATIONS, signals['op']),
    data_class: oneOf(DATA_CLASSES, signals['data_class']),
    destination: readDestination(signals['destination'], signals['recipient_external']),
    reversibility: readReversibility(signals['reversibility'], signals['reversible']),
  }
}

function readDestination(long: unknown, short: unknown): Destination {
  const destination = oneOf(DESTINATIONS, long)
  if (destination !== 'unknown' || typeof short !== 'boolean') return destination
  return short ? 'external' : 'internal'
}

function readReversibility(long: unknown, short: unknown): Reversibility {
  const reversibility = oneOf(REVERSIBILITIES, long)
  if (reversibility !== 'unknown' || typeof short !== 'boolean') return reversibility
  return short ? 'reversible' : 'terminal'
}

function oneOf<Value extends string>(
  vocabulary: readonly ('unknown' | Value)[],
  value: unknown,
): Value | 'unknown' {
  return vocabulary.find((known) => known === value) ?? 'unknown'
}

function readCounts(signals: Signals): DeclaredSignals['counts'] {
  const counts: { [count in CountSignal]?: number } = {}
  for (const name of COUNT_SIGNALS) {
    const value = signals[name]
    if (typeof value === 'number' && Number.isFinite(value) && value >= 0) counts[name] = value
  }
  return counts
}

function readCommitments(signals: Signals): CommitmentSignal[] | SignalRefusal {
  const stated = COMMITMENT_SIGNALS.filter((name) => isStated(signals, name))
  const malformed = stated.find((name) => !isDigest(signals[name]))
  return malformed === undefined ? stated : refuseDigest(malformed)
}

function readInference(signals: Signals): StatedInference | SignalRefusal | null {
  const missing = INFERENCE_SIGNALS.filter((name) => !isStated(signals, name))
  if (missing.length === INFERENCE_SIGNALS.length) return null
  const incomplete = (name: (typeof INFERENCE_SIGNALS)[number], message: string): SignalRefusal =>
    refuse('incomplete_inference', childPointer('', name), message)
  const [firstMissing] = missing
  if (firstMissing !== undefined) {
    return incomplete(firstMissing, `is missing: state all of ${INFERENCE_SIGNALS.join(', ')}, or none`)
  }
  const dimensions = readDimensionList(signals['inferred'])
  if (dimensions === null) {
    return incomplete('inferred', `must be a comma list of dimension names (${DIMENSIONS.join(', ')})`)
  }
  const model = publishedText('inference_model', signals['inference_model'])
  if (model === null) return incomplete('inference_model', 'must name the model')
  const promptHash = signals['inference_prompt_hash']
  if (!isDigest(promptHash)) return refuseDigest('inference_prompt_hash')
  const slice = publishedText('inference_slice', signals['inference_slice'])
  if (slice === null) return incomplete('inference_slice', 'must say how much of the conversation was shown')
  return { dimensions, model, prompt_hash: promptHash, slice }
}

/** Null unless every item is a dimension: a misspelt one would leave a model's answer standing as a declaration. */
function readDimensionList(list: unknown): Dimension[] | null {
  if (typeof list !== 'string') return null
  const named = new Set(list.split(',').map((item) => item.trim()))
  const dimensions = DIMENSIONS.filter((dimension) => named.has(dimension))
  return dimensions.length === named.size ? dimensions : null
}

function readApproval(signals: Signals): ApprovalStatement | SignalRefusal | null {
  const incomplete = (name: (typeof APPROVAL_SIGNALS)[number], message: string): SignalRefusal =>
    refuse('incomplete_approval', childPointer('', name), message)
  const approver = isStated(signals, 'approver') ? publishedText('approver', signals['approver']) : null
  if (isStated(signals, 'approver') && approver === null) return incomplete('approver', 'must be a text')
  const authorized = signals['human_authorized'] ?? false
  if (typeof authorized !== 'boolean') return incomplete('human_authorized', 'must be true, or absent')
  const answers = isStated(signals, 'resolves_action') || isStated(signals, 'human_decision')
  if (authorized && answers) {
    return incomplete('human_authorized', 'is a prior approval: it cannot also answer a step-up')
  }
  if (authorized) return { kind: 'prior', approver }
  if (!answers) {
    return approver === null
      ? null
      : incomplete('approver', 'names who approved, but no approval is stated: add what was approved')
  }
  const action = publishedText('resolves_action', signals['resolves_action'])
  if (action === null) {
    return incomplete('resolves_action', 'must name the action that was stepped up')
  }
  const decision = publishedText('human_decision', signals['human_decision'])
  if (decision === null) return incomplete('human_decision', 'must be the answer, e.g. `APPROVE`')
  return { kind: 'answer', resolves_action: action, human_decision: decision, approver }
}

/** A text as it may be published for ever: one that holds an e-mail address or a phone number is withheld. */
function publishedText(name: string, value: unknown): string | null {
  const text = typeof value === 'number' ? value.toString() : value
  if (typeof text !== 'string' || text.trim() === '') return null
  return looksPersonal(text) ? `<redacted:${name}>` : text
}

function isStated(signals: Signals, name: string): boolean {
  return (signals[name] ?? null) !== null
}

function refuseDigest(name: string): SignalRefusal {
  return refuse('malformed_digest', childPointer('', name), 'must be `sha256:` and 64 lower-case hex digits')
}

function refuse(code: SignalRefusalCode, pointer: JsonPointer, message: string): SignalRefusal {
  return { ok: false, code, pointer, message }
}
