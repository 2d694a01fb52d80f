/**
 * Does this answer hold Heron's signed word on **this** call (heron.md §3, §6)? Only what is signed is believed: a
 * verdict beside a receipt that says otherwise, or a true receipt of another call, is no answer at all.
 */
import {
  canonicalize,
  type DecisionPayload,
  hashChained,
  hashJson,
  isDigest,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Receipt,
  RECEIPT_VERSIONS,
  receiptText,
  type SignatureVerifier,
  type Signals,
  VERDICTS,
  verifyReceiptText,
} from '@heron/evidence'
import type { HeronKeys } from './keys.js'

/**
 * - `receipt_missing`: no receipt, or one without the payload that was signed.
 * - `receipt_key_unknown`: signed by a key that Heron does not publish (or that is not pinned).
 * - `receipt_signature_invalid`: altered, or not signed by that key.
 * - `receipt_version_unknown`: a newer receipt than this SDK understands: update it.
 * - `receipt_other_call`: a receipt, but not of this call; `detail` names the member.
 * - `record_mismatch`: the chain record beside it is not the one that the receipt signs.
 */
export type ReceiptFailureCode =
  | 'receipt_missing'
  | 'receipt_key_unknown'
  | 'receipt_signature_invalid'
  | 'receipt_version_unknown'
  | 'receipt_other_call'
  | 'record_mismatch'

/** A receipt whose signature was checked. */
export type CheckedReceipt<Payload = JsonObject> = Receipt<Payload> & { readonly id: string | null }

export type CheckedDecision = {
  readonly ok: true
  readonly decision: CheckedReceipt<DecisionPayload>
  /** Of the same action; null when the service sent none. */
  readonly evaluation: CheckedReceipt | null
  /** The chain record that the decision signs; null when the service sent none. */
  readonly record: JsonObject | null
}

export type ReceiptFailure = {
  readonly ok: false
  readonly code: ReceiptFailureCode
  readonly detail: string
}

/** What was announced: the receipt has to say the same. */
export type AnnouncedCall = {
  /** Heron's id of the session, from its opening. */
  readonly sessionId: string
  /** The agent's `external_id`. */
  readonly agent: string
  readonly seq: number
  readonly tool: string
  readonly argsHash: string
  readonly signals: Signals | null
  readonly resourceRef: string | null
}

export type ReceiptTrust = { readonly keys: HeronKeys; readonly verify: SignatureVerifier }

/**
 * Checks the answer to an announced action.
 *
 * @param answer UNTRUSTED.
 * @throws {HeronCallError} when Heron's keys cannot be fetched.
 */
export async function checkDecision(
  answer: JsonObject,
  call: AnnouncedCall,
  trust: ReceiptTrust,
): Promise<CheckedDecision | ReceiptFailure> {
  const decision = await checkSignature(answer['receipt'], 'decision', trust)
  if ('code' in decision) return decision
  const { payload } = decision
  const stated = isJsonObject(answer['decision'] ?? null) ? (answer['decision'] as JsonObject) : {}
  const said: readonly (readonly [member: string, signed: JsonValue | undefined, expected: unknown])[] = [
    ['action', payload['action'], answer['action_id']],
    ['decision', payload['decision'], stated['decision_id']],
    ['session', payload['session'], call.sessionId],
    ['agent', payload['agent'], call.agent],
    ['seq', payload['seq'], call.seq],
    ['tool', payload['tool'], call.tool],
    ['args_hash', payload['args_hash'], call.argsHash],
    ['verdict', payload['verdict'], stated['verdict']],
    ['transform', payload['transform'] ?? null, stated['transform'] ?? null],
    ['pending', payload['pending'] ?? null, stated['pending'] ?? null],
  ]
  for (const [member, signed, expected] of said) {
    if (signed === undefined || canonicalize(signed) !== canonicalize(expected ?? null))
      return otherCall(member)
  }
  if (!isDecisionPayload(payload)) return missing('complete decision')

  const evaluation =
    'evaluation' in answer ? await checkSignature(answer['evaluation'], 'evaluation', trust) : null
  if (evaluation !== null) {
    if ('code' in evaluation) return evaluation
    for (const member of ['action', 'decision', 'session', 'seq', 'tool', 'args_hash'] as const) {
      if (evaluation.payload[member] !== payload[member]) return otherCall(`evaluation.${member}`)
    }
  }
  const record = answer['record'] ?? null
  if (record !== null) {
    const wrong = recordMismatch(record, payload, answer['replay'] === true ? null : call)
    if (wrong !== null) return { ok: false, code: 'record_mismatch', detail: wrong }
  }
  return {
    ok: true,
    decision: decision as unknown as CheckedReceipt<DecisionPayload>,
    evaluation,
    record: record as JsonObject | null,
  }
}

/**
 * Checks kind, version and signature of one receipt; says nothing of what it speaks about.
 *
 * @param receipt UNTRUSTED.
 */
export async function checkSignature(
  receipt: JsonValue | undefined,
  kind: 'decision' | 'evaluation' | 'close',
  trust: ReceiptTrust,
): Promise<CheckedReceipt | ReceiptFailure> {
  if (receipt === undefined || !isJsonObject(receipt)) return missing(kind)
  const { payload, alg, kid, signature, id } = receipt
  if (payload === undefined || !isJsonObject(payload) || payload['kind'] !== kind) return missing(kind)
  if (typeof kid !== 'string' || typeof signature !== 'string' || alg !== 'EdDSA') return missing(kind)
  const key = await trust.keys.find(kid)
  if (key === null) {
    return {
      ok: false,
      code: 'receipt_key_unknown',
      detail: `the ${kind} receipt names a key that is not Heron's`,
    }
  }
  if (!(await verifyReceiptText(receiptText(payload), signature, key, trust.verify))) {
    return { ok: false, code: 'receipt_signature_invalid', detail: `the ${kind} receipt does not verify` }
  }
  if (payload['v'] !== RECEIPT_VERSIONS[kind]) {
    const detail = `the ${kind} receipt has a version that this SDK does not know`
    return { ok: false, code: 'receipt_version_unknown', detail }
  }
  return { payload, alg, kid, signature, id: typeof id === 'string' ? id : null }
}

function isDecisionPayload(payload: JsonObject): boolean {
  const { action, decision, verdict, reasons, rule, enforcement, record_hash, prev_hash } = payload
  return (
    typeof action === 'string' &&
    typeof decision === 'string' &&
    VERDICTS.some((known) => known === verdict) &&
    Array.isArray(reasons) &&
    reasons.every((reason) => typeof reason === 'string') &&
    (rule === null || typeof rule === 'string') &&
    enforcement !== undefined &&
    isJsonObject(enforcement) &&
    isDigest(record_hash) &&
    isDigest(prev_hash)
  )
}

/** Names the member that does not fit, or null. A replay may rest on the signals of its first announcement. */
function recordMismatch(record: JsonValue, payload: JsonObject, call: AnnouncedCall | null): string | null {
  const prevHash = payload['prev_hash']
  if (!isJsonObject(record) || !isDigest(prevHash)) return 'the record is not a chain record'
  if (hashChained(canonicalize(record), prevHash) !== payload['record_hash']) {
    return 'the record does not hash to what the receipt signs'
  }
  for (const member of ['action', 'session', 'seq', 'tool', 'args_hash'] as const) {
    if (record[member] !== payload[member]) return `the record names another ${member}`
  }
  if (call === null) return null
  const signalsHash = call.signals === null ? null : hashJson(call.signals)
  if (record['signals_hash'] !== signalsHash) return 'the record rests on other signals than were sent'
  const resourceHash = call.resourceRef === null ? null : hashJson(call.resourceRef)
  if ('resource_ref_hash' in record && record['resource_ref_hash'] !== resourceHash) {
    return 'the record names another resource than was sent'
  }
  return null
}

function missing(kind: string): ReceiptFailure {
  return {
    ok: false,
    code: 'receipt_missing',
    detail: `the answer holds no ${kind} receipt with its payload`,
  }
}

function otherCall(member: string): ReceiptFailure {
  return {
    ok: false,
    code: 'receipt_other_call',
    detail: `\`${member}\` is not what was announced or answered`,
  }
}
