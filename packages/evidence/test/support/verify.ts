/** Verifies lines the way the tests mostly want it: WebCrypto, Heron's key pinned. */
import {
  type CheckId,
  detectSignatureVerifier,
  type VerificationReport,
  verifyExport,
  type VerifyOptions,
} from '../../src/index.js'
import { ndjson } from './export-builder.js'
import { HERON_KEY, HERON_KID } from './keys.js'

const verifySignature = await detectSignatureVerifier()

export const PINNED = new Map([[HERON_KID, HERON_KEY]])

export function verifyBytes(
  bytes: Uint8Array,
  options: Partial<VerifyOptions> = {},
): Promise<VerificationReport> {
  return verifyExport([bytes], { tools: { verifySignature }, pinnedKeys: PINNED, ...options })
}

export function verifyLines(
  lines: readonly string[],
  options: Partial<VerifyOptions> = {},
): Promise<VerificationReport> {
  return verifyBytes(ndjson(lines), options)
}

/** `check code` of every finding, without repeats. */
export function codesOf(report: VerificationReport, outcome: 'fail' | 'not_checked' = 'fail'): string[] {
  const codes = report.checks.flatMap(({ id, findings }) =>
    findings.filter((finding) => finding.outcome === outcome).map(({ code }) => `${id} ${code}`),
  )
  return [...new Set(codes)]
}

/** Checks that failed. */
export function failedChecks(report: VerificationReport): CheckId[] {
  return report.checks.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)
}
