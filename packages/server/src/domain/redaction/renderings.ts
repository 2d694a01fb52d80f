/**
 * Renderings of members that stand in hashed or signed bytes (heron.md §12): the bytes are kept for verification, and
 * what people, logs and exports get to see is this.
 */
import type { Signals } from '@heron/evidence'
import { namesPersonOrSecret } from './names-person.js'
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

const SIGNATURE = /^[A-Za-z0-9_-]{86}$/

/** A signature as it is stored: itself where it can be one (64 bytes), else scrubbed; it verifies as little as before. */
export function storableSignature(value: string): string {
  return SIGNATURE.test(value) ? value : redactText(value)
}

/** Signals of which the text itself is published with the classification. */
const PUBLISHED_SIGNALS = [
  'approver',
  'human_decision',
  'resolves_action',
  'inference_model',
  'inference_slice',
]

/** The signals as they may be read for publication: a text that names a person or opens something is withheld. */
export function publishableSignals(signals: Signals | undefined): Signals | undefined {
  if (signals === undefined) return undefined
  const withheld = Object.entries(signals).map(([name, value]): [string, Signals[string]] =>
    typeof value === 'string' && PUBLISHED_SIGNALS.includes(name) && saysTooMuch(value)
      ? [name, `<redacted:${name}>`]
      : [name, value],
  )
  return Object.fromEntries<Signals[string]>(withheld)
}

/** A single word may be an opaque id, however long and random; a phrase is scrubbed as any other text. */
function saysTooMuch(text: string): boolean {
  return namesPersonOrSecret(text) || (/[^\w.:-]/.test(text) && redactText(text) !== text)
}
