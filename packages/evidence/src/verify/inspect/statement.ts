/** One statement of the vendor: its signature, and the call that it is about (heron.md §2, §12). */
import { type StatementEntry, WITHHELD_ERROR_CODE } from '../../export/format.js'
import type { JsonPointer } from '../../json/value.js'
import type { StatedOutcome } from '../facts.js'
import type { InspectionContext } from './context.js'
import { inspectVendorSignature } from './vendor-signature.js'

/** Checks the signature, or says why it cannot be. */
export async function inspectStatement(
  entry: StatementEntry,
  pointer: JsonPointer,
  context: InspectionContext,
): Promise<StatedOutcome> {
  const { recorder } = context
  const { statement } = entry
  recorder.statement()
  if (entry.note === null) {
    await inspectVendorSignature(entry, context.texts.of(statement), 'evidence.signatures', pointer, context)
  } else if (statement.error_code === WITHHELD_ERROR_CODE) {
    recorder.checked('evidence.signatures')
    const message = 'the error code holds more than a plain code, so its signed bytes are withheld'
    recorder.notChecked(
      'evidence.signatures',
      'ERROR_CODE_WITHHELD',
      message,
      `${pointer}/statement/error_code`,
    )
  } else {
    recorder.checked('evidence.signatures')
    const message = 'the note says that the error code is withheld, yet one is shown'
    recorder.fail('evidence.signatures', 'NOTE_WRONG', message, `${pointer}/note`)
  }
  return {
    decision: statement.decision_id,
    outcome: statement.outcome,
    signatureValid: entry.signature_valid,
    receivedAt: entry.received_at,
  }
}
