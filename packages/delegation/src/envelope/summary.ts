/** What the envelopes of a bundle amount to: one state for every entry, never only for the covered ones. */
import { isJsonObject, type JsonValue, ownMember } from '@heron/evidence'
import type { EntryKeys } from './entry-keys.js'
import { OBSERVATION_RESULTS } from './envelope.js'

export type EntryState = 'witness-signed' | 'process-asserted'

export type EnvelopeSummary = {
  /** By the entry's seq. */
  readonly states: Readonly<Record<string, EntryState>>
  /** What the first sound envelope over an entry said. */
  readonly results: Readonly<Record<string, string>>
  /** The kid under which a witness-signed entry verified. */
  readonly witnesses: Readonly<Record<string, string>>
  /** `witness-signed (RESULT)` or `process-asserted`. */
  readonly lines: Readonly<Record<string, string>>
  /** Rules outside the contract, which change neither state nor verdict. */
  readonly notices: readonly EnvelopeNotice[]
}

export type EnvelopeNotice = {
  /** Not a word of the contract: it names no reason for a result outside its three. */
  readonly reason: 'envelope_unknown_result'
  readonly seq: JsonValue
  readonly node: JsonValue
  readonly detail: string
}

export type WitnessedEntry = {
  /** More than one envelope claimed the entry. */
  readonly contested: boolean
  /** The first envelope passed every check. */
  readonly signed: boolean
  /** UNTRUSTED: what that envelope said. */
  readonly result: JsonValue
  /** Set once it passed. */
  readonly kid: string | null
}

const RESULTS: ReadonlySet<unknown> = new Set(OBSERVATION_RESULTS)

export function summarize(
  entries: readonly unknown[],
  keys: EntryKeys,
  witnessed: ReadonlyMap<number, WitnessedEntry>,
): EnvelopeSummary {
  const states: Record<string, EntryState> = {}
  const results: Record<string, string> = {}
  const witnesses: Record<string, string> = {}
  const lines: Record<string, string> = {}
  const notices: EnvelopeNotice[] = []
  for (const [index, key] of keys.told.entries()) {
    if (key === null) continue
    const about = witnessed.get(index)
    const known = about?.signed === true && RESULTS.has(about.result)
    if (known) results[key] = about.result as string
    const isSigned = about?.signed === true && !about.contested
    if (isSigned && about.kid !== null) witnesses[key] = about.kid
    states[key] = isSigned ? 'witness-signed' : 'process-asserted'
    lines[key] = isSigned
      ? `witness-signed (${known ? (about.result as string) : 'result outside the contract'})`
      : 'process-asserted'
    if (about?.signed === true && !known) notices.push(unknownResult(entries[index]))
  }
  return { states, results, witnesses, lines, notices }
}

/** The word itself is not repeated: a reader could take it for one of the three. */
function unknownResult(entry: unknown): EnvelopeNotice {
  const own = (name: string): JsonValue => (isJsonObject(entry) ? (ownMember(entry, name) ?? null) : null)
  return {
    reason: 'envelope_unknown_result',
    seq: own('seq'),
    node: own('node'),
    detail: 'envelope_unknown_result: the witness stated none of the three results [outside the contract]',
  }
}
