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
 */
export type ProblemCode =
  | 'evidence_queued'
  | 'evidence_refused'
  | 'evidence_signature_invalid'
  | 'outbox_failed'
  | 'result_not_hashed'
  | 'answer_rejected'
  | 'receipt_hook_failed'

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
