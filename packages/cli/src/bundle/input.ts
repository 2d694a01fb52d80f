/**
 * Reads a bundle or ledger file. Values that JSON text can spell and canonical JSON cannot carry are kept, so that the
 * verifier finds them at their place; what is no JSON at all is the user's error, exit 2.
 */
import { type LedgerFileVerdict, verifyLedgerText } from '@heron/delegation'
import { decodeJson, isJsonObject, type JsonValue } from '@heron/evidence'
import { MAX_BUNDLE_BYTES, readBoundedFile } from '../bounded-file.js'
import { UsageError } from '../command.js'

export type EvidenceFile =
  | { readonly kind: 'bundle'; /** UNTRUSTED. */ readonly bundle: JsonValue }
  | { readonly kind: 'ledger'; readonly verdict: Exclude<LedgerFileVerdict, { status: 'unreadable' }> }

/**
 * One JSON document is a bundle, unless it is an object with an `event`: then it is a ledger of one line.
 *
 * @throws {UsageError}
 */
export function readEvidenceFile(path: string): EvidenceFile {
  const text = readUtf8(path)
  const document = decodeJson(text, { unencodable: 'keep' })
  if (document.ok && !isLedgerLine(document.value)) return { kind: 'bundle', bundle: document.value }
  const verdict = verifyLedgerText(text)
  if (verdict.status !== 'unreadable') return { kind: 'ledger', verdict }
  // The first line tells which of the two the file was meant to be.
  const isOneLine = verdict.line === 1 && !document.ok
  throw new UsageError(
    isOneLine
      ? `${path} is not JSON at \`${document.error.pointer}\`: ${document.error.message}`
      : `${path} is not a ledger: line ${verdict.line}: ${verdict.message}`,
  )
}

function isLedgerLine(value: JsonValue): boolean {
  return isJsonObject(value) && Object.hasOwn(value, 'event') && !Object.hasOwn(value, 'entries')
}

function readUtf8(path: string): string {
  const bytes = readBoundedFile(path, MAX_BUNDLE_BYTES)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new UsageError(`cannot read ${path}: not UTF-8 text`)
  }
}
