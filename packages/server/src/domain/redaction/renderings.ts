/**
 * Renderings of members that stand in hashed or signed bytes (heron.md §12): the bytes are kept for verification, and
 * what people, logs and exports get to see is this.
 */
import { redactText } from './redact-text.js'

const REDACTED_ERROR_CODE = '<redacted:error_code>'

const PLAIN_CODE = /^[A-Za-z0-9_.:-]{1,64}$/

/** An error code as it may be published, logged and sent out: itself when it is a plain code, else a marker. */
export function publishableErrorCode(code: string | null): string | null {
  if (code === null) return null
  return PLAIN_CODE.test(code) && redactText(code) === code ? code : REDACTED_ERROR_CODE
}

/** The rendering that is stored beside the hash of a `resource_ref`. */
export function redactResourceRef(reference: string): string {
  return redactText(reference)
}
