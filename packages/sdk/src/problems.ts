/**
 * What went wrong beside a call, for the people who run the agent: things that change no verdict and must not be lost
 * in silence.
 */

/**
 * - `evidence_queued`: a statement could not be delivered yet; it is kept and tried again.
 * - `evidence_refused`: Heron refused a statement for good; it is no longer kept. The message says why.
 * - `evidence_signature_invalid`: Heron holds no key that verifies our statements: import the vendor key there.
 * - `outbox_failed`: the outbox could not keep a statement; it was sent without being kept.
 * - `result_not_hashed`: a tool's result has no JSON form; its statement carries no result hash.
 * - `answer_rejected`: an answer's receipt did not hold; the call was blocked.
 * - `receipt_hook_failed`: `onReceipt` threw; the receipt may not have been kept.
 * - `statement_not_signed`: the vendor's own signer failed; a statement could not be made.
 * - `session_store_failed`: a call that waits for a person was not kept; it can be answered in this process only.
 * - `inference_failed`: `decideTurn`'s model gave no usable answer; nothing was inferred.
 * - `catalog_warning`: an alias of the catalogue is never used.
 * - `catalog_not_published`: the catalogue given to the guard is not in force. The message says why.
 * - `credential_in_memory`: a call is about to write what is shaped like a credential where the agent will read it again.
 * - `credential_in_instructions`: the instructions hold what is shaped like a credential.
 */
export type ProblemCode =
  | 'evidence_queued'
  | 'evidence_refused'
  | 'evidence_signature_invalid'
  | 'outbox_failed'
  | 'result_not_hashed'
  | 'answer_rejected'
  | 'receipt_hook_failed'
  | 'statement_not_signed'
  | 'session_store_failed'
  | 'inference_failed'
  | 'catalog_warning'
  | 'catalog_not_published'
  | 'credential_in_memory'
  | 'credential_in_instructions'

export type HeronProblem = {
  readonly code: ProblemCode
  /** One sentence; holds no key, no argument and no result. */
  readonly message: string
  readonly actionId: string | null
}

export type OnProblem = (problem: HeronProblem) => void

/** Where problems go when the caller names no place: the console, so that nothing is lost in silence. */
export const warnOnConsole: OnProblem = ({ code, message, actionId }) => {
  console.warn(`heron: ${code}${actionId === null ? '' : ` (${actionId})`}: ${message}`)
}
