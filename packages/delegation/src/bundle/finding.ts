/** What a bundle verifier found, and where (delegation.md §4.5). Built from records; no text is ever parsed back. */
import { isJsonObject, type JsonValue } from '@heron/evidence'
import { type BundleReason, isOutsideContract } from './reasons.js'

/** One finding, as it stands in the report's `failure_details`. */
export type FailureDetail = {
  readonly reason: BundleReason
  /** The entry's own members, whatever kind of value they hold; null for a finding about the chain. */
  readonly seq: JsonValue
  readonly node: JsonValue
  readonly call_id: JsonValue
  /** `<reason>: <what was wrong>`; values from the bundle are escaped. */
  readonly detail: string
}

export type Finding = {
  readonly failure: FailureDetail
  /** Position in `entries`, since a forged `seq` may be missing or stand twice; null for the chain. */
  readonly entry: number | null
}

/** Collects findings in the order in which the checks run. */
export class Findings {
  readonly #entries: readonly unknown[]
  readonly #all: Finding[] = []

  /** @param entries UNTRUSTED. */
  constructor(entries: readonly unknown[]) {
    this.#entries = entries
  }

  get all(): readonly Finding[] {
    return this.#all
  }

  /** A finding about the bundle as a whole. */
  onChain(reason: BundleReason, message: string): void {
    this.#add(reason, message, null, { seq: null, node: null, call_id: null })
  }

  /** A finding about one entry, which is named by its own `seq` and `node`. */
  onEntry(reason: BundleReason, message: string, index: number): void {
    const entry = this.#entries[index]
    const own = (name: string): JsonValue =>
      isJsonObject(entry) && Object.hasOwn(entry, name) ? (entry[name] ?? null) : null
    this.#add(reason, message, index, { seq: own('seq'), node: own('node'), call_id: own('call_id') })
  }

  /** A finding about a position that an envelope names and the ledger does not have. */
  onNamedSeq(reason: BundleReason, message: string, seq: number): void {
    this.#add(reason, message, null, { seq, node: null, call_id: null })
  }

  /** Appends what another collector found. */
  take(other: Findings): void {
    for (const finding of other.#all) this.#all.push(finding)
  }

  has(...reasons: BundleReason[]): boolean {
    return this.#all.some(({ failure }) => reasons.includes(failure.reason))
  }

  #add(
    reason: BundleReason,
    message: string,
    entry: number | null,
    at: { seq: JsonValue; node: JsonValue; call_id: JsonValue },
  ): void {
    const mark = isOutsideContract(reason) ? ' [outside the contract]' : ''
    this.#all.push({ failure: { reason, ...at, detail: `${reason}: ${message}${mark}` }, entry })
  }
}
