/**
 * Scores the observer envelope vectors: verdict, minimal set, a state for every entry, and both byte halves. An extra
 * failure is allowed, but never on an entry that no envelope covers.
 */
import {
  canonicalize,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownMember,
  toHex,
} from '@heron/evidence'
import type { BundleReport } from '../bundle/report.js'
import { expectation, outcome, reproducesVerdict, withSigner } from '../bundle/vectors.js'
import { verifyBundle } from '../bundle/verify.js'
import { type CaseScorer, scoreCases, type VectorScore } from '../vector-score.js'
import { envelopeSigningBytes } from './envelope.js'
import type { WitnessKeyRow } from './trust-set.js'

/** @param text the file `envelope_vectors_v1.json`. */
export function scoreEnvelopeVectors(text: string): VectorScore {
  return scoreCases('envelopes', 'envelope_vectors_v1', text, scoreCase)
}

const scoreCase: CaseScorer = (vector) => {
  const bundle = ownMember(vector, 'bundle')
  const received = ownMember(vector, 'raw_hex')
  const report = verifyBundle(bundle, {
    ...withSigner(vector),
    witnessKeys: (ownMember(vector, 'witness_keys') ?? []) as unknown as WitnessKeyRow[],
    ...(typeof received === 'string' && { rawEnvelopes: [received] }),
  })
  const envelopes = envelopesOf(bundle)
  const states = ownMember(vector, 'expect_states') ?? {}
  const canonicalHex = ownMember(vector, 'canonical_hex') ?? null
  const signed =
    canonicalHex === null || envelopes[0] === undefined ? null : toHex(envelopeSigningBytes(envelopes[0]))
  const reproduced =
    reproducesVerdict(vector, report) &&
    canonicalize(report.envelopes.states) === canonicalize(states) &&
    signed === canonicalHex &&
    strayFailures(report, envelopes).length === 0
  if (reproduced) return null
  return {
    expected: { ...expectation(vector), states, canonical_hex: canonicalHex, on_uncovered_entries: [] },
    got: {
      ...outcome(report),
      states: report.envelopes.states,
      canonical_hex: signed,
      on_uncovered_entries: strayFailures(report, envelopes),
    },
  }
}

function envelopesOf(bundle: JsonValue | undefined): readonly JsonObject[] {
  const envelopes = isJsonObject(bundle) ? ownMember(bundle, 'envelopes') : undefined
  return Array.isArray(envelopes) ? envelopes.filter(isJsonObject) : []
}

function strayFailures(report: BundleReport, envelopes: readonly JsonObject[]): JsonValue[] {
  const covered = new Set(
    envelopes.map((envelope) => {
      const subject = ownMember(envelope, 'subject')
      return isJsonObject(subject) ? ownMember(subject, 'seq') : undefined
    }),
  )
  return report.failure_details
    .filter(({ reason, seq }) => reason.startsWith('envelope_') && !covered.has(seq))
    .map(({ reason, seq }) => ({ reason, seq }))
}
