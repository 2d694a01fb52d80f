/** Heron's signature over one receipt (heron.md §6): nothing is looked up but the key. */
import type { JsonPointer } from '../../json/value.js'
import type { Receipt } from '../../receipt/payloads.js'
import { verifyReceiptText } from '../../receipt/receipts.js'
import type { CheckId } from '../checks.js'
import { quote } from '../report.js'
import type { InspectionContext } from './context.js'

/**
 * Checks the signature of any version; answers whether the payload's version is one that we can read.
 *
 * @param known newest version that we know.
 */
export async function inspectReceipt(
  receipt: Receipt<{ readonly kind: string; readonly v: number }>,
  known: number,
  check: CheckId,
  pointer: JsonPointer,
  { material, tools, recorder, texts }: InspectionContext,
): Promise<boolean> {
  const { payload, kid, signature } = receipt
  recorder.checked(check)
  const key = material.heronKeys.get(kid)
  if (key === undefined) {
    const message = `the ${payload.kind} receipt names key ${quote(kid)}, which is not among Heron's keys`
    recorder.fail(check, 'RECEIPT_KEY_UNKNOWN', message, `${pointer}/kid`)
  } else if (!(await verifyReceiptText(texts.of(payload), signature, key, tools.verifySignature))) {
    const message = `the ${payload.kind} receipt's signature does not verify over its payload as shown`
    recorder.fail(check, 'RECEIPT_SIGNATURE_INVALID', message, `${pointer}/signature`)
  }
  if (payload.v === known) return true
  const message = `unknown version ${payload.v.toString()} of the ${payload.kind} receipt: take a newer verifier`
  recorder.notChecked(check, 'UNKNOWN_VERSION', message, `${pointer}/payload/v`)
  return false
}
