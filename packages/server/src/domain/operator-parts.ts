/** What the use cases of operators are built from: those of the service, and the key of the pseudonyms. */
import type { SignatureCheck } from './fsck/check-signature.js'
import type { Sealer } from '../keys/sealed-secret.js'
import type { Parts } from './parts.js'
import type { Timings } from './reconcile/timings.js'

export type OperatorServiceParts = Parts & {
  /** Keys the pseudonyms of the operator logs, and what people sign in with; 32 bytes. SECRET. */
  readonly pseudonymSecret: Uint8Array
  /** Whether Heron signed a text. */
  readonly isSigned: SignatureCheck
  /** Times of reconciliation where a project sets none. */
  readonly timings: Timings
  /** How long redacted text is kept where a project sets nothing, in milliseconds. */
  readonly retentionMs: number
  /** For secrets that must be used again. */
  readonly sealer: Sealer
  /** Whether addresses that people name may lead into private networks, and be plain HTTP (`--webhook-allow-private`). */
  readonly allowPrivate: boolean
  /** What was written later is not in the event stream yet; sorts above every time where nothing is held back. */
  readonly settledAt: () => string
}
