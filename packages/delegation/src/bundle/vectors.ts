/** Scores the evidence bundle vectors: minimal sets at exact positions, and counters (delegation.md §4.6). */
import {
  canonicalize,
  decodeHex,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownMember,
} from '@heron/evidence'
import type { AnchorKey } from '../ledger/anchor.js'
import { type CaseScorer, scoreCases, type VectorScore } from '../vector-score.js'
import type { BundleReport } from './report.js'
import { verifyBundle } from './verify.js'

/** @param text the file `bundle_vectors_v1.json`. */
export function scoreBundleVectors(text: string): VectorScore {
  return scoreCases('bundles', 'bundle_vectors_v1', text, scoreCase)
}

const scoreCase: CaseScorer = (vector) => {
  const report = verifyBundle(ownMember(vector, 'bundle'), withSigner(vector))
  const counters = ownMember(vector, 'expect_report')
  const wanted = isJsonObject(counters) ? counters : {}
  const told: Record<string, JsonValue> = Object.fromEntries(
    Object.keys(wanted).map((name) => [name, (report as unknown as JsonObject)[name] ?? null]),
  )
  if (reproducesVerdict(vector, report) && canonicalize(wanted) === canonicalize(told)) return null
  return {
    expected: { ...expectation(vector), report: wanted },
    got: { ...outcome(report), report: told },
  }
}

/** Accept means no failure at all; reject means at least the minimal set, each at its own position. */
export function reproducesVerdict(vector: JsonObject, report: BundleReport): boolean {
  if (report.ok !== (ownMember(vector, 'expect') === 'accept')) return false
  const told = new Set(
    report.failure_details.map(({ reason, seq, node }) => canonicalize({ reason, seq, node })),
  )
  return expectedFailures(vector).every((failure) => told.has(canonicalize(failure)))
}

/** The anchor key of a case; the one case without an anchor has no signer. */
export function withSigner(vector: JsonObject): { readonly anchorKey?: AnchorKey } {
  const signer = ownMember(vector, 'signer')
  if (!isJsonObject(signer)) return {}
  const { kid, secret_hex: secretHex } = signer
  const secret = typeof secretHex === 'string' ? decodeHex(secretHex) : null
  if (typeof kid !== 'string' || secret === null) return {}
  return { anchorKey: { alg: 'HS256', kid, secret } }
}

export function expectation(vector: JsonObject): Record<string, JsonValue> {
  return { expect: ownMember(vector, 'expect') ?? null, failures: expectedFailures(vector) }
}

export function outcome(report: BundleReport): Record<string, JsonValue> {
  return {
    expect: report.ok ? 'accept' : 'reject',
    failures: report.failure_details.map(({ reason, seq, node }) => ({ reason, seq, node })),
  }
}

function expectedFailures(vector: JsonObject): readonly JsonValue[] {
  const failures = ownMember(vector, 'expect_failures')
  return Array.isArray(failures) ? (failures as readonly JsonValue[]) : []
}
